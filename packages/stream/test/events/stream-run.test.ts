import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, createStatusUpdate } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test, vi } from "vitest";
import { eventEmitter } from "@tidemark/agents/internal/langgraph";
import {
  type StreamableGraph,
  type StreamRunOptions,
  storedEvents,
  streamRun,
} from "../../src/events/stream-run.graph.ts";
import { replayFrom } from "../../src/events/replay.ts";
import { parseRunEvent, type RunEvent } from "../../src/events/run-events.ts";

const question = { messages: [{ role: "user", content: "Where to?", id: "m-1" }] };
const clock = fixedClock("2026-01-08T20:30:00.000Z");

async function collect(
  graph: StreamableGraph,
  input: unknown = question,
  options: Partial<StreamRunOptions> = {},
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of streamRun(graph, input, { threadId: "ann", clock, ...options })) events.push(event);
  expect(events.filter((event) => !parseRunEvent(event).ok)).toEqual([]);
  expect(events.map(({ sequence }) => sequence)).toEqual(
    events.map((_, index) => index + (options.firstSequence ?? 0)),
  );
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  return events;
}

const types = (events: readonly RunEvent[]) => events.map(({ type }) => type);

const of = <Type extends RunEvent["type"]>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

const agents = () =>
  new StateGraph(toStateSchema(SeedState)).addNode("turn_start", turnStart(SeedState)).addEdge(START, "turn_start");

const say = (text: string) => async () => ({
  messages: [await new FakeListChatModel({ responses: [text] }).invoke("?")],
});

describe("streamRun", () => {
  test("sends emitted events immediately, and events of stored values after the step", async () => {
    const graph = agents()
      .addNode("work", (values, config) => {
        eventEmitter(config, { turnId: values.runtime_turn_id, clock })({
          type: "progress",
          current: 1,
          total: 4,
          operation: "Reading",
          progress: 0.25,
        });
        return createStatusUpdate("Read", 1, { timestamp: 1_767_904_200, complete: true });
      })
      .addEdge("turn_start", "work")
      .addEdge("work", END)
      .compile();
    const events = await collect(graph);
    expect(types(events)).toEqual([
      "run_started",
      "messages_snapshot",
      "node_started",
      "node_finished",
      "node_started",
      "progress",
      "node_finished",
      "status",
      "run_finished",
    ]);
    expect(of(events, "status")[0]).toMatchObject({ turnId: "turn_1", message: "Read", complete: true });
  });

  test("sends an event once that a node both emitted and stored", async () => {
    const graph = agents()
      .addNode("work", (values, config) => {
        const emit = eventEmitter(config, { turnId: values.runtime_turn_id, clock });
        emit({ type: "status", message: "Reading", progress: 0.5, complete: false });
        const eventId = emit({ type: "status", message: "Still reading", progress: 0.6, complete: false });
        const first = createStatusUpdate("Reading", 0.5, { timestamp: 1 });
        const second = createStatusUpdate("Still reading", 0.6, { timestamp: 2, metadata: { eventId } });
        return { status_updates: [...first.status_updates, ...second.status_updates] };
      })
      .addEdge("turn_start", "work")
      .addEdge("work", END)
      .compile();
    expect(of(await collect(graph), "status").map(({ message }) => message)).toEqual(["Reading", "Still reading"]);
  });

  test("keeps the ids of events emitted again after a resume, and does not repeat stored events", async () => {
    const graph = agents()
      .addNode("before", () => createStatusUpdate("Before", 0, { timestamp: 1 }))
      .addNode("ask", (values, config) => {
        const emit = eventEmitter(config, { turnId: values.runtime_turn_id, clock });
        emit({ type: "status", message: "Asking", progress: 0.5, complete: false });
        return { execution_final_answer: String(interrupt({ message: "Book it?" })) };
      })
      .addEdge("turn_start", "before")
      .addEdge("before", "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });
    const first = await collect(graph);
    const second = await collect(graph, new Command({ resume: "yes" }), { firstSequence: first.length });
    expect(first.at(-1)).toMatchObject({ outcome: "interrupted", interrupts: [{ value: { message: "Book it?" } }] });
    expect(second.at(-1)).toMatchObject({ outcome: "finished" });
    expect(of(first, "status").map(({ message }) => message)).toEqual(["Before", "Asking"]);
    expect(of(second, "status").map(({ message }) => message)).toEqual(["Asking"]);
    expect(of(second, "status")[0]?.eventId).toBe(of(first, "status")[1]?.eventId);
  });

  test("sends events of the plan, its steps, handoffs and the active agent after the step that stores them", async () => {
    const now = "2026-01-08T20:30:00Z";
    const step = { stepId: "s-1", stepIndex: 0, agentId: "weather", task: "Look outside" };
    const plan = { planId: "p-1", query: "Where to?", status: "executing" as const, steps: [step] };
    const graph = agents()
      .addNode("planner", () => ({ planning_execution_plan: plan }))
      .addNode("work", () => ({
        planning_execution_plan: {
          ...plan,
          status: "completed" as const,
          steps: [{ ...step, status: "completed" as const, startedAt: now, completedAt: now, result: "Rain" }],
        },
        execution_handoff_history: [
          {
            handoffId: "h-1",
            fromAgentId: "orchestrator",
            toAgentId: "weather",
            reason: "plan_step" as const,
            timestamp: "2026-01-08T20:30:00Z",
          },
        ],
        ui_agent_identity: { agentId: "weather", agentName: "Weather" },
      }))
      .addEdge("turn_start", "planner")
      .addEdge("planner", "work")
      .addEdge("work", END)
      .compile({ checkpointer: new MemorySaver() });
    const events = await collect(graph);
    const agentEvents = events.filter(({ type }) => type.startsWith("plan") || type.startsWith("agent"));
    expect(types(agentEvents)).toEqual([
      "plan_generated",
      "plan_step_started",
      "plan_step_completed",
      "plan_completed",
      "agent_handoff",
      "agent_changed",
    ]);
    const stored = await storedEvents(graph, { threadId: "ann", runId: "again", clock });
    const ids = new Set(agentEvents.map(({ eventId }) => eventId));
    expect(stored.length).toBe(5);
    expect(stored.filter(({ eventId }) => !ids.has(eventId))).toEqual([]);
    expect(replayFrom(stored, 2)).toEqual(stored.slice(3));
    const next = await collect(graph);
    expect(of(next, "agent_handoff")).toEqual([]);
  });

  test("streams a model's text word by word, without the text of planners", async () => {
    const graph = agents()
      .addNode("classifier", async () => {
        await say("secret thoughts")();
        return {};
      })
      .addNode("respond", say("Oslo"))
      .addEdge("turn_start", "classifier")
      .addEdge("classifier", "respond")
      .addEdge("respond", END)
      .compile();
    const events = await collect(graph);
    expect(of(events, "text_delta").map(({ delta }) => delta)).toEqual(["O", "s", "l", "o"]);
    expect(of(events, "text_finished")).toHaveLength(1);
    expect(of(events, "messages_snapshot")).toHaveLength(1);
  });

  test("skips invalid events and unknown types", async () => {
    const graph = agents()
      .addNode("work", (_, config) => {
        for (const odd of [7, null, "text", { type: "party" }, { type: "status" }, { type: "status", message: 1n }]) {
          config.writer?.(odd);
        }
        return {};
      })
      .addEdge("turn_start", "work")
      .addEdge("work", END)
      .compile();
    expect(of(await collect(graph), "status")).toEqual([]);
  });

  test("sends an error of the graph as the last event, with its code", async () => {
    const graph = agents()
      // @ts-expect-error the value does not fit its field
      .addNode("work", () => ({ control_iteration: "many" }))
      .addEdge("turn_start", "work")
      .compile();
    const events = await collect(graph);
    expect(events.at(-1)).toMatchObject({ type: "run_failed", code: "core-state/invalidUpdate" });
  });

  test("sends a refused input as the last event", async () => {
    const graph = agents().compile();
    const events = await collect(graph, { no_such_field: 1 });
    expect(types(events)).toEqual(["run_started", "run_failed"]);
  });

  test("ends with the outcome cancelled when the signal is aborted, during the run or before", async () => {
    const graph = agents()
      .addNode("work", async (_, config) => {
        await new Promise((resolve) => config.signal?.addEventListener("abort", resolve));
        throw new Error("stopped in the middle");
      })
      .addEdge("turn_start", "work")
      .compile();
    const stop = new AbortController();
    const events: RunEvent[] = [];
    for await (const event of streamRun(graph, question, { threadId: "ann", signal: stop.signal })) {
      events.push(event);
      if (event.type === "node_started" && event.node === "work") stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: "run_finished", outcome: "cancelled" });
    const before = await collect(graph, question, { signal: AbortSignal.abort() });
    expect(before.at(-1)).toMatchObject({ type: "run_finished", outcome: "cancelled" });
  });

  test("stops the run when the reader stops, even while it waits for the next event", async () => {
    const seen: string[] = [];
    const graph = agents()
      .addNode("work", async (_, config) => {
        await new Promise((resolve) => config.signal?.addEventListener("abort", resolve));
        seen.push("aborted");
        return {};
      })
      .addNode("more", () => {
        seen.push("went on");
        return {};
      })
      .addEdge("turn_start", "work")
      .addEdge("work", "more")
      .compile();
    const reading = streamRun(graph, question, { threadId: "ann" });
    for (;;) {
      const next = await reading.next();
      if (next.done === true || (next.value.type === "node_started" && next.value.node === "work")) break;
    }
    const waiting = reading.next();
    await reading.return?.();
    expect(await waiting).toMatchObject({ done: true });
    expect(await reading.next()).toMatchObject({ done: true });
    await vi.waitFor(() => expect(seen).toEqual(["aborted"]), { timeout: 600_000 });
  });
});
