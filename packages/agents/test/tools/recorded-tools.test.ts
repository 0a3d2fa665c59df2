import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import {
  type RecordedTool,
  RecordedTools,
  recordedToolsIn,
  withRecordedTools,
} from "@tidemark/agents/internal/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel, type ScriptedAnswer } from "@tidemark/agents/testing";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mailGraph, mailTo } from "../approvals/approval-graph.ts";

const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      invoice: field({
        description: "Invoice that was found.",
        schema: z.string().nullable(),
        default: () => null,
        lifetime: "thread",
        owner: "billing",
      }),
    }),
  ],
});

const SCRIPT: readonly ScriptedAnswer[] = [
  { toolCalls: [{ name: "find_invoice", args: { month: "May" } }] },
  "You were charged 180.",
];

/** An agent whose tool writes a field, or fails. */
function deskGraph(script: readonly ScriptedAnswer[], { fails = false } = {}) {
  const found: string[] = [];
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    instructions: "Look the invoice up.",
    reads: ["messages"],
    writes: ["messages", "desk_invoice"],
    tools: {
      find_invoice: {
        description: "Finds an invoice.",
        inputs: z.object({ month: z.string() }),
        run: ({ month }, { update }) => {
          found.push(month);
          if (fails) throw new Error("The ledger is closed.");
          update({ desk_invoice: `${month}-180` });
          return { total: 180 };
        },
      },
    },
  });
  const saver = new MemorySaver();
  const graph = createAgentGraph({ state: Desk, agents: [billing], model: scriptedModel(script), checkpointer: saver });
  return { found, graph, saver, session: openSession({ graph, threadId: "ann", userId: "ann" }) };
}

/** All messages of a thread, those of its subgraphs included. */
async function messagesIn(saver: MemorySaver): Promise<BaseMessage[]> {
  const all: BaseMessage[] = [];
  for await (const { checkpoint } of saver.list({ configurable: { thread_id: "ann" } })) {
    const { messages } = checkpoint.channel_values;
    if (Array.isArray(messages))
      all.push(...messages.filter((each) => AIMessage.isInstance(each) || ToolMessage.isInstance(each)));
  }
  return all;
}

const call = (id: string, name: string, args: Record<string, unknown>) =>
  new AIMessage({ content: "", tool_calls: [{ id, name, args, type: "tool_call" }] });

const weather = (runs: string[]) =>
  tool(
    ({ city }) => {
      runs.push(city);
      return `Live in ${city}`;
    },
    { name: "weather", description: "Looks.", schema: z.object({ city: z.string(), days: z.number().default(1) }) },
  );

const recorded: readonly RecordedTool[] = [
  { tool: "weather", args: [{ city: "Bergen" }], callId: "a", content: "Rain", isError: false },
];

describe("a tool of an agent", () => {
  test("gets its recorded result and the fields that it has written, without being run", async () => {
    const stored = deskGraph(SCRIPT);
    const first = await stored.session.send("What was I charged in May?");
    expect(stored.found).toEqual(["May"]);
    const again = deskGraph(SCRIPT);
    const tools = new RecordedTools(recordedToolsIn(await messagesIn(stored.saver)));
    const second = await withRecordedTools(tools, () => again.session.send("What was I charged in May?"));
    expect(again.found).toEqual([]);
    expect(tools.unknown).toEqual([]);
    if (first.outcome !== "done" || second.outcome !== "done") throw new Error("It did not end.");
    expect(second.state.desk_invoice).toBe("May-180");
    expect(second.state.execution_tool_executions?.map(({ result }) => result)).toEqual([{ total: 180 }]);
    expect(second.state.messages.map(({ text }) => text)).toEqual(first.state.messages.map(({ text }) => text));
  });

  test("fails as it failed, in the same words", async () => {
    const stored = deskGraph(SCRIPT, { fails: true });
    await stored.session.send("What was I charged in May?");
    const tools = new RecordedTools(recordedToolsIn(await messagesIn(stored.saver)));
    const again = deskGraph(SCRIPT);
    await withRecordedTools(tools, () => again.session.send("What was I charged in May?"));
    const errorsOf = async ({ session }: typeof stored) =>
      (await session.state())?.execution_tool_executions?.map(({ error, errorCode }) => ({ error, errorCode }));
    expect(again.found).toEqual([]);
    expect(await errorsOf(again)).toEqual(await errorsOf(stored));
  });

  test("is refused with other arguments, and the call is named", async () => {
    const stored = deskGraph(SCRIPT);
    await stored.session.send("What was I charged in May?");
    const tools = new RecordedTools(recordedToolsIn(await messagesIn(stored.saver)));
    const again = deskGraph([{ toolCalls: [{ name: "find_invoice", args: { month: "June" } }] }, "I do not know."]);
    await withRecordedTools(tools, () => again.session.send("And in June?"));
    expect(again.found).toEqual([]);
    expect(tools.unknown).toMatchObject([{ tool: "find_invoice", args: { month: "June" } }]);
  });
});

describe("a tool of LangChain", () => {
  test("gets the result of the same call, also in a node of LangGraph", async () => {
    const runs: string[] = [];
    const node = new ToolNode([weather(runs)]);
    const result: unknown = await withRecordedTools(new RecordedTools(recorded), () =>
      node.invoke({ messages: [call("x", "weather", { city: "Bergen" })] }),
    );
    expect(result).toMatchObject({ messages: [{ content: "Rain", tool_call_id: "x", name: "weather" }] });
    expect(runs).toEqual([]);
  });

  test("still validates its arguments", async () => {
    const args = { town: "Bergen" };
    const work = () => weather([]).invoke({ id: "x", name: "weather", args, type: "tool_call" });
    const known = recorded.map((each) => ({ ...each, args: [args] }));
    await expect(withRecordedTools(new RecordedTools(known), work)).rejects.toThrow("did not match expected schema");
  });

  test.for([
    { unrecorded: "refuse", result: /arguments that were not recorded: \{"city":"Oslo"\}/, ran: [] },
    { unrecorded: "run", result: /^Live in Oslo$/, ran: ["Oslo"] },
    { unrecorded: () => "Sun", result: /^Sun$/, ran: [] },
  ] as const)("without a record is refused, run or stubbed: $unrecorded", async ({ unrecorded, result, ran }) => {
    const runs: string[] = [];
    const tools = new RecordedTools(recorded, { unrecorded });
    const answer = await withRecordedTools(tools, () => weather(runs).invoke({ city: "Oslo" })).catch(String);
    expect(answer).toMatch(result);
    expect(runs).toEqual(ran);
    expect(tools.unknown).toHaveLength(1);
  });

  test("writes the fields of its command again", async () => {
    const State = Annotation.Root({ ...MessagesAnnotation.spec, city: Annotation<string> });
    const move = tool(
      () => {
        throw new Error("It ran.");
      },
      { name: "move", description: "Moves.", schema: z.object({}) },
    );
    const graph = new StateGraph(State)
      .addNode("tools", new ToolNode([move]))
      .addEdge(START, "tools")
      .compile();
    const moved: RecordedTool = {
      tool: "move",
      args: [{}],
      callId: "m",
      content: "Moved.",
      isError: false,
      update: { city: "Bergen" },
    };
    const end = await withRecordedTools(new RecordedTools([moved]), () =>
      graph.invoke({ messages: [call("m", "move", {})] }),
    );
    expect(end.city).toBe("Bergen");
    expect(end.messages.at(-1)).toMatchObject({ content: "Moved.", tool_call_id: "m" });
  });

  test("runs outside of the work, also while the work goes on", async () => {
    const runs: string[] = [];
    const inside = withRecordedTools(new RecordedTools(recorded), () => weather(runs).invoke({ city: "Bergen" }));
    expect(await weather(runs).invoke({ city: "Bergen" })).toBe("Live in Bergen");
    expect(await inside).toBe("Rain");
    expect(runs).toEqual(["Bergen"]);
  });
});

const turned = (args: object) => Object.fromEntries(Object.entries(args).toReversed());

test("the recorded results of equal calls come in their order, and every call of the recording has one", () => {
  const calls = fc.array(
    fc.record({ tool: fc.constantFrom("a", "b"), args: fc.constantFrom({}, { x: 1, y: 2 }), content: fc.string() }),
  );
  fc.assert(
    fc.property(calls, (all) => {
      const known = all.map((each, index) => ({ ...each, args: [each.args], callId: String(index), isError: false }));
      const tools = new RecordedTools(known);
      const given = all.map(
        ({ tool: name, args }) => tools.take({ tool: name, args: turned(args), callId: undefined })?.content,
      );
      expect(given).toEqual(all.map(({ content }) => content));
    }),
  );
});

test("results of a thread are found by the ids of their calls", () => {
  const messages = [
    new HumanMessage("Hi"),
    call("1", "weather", { city: "Bergen" }),
    new ToolMessage({ content: "Rain", tool_call_id: "1", name: "weather" }),
    new ToolMessage({ content: "Lost", tool_call_id: "2", name: "weather" }),
    call("3", "weather", { city: "Oslo" }),
  ];
  expect(recordedToolsIn(messages)).toEqual([
    { tool: "weather", args: [{ city: "Bergen" }], callId: "1", content: "Rain", isError: false, name: "weather" },
  ]);
});

/** Approves a mail. */
const approved = async (tools: RecordedTools) => {
  const desk = mailGraph(() => [mailTo("ann")]);
  await desk.say("Write");
  const result = await withRecordedTools(tools, () => desk.answer("yes")).catch(String);
  return { sent: desk.sent, result };
};

describe("an approved effect", () => {
  test("is not performed where only recorded results count", async () => {
    const { sent, result } = await approved(new RecordedTools([]));
    expect(sent).toEqual([]);
    expect(result).toMatch(/"send" was called with arguments that were not recorded/);
  });

  test("gets the fields that it has written", async () => {
    const update = { messages: [{ role: "assistant", content: "It was sent." }] };
    const done: RecordedTool = { tool: "send", args: [{ to: "ann" }], callId: "", content: "", isError: false, update };
    const { sent, result } = await approved(new RecordedTools([done]));
    expect(sent).toEqual([]);
    expect(JSON.stringify(result)).toContain("It was sent.");
  });
});
