import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { type AGUIEvent, EventType } from "@ag-ui/core";
import { EventSchemas } from "@ag-ui/core/schemas";
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, createStatusUpdate, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toAgUi } from "../../src/ag-ui.ts";
import { type StreamableGraph, streamRun } from "../../src/events/stream-run.graph.ts";
import { replay } from "./replay.ts";

const Kept = extendState(SeedState, {
  version: 1,
  fields: fields("prompt", {
    text: field({
      description: "Instruction for the model, hidden from users.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
    }),
  }),
});

const visible = Object.keys(Kept.fields).filter((name) => name !== "prompt_text");

const tools = ["find"];

async function collect(graph: StreamableGraph, input: unknown, shown = visible): Promise<AGUIEvent[]> {
  const run = streamRun(graph, input, { threadId: "ann", state: Kept, visible: shown, tools });
  const events: AGUIEvent[] = [];
  for await (const event of toAgUi(run, { threadId: "ann", runId: "run-1" })) events.push(event);
  expect(events.filter((event) => !EventSchemas.safeParse(event).success)).toEqual([]);
  return events;
}

const thread = { configurable: { thread_id: "ann" } };
const question = { messages: [{ role: "user", content: "Where to?", id: "m-1" }] };

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function withoutMessages(values: unknown): unknown {
  const stays = ["messages", "prompt_text"];
  const shown = Object.entries(values ?? {}).filter(([name]) => !stays.includes(name));
  return json(Object.fromEntries(shown));
}

const count = (events: readonly AGUIEvent[], type: EventType) => events.filter((event) => event.type === type).length;

const bytes = (values: readonly unknown[]) =>
  values.reduce<number>((sum, each) => sum + JSON.stringify(each).length, 0);

const planOf = (...steps: readonly object[]) => ({ planning_execution_plan: { planId: "trip", steps } });

describe("toAgUi", () => {
  test("gives AG-UI's client the state of the graph, over 60 updates with reducers and parallel writes", async () => {
    const plan = {
      planId: "trip",
      query: "Where to?",
      steps: Array.from({ length: 6 }, (_, index) => ({
        stepId: `step-${index}`,
        stepIndex: index,
        agentId: "search",
        task: `Find item ${index} of the trip`,
      })),
    };
    const snapshots: unknown[] = [];
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("turn_start", turnStart(Kept))
      .addNode("left", ({ control_iteration: at, planning_execution_plan: current }) => ({
        control_iteration: at + 1,
        prompt_text: `You are at ${at}.`,
        planning_execution_plan: { ...(current ?? plan), currentStepIndex: at % 6 },
        capability_context_data: { WEATHER: { [`day_${at % 12}`]: { temperature: at, text: "x".repeat(60) } } },
        ...createStatusUpdate(`Left ${at}`, at / 30, { timestamp: 1_767_904_200 + at }),
      }))
      .addNode("right", ({ control_iteration: at }) => ({
        capability_context_data: { CALENDAR: { [`slot_${at % 7}`]: { free: at % 2 === 0 } } },
        execution_step_results: {
          [`${at}_right`]: {
            stepIndex: at,
            capability: "right",
            success: true,
            executionTime: 1,
            timestamp: "2026-01-08T20:30:00Z",
          },
        },
        ...createStatusUpdate(`Right ${at}`, at / 30, { timestamp: 1_767_904_200 + at }),
      }))
      .addNode("join", (values) => {
        const { messages: _, prompt_text: _text, ...shown } = values;
        snapshots.push(shown, shown);
        return {};
      })
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "left")
      .addEdge("turn_start", "right")
      .addEdge(["left", "right"], "join")
      .addConditionalEdges("join", ({ control_iteration }) => (control_iteration < 30 ? ["left", "right"] : [END]), [
        "left",
        "right",
        END,
      ])
      .compile({ checkpointer: new MemorySaver() });
    const events: AGUIEvent[] = [];
    const run = streamRun(graph, question, { threadId: "ann", state: Kept, visible, config: { recursionLimit: 200 } });
    for await (const event of toAgUi(run, { threadId: "ann", runId: "run-1" })) events.push(event);

    const { state, messages } = await replay(events);
    const stored = await graph.getState(thread);
    expect(state).toEqual(withoutMessages(stored.values));
    expect(messages).toMatchObject([{ id: "m-1", role: "user", content: "Where to?" }, { activityType: "PLAN" }]);
    expect(count(events, EventType.STATE_SNAPSHOT)).toBe(1);
    expect(JSON.stringify(events)).not.toContain("You are at");

    const deltas = bytes(events.filter((event) => event.type === EventType.STATE_DELTA));
    const whole = bytes(snapshots.map((snapshot) => ({ type: EventType.STATE_SNAPSHOT, snapshot })));
    expect(snapshots.length).toBe(60);
    expect(whole / deltas).toBeGreaterThan(10);
  });

  test("shows steps that joined a plan after it was sent", async () => {
    const [first, last] = [{ capability: "weather" }, { capability: "booking", status: "skipped" }];
    const late = { capability: "hotel", status: "in_progress", startedAt: "2026-01-08T20:30:00Z" };
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("plan", () => ({ ...planOf(first), runtime_turn_id: "turn_1" }))
      .addNode("more", () => planOf(first, {}, late))
      .addNode("last", () => planOf(first, { ...last, capability: "train" }, late, last))
      .addEdge(START, "plan")
      .addEdge("plan", "more")
      .addEdge("more", "last")
      .addEdge("last", END)
      .compile({ checkpointer: new MemorySaver() });
    const events: AGUIEvent[] = [];
    const run = streamRun(graph, { control_iteration: 1 }, { threadId: "grown", state: SeedState });
    for await (const event of toAgUi(run, { threadId: "grown" })) events.push(event);
    const { messages } = await replay(events);
    const shown = messages.find((message) => "activityType" in message);
    expect(shown).toMatchObject({
      content: {
        steps: [
          { agentId: "weather", status: "pending" },
          { status: "skipped" },
          { agentId: "hotel", status: "running" },
          { status: "skipped" },
        ],
      },
    });
  });

  test("streams a model's text and tool calls into the messages that the graph stores", async () => {
    const model = new FakeListChatModel({ responses: ["Oslo is nice."] });
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("search", () => ({
        messages: [
          new AIMessage({
            id: "m-2",
            content: "",
            tool_calls: [{ id: "call-1", name: "find", args: { city: "Oslo" } }],
          }),
        ],
      }))
      .addNode("tools", () => ({
        messages: [new ToolMessage({ id: "m-3", tool_call_id: "call-1", content: "found" })],
      }))
      .addNode("respond", async () => ({ messages: [await model.invoke("?")] }))
      .addNode("plain", () => ({ messages: [{ role: "assistant", content: "Anything else?", id: "m-5" }] }))
      .addEdge(START, "search")
      .addEdge("search", "tools")
      .addEdge("tools", "respond")
      .addEdge("respond", "plain")
      .addEdge("plain", END)
      .compile({ checkpointer: new MemorySaver() });
    const events = await collect(graph, question);
    const { messages } = await replay(events);
    expect(messages.map(({ role, content }) => [role, content ?? ""])).toEqual([
      ["user", "Where to?"],
      ["assistant", ""],
      ["tool", "found"],
      ["assistant", "Oslo is nice."],
      ["assistant", "Anything else?"],
    ]);
    expect(count(events, EventType.TEXT_MESSAGE_CONTENT)).toBeGreaterThan(5);
    expect(count(events, EventType.TOOL_CALL_RESULT)).toBe(1);
    expect(count(events, EventType.MESSAGES_SNAPSHOT)).toBe(1);
  });

  test("ends with the open questions, and a resumed run continues from the same state", async () => {
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("turn_start", turnStart(Kept))
      .addNode("ask", () => {
        const answer: unknown = interrupt({ message: "Book it?", requestId: "r-1" });
        return { execution_final_answer: JSON.stringify(answer) };
      })
      .addNode("beside", () => ({ ui_notebook_links: ["one"] }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "ask")
      .addEdge("turn_start", "beside")
      .addEdge("ask", END)
      .addEdge("beside", END)
      .compile({ checkpointer: new MemorySaver() });
    const asked = await replay(await collect(graph, question));
    expect(asked.interrupts).toEqual([expect.objectContaining({ reason: "input_required", message: "Book it?" })]);
    const resumed = await replay(await collect(graph, new Command({ resume: { yes: true } })));
    const stored = await graph.getState(thread);
    expect(resumed.state).toEqual(withoutMessages(stored.values));
    expect(resumed.interrupts).toEqual([]);
  });

  test("corrects messages that were streamed and never stored", async () => {
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("respond", async () => {
        await new FakeListChatModel({ responses: ["a draft"] }).invoke("?");
        return { messages: [new AIMessage({ id: "m-2", content: "the answer" })] };
      })
      .addEdge(START, "respond")
      .addEdge("respond", END)
      .compile();
    const events = await collect(graph, question);
    expect((await replay(events)).messages.map(({ content }) => content)).toEqual(["Where to?", "the answer"]);
  });

  test("ends in RUN_ERROR when the graph fails", async () => {
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("fail", () => {
        throw new Error("no such city");
      })
      .addEdge(START, "fail")
      .compile();
    const events = await collect(graph, question);
    const [end] = events.slice(-1).filter((event) => event.type === EventType.RUN_ERROR);
    expect(end?.message).toMatch(/^The run failed\. Error id: /);
  });

  test("sends only the fields that are named", async () => {
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("count", () => ({ control_iteration: 7, task_current_task: "a secret task" }))
      .addEdge(START, "count")
      .addEdge("count", END)
      .compile();
    const events = await collect(graph, question, ["control_iteration"]);
    expect(JSON.stringify(events)).not.toContain("secret");
    expect((await replay(events)).state).toEqual({ control_iteration: 7 });
  });

  test("sends no messages unless they are named", async () => {
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("tell", () => ({ messages: [{ role: "assistant", content: "secret", id: "m-2" }] }))
      .addEdge(START, "tell")
      .addEdge("tell", END)
      .compile();
    expect(JSON.stringify(await collect(graph, question, ["control_iteration"]))).not.toMatch(/secret|Where to/);
  });

  test("sends events of agents by their type, and ends every step that it started", async () => {
    const graph = new StateGraph(toStateSchema(Kept))
      .addNode("tell", () => createStatusUpdate("Searching", 0.5, { timestamp: 1_767_904_200 }))
      .addEdge(START, "tell")
      .addEdge("tell", END)
      .compile();
    const events = await collect(graph, question);
    const custom = events.find((event) => event.type === EventType.CUSTOM);
    expect(custom).toMatchObject({ name: "status", value: { message: "Searching", progress: 0.5 } });
    expect(count(events, EventType.STEP_STARTED)).toBe(count(events, EventType.STEP_FINISHED));
  });
});
