// Wherever a model puts words that a guardrail refuses, and by whatever way they could leave: they do not leave, and are stored nowhere.
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import fc from "fast-check";
import { AgentState, extendState, field, fieldGroups, fields, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { exportThread } from "tidemark/checkpoint";
import { applicationRoutes } from "tidemark/hono";
import { scriptedModel } from "tidemark/testing";
import { interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers, memorySaver, type OpenSaver } from "../checkpoint/savers.ts";

/** Number of runs with each saver; nightly runs multiply it. */
const RUNS = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4);

const WORD = "FORBIDDEN4711";

const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fieldGroups.guardrails,
    fields("desk", {
      notes: field({
        description: "Notes.",
        schema: z.array(z.string()),
        default: () => [],
        lifetime: "thread",
        owner: "desk",
        ui: true,
      }),
    }),
  ],
});

const call = (name: string, args: Record<string, unknown>) => ({ name, args, id: "c1", type: "tool_call" as const });
const block = (of: { readonly type: string; readonly [key: string]: unknown }) =>
  new AIMessage({ content: [of, { type: "text", text: "Hello." }] });
const invalid = {
  name: "look",
  args: `{"of": "${WORD}`,
  id: "c1",
  type: "invalid_tool_call" as const,
  error: `No JSON: ${WORD}`,
};

/** First answer of the model of `desk`, by where the word is in it. */
const ANSWERS: Readonly<Record<string, string | AIMessage>> = {
  "a text": `It is ${WORD}.`,
  "a block": block({ type: "text", text: WORD }),
  "a reasoning block": block({ type: "reasoning", reasoning: WORD }),
  "a thinking block": block({ type: "thinking", thinking: WORD, signature: "x" }),
  "another block": block({ type: "custom", deep: [{ of: WORD }] }),
  "details of the provider": new AIMessage({ content: "Hello.", additional_kwargs: { reasoning_content: WORD } }),
  metadata: new AIMessage({
    content: "Hello.",
    response_metadata: { note: WORD, deep: { of: WORD }, tidemark_x: WORD },
  }),
  "a text with everything else": new AIMessage({
    content: WORD,
    additional_kwargs: { reasoning_content: WORD },
    response_metadata: { logprobs: { content: [{ token: WORD }] } },
  }),
  "a text beside a call": new AIMessage({ content: WORD, tool_calls: [call("look", { of: "a" })] }),
  "a text beside a call that waits": new AIMessage({ content: WORD, tool_calls: [call("pay", { of: "a" })] }),
  "reasoning beside a call that waits": new AIMessage({
    content: [{ type: "reasoning", reasoning: WORD }],
    tool_calls: [call("pay", { of: "a" })],
  }),
  "the explanation of a handoff": new AIMessage({
    content: "",
    tool_calls: [call("transfer_to_mail", { reason: "user_request", explanation: WORD })],
  }),
  "the payload of a handoff": new AIMessage({
    content: "",
    tool_calls: [call("transfer_to_mail", { reason: "user_request", payload: { deep: [{ [WORD]: 1 }] } })],
  }),
  "a result": new AIMessage({ content: "", tool_calls: [call("give_result", { desk_notes: [WORD] })] }),
  "a broken call": new AIMessage({ content: "", invalid_tool_calls: [invalid] }),
  "the name of a call": new AIMessage({ content: "", tool_calls: [call(WORD, {})] }),
  "a call of no tool": new AIMessage({ content: "", tool_calls: [call("nothing", { of: WORD })] }),
  "a refusal by the model": new AIMessage({ content: "", additional_kwargs: { refusal: `I say ${WORD}` } }),
};

/** Answers of a graph or runnable that is an agent: it calls its tools itself, so the arguments of its calls are not among them. */
const SAID = Object.keys(ANSWERS).filter(
  (place) => !/^the (?:explanation|payload|name)|^a (?:result|broken call|call of no tool)/.test(place),
);
/** What says it: a graph as `agent`, also with its own checkpoints, a graph that a function calls, and a runnable. */
const SPEAKERS = ["a graph", "a graph with its own checkpoints", "a graph in a function", "a runnable"] as const;
const NESTED = SPEAKERS.flatMap((speaker) => SAID.map((place) => `${place} of ${speaker}`));

const FUNCTIONS = ["a function", "the reasoning of a function", "a handoff of a function"] as const;
const PLACES = [...Object.keys(ANSWERS), ...FUNCTIONS, ...NESTED];

const secrets = {
  name: "secrets",
  beforeAnswer: ({ text }: { readonly text: string }) => (text.includes(WORD) ? { refuse: "it is private" } : null),
};

const tools = {
  look: { description: "Looks.", inputs: z.object({ of: z.string() }), run: () => "found" },
  pay: { description: "Pays.", inputs: z.object({ of: z.string() }), run: () => "paid" },
};

/** Says it, asks a person if the place says so, and says something else. */
const graphOf = (first: string | AIMessage, options: { readonly waits: boolean; readonly checkpointer?: true }) =>
  new StateGraph(MessagesAnnotation)
    .addNode("say", () => ({ messages: [typeof first === "string" ? { role: "assistant", content: first } : first] }))
    .addNode("ask", () => {
      if (options.waits) interrupt("Pay?");
      return {};
    })
    .addNode("end", ({ messages }) => {
      const calls = messages.flatMap((each) => (AIMessage.isInstance(each) ? (each.tool_calls ?? []) : []));
      const results = calls.map(({ id = "" }) => new ToolMessage({ content: "paid", tool_call_id: id }));
      return { messages: [...results, new AIMessage("Fine.")] };
    })
    .addEdge(START, "say")
    .addEdge("say", "ask")
    .addEdge("ask", "end")
    .compile(options.checkpointer === true ? { checkpointer: true } : {});

/** The agent `desk` as a graph or runnable; null for other places. */
function nested(place: string) {
  const speaker = SPEAKERS.find((each) => place.endsWith(` of ${each}`));
  const first = ANSWERS[place.slice(0, -` of ${speaker}`.length)];
  if (speaker === undefined || first === undefined) return null;
  const described = { name: "desk", description: "Helps.", reads: ["messages"], writes: ["messages"] } as const;
  const waits = place.includes("that waits");
  if (speaker === "a runnable") {
    const said = typeof first === "string" ? new AIMessage(first) : first;
    const agent = RunnableLambda.from(({ messages }: { readonly messages: readonly BaseMessage[] }) => ({
      messages: [...messages, said],
    }));
    return defineAgent(Desk, { ...described, agent });
  }
  const graph = graphOf(first, { waits, ...(speaker.endsWith("checkpoints") && { checkpointer: true }) });
  if (speaker !== "a graph in a function") return defineAgent(Desk, { ...described, agent: graph });
  return defineAgent(Desk, {
    ...described,
    run: async (_, { config: inner }) => {
      const { messages } = await graph.invoke({ messages: [] }, inner);
      return { messages };
    },
  });
}

async function make(place: string, open: OpenSaver, guardrails: readonly (typeof secrets)[] = [secrets]) {
  const checkpointer = await open();
  const described = { name: "desk", description: "Helps.", reads: ["messages"] } as const;
  const first = ANSWERS[place];
  const clerk =
    nested(place) ??
    (first === undefined
      ? defineAgent(Desk, {
          ...described,
          writes: ["messages"],
          run: (_, { handoff }) => {
            if (place === "a function") return { messages: [new AIMessage(`It is ${WORD}.`)] };
            if (place !== "a handoff of a function")
              return { messages: [block({ type: "reasoning", reasoning: WORD })] };
            const result = handoff("mail", {
              reason: "user_request",
              explanation: WORD,
              payload: { of: WORD },
              update: {},
            });
            return result.outcome === "handedOff" ? result.command : {};
          },
        })
      : place === "a result"
        ? defineAgent(Desk, {
            ...described,
            writes: ["desk_notes"],
            output: z.object({ desk_notes: z.array(z.string()) }),
          })
        : defineAgent(Desk, { ...described, tools, approvals: { pay: "always" }, handoffs: ["mail"] }));
  const mail = defineAgent(Desk, {
    name: "mail",
    description: "Sends mail.",
    writes: ["messages"],
    run: () => ({ messages: [{ role: "assistant", content: "Sent." }] }),
  });
  const fine =
    place === "a result" ? { toolCalls: [{ name: "give_result", args: { desk_notes: ["fine"] } }] } : "Fine.";
  return createAgentGraph({
    state: Desk,
    model: scriptedModel([...(first === undefined ? [] : [first]), ...Array.from({ length: 8 }, () => fine)]),
    agents: [clerk, mail],
    planner: () => Promise.resolve({ steps: [{ capability: "desk", taskObjective: "Help" }] }),
    responder: () => Promise.resolve("Done."),
    guardrails,
    checkpointer,
  });
}

type Graph = Awaited<ReturnType<typeof make>>;

const config = { configurable: { thread_id: "ann:t" } };
const input = { messages: [{ role: "user", content: "Hi" }] };
const MODES = ["values", "updates", "messages", "custom", "debug", "tasks", "checkpoints"] as const;
const PROTOCOL = ["values", "messages-tuple", "updates", "custom", "debug", "events", "tasks", "checkpoints"];

async function all(parts: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const part of parts) list.push(part);
  return list;
}

function routes(graph: Graph) {
  const app = applicationRoutes({
    state: Desk,
    tools: ["look", "pay"],
    authorize: () => ({ userId: "ann" }),
    session: (threadId, { userId }) => openSession({ graph, threadId, userId }),
    requestsPerMinute: 1_000_000,
    onError: () => undefined,
  });
  const headers = { "content-type": "application/json" };
  return {
    get: async (path: string) => (await app.request(path, { headers })).text(),
    post: async (path: string, body: unknown) =>
      (await app.request(path, { method: "POST", headers, body: JSON.stringify(body) })).text(),
  };
}

/** Runs a turn, and returns all that leaves while it runs. */
const WAYS: Readonly<Record<string, (graph: Graph) => Promise<unknown>>> = {
  invoke: async (graph) => await graph.invoke(input, config),
  session: async (graph) => await openSession({ graph, threadId: "ann:t" }).send("Hi"),
  ...Object.fromEntries(
    MODES.flatMap((streamMode) =>
      [false, true].map((subgraphs) => [
        `stream ${streamMode}, subgraphs ${subgraphs}`,
        async (graph: Graph) => await all(await graph.stream(input, { ...config, streamMode, subgraphs })),
      ]),
    ),
  ),
  "streamEvents v1": async (graph) => await all(graph.streamEvents(input, { ...config, version: "v1" })),
  "streamEvents v2": async (graph) => await all(graph.streamEvents(input, { ...config, version: "v2" })),
  "streamEvents v3": async (graph) => await all(await graph.streamEvents(input, { ...config, version: "v3" })),
  events: async (graph) => await routes(graph).post("/threads/t/runs?nodes", { message: "Hi" }),
  "AI SDK": async (graph) =>
    await routes(graph).post("/chat", {
      id: "t",
      messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "Hi" }] }],
    }),
  "AG-UI": async (graph) =>
    await routes(graph).post("/ag-ui", {
      threadId: "t",
      runId: "r",
      messages: [{ id: "m", role: "user", content: "Hi" }],
      tools: [],
      context: [],
    }),
  "LangGraph's runs": async (graph) =>
    await routes(graph).post("/langgraph/threads/t/runs/stream", {
      input: { messages: [{ type: "human", content: "Hi" }] },
      stream_mode: PROTOCOL,
    }),
};

/** Everything that can be read of the thread afterwards, and everything that is stored. */
async function readAll(graph: Graph): Promise<unknown[]> {
  const { get, post } = routes(graph);
  const { checkpointer } = graph;
  if (checkpointer === undefined || typeof checkpointer === "boolean") throw new Error("The graph stores nothing.");
  return [
    await graph.getState(config, { subgraphs: true }),
    await all(graph.getStateHistory(config)),
    await all(checkpointer.list(config)),
    await get("/threads/t"),
    await get("/chat/t/messages"),
    await get("/langgraph/threads/t/state"),
    await post("/langgraph/threads/t/history", { limit: 1000 }),
    await exportThread(checkpointer, "ann:t"),
  ];
}

/** What surrounds the word. A text of an error or a map is looked at, too. */
function around(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    each instanceof Error
      ? { message: each.message, cause: each.cause }
      : each instanceof Map
        ? [...each]
        : typeof each === "bigint"
          ? String(each)
          : each,
  );
  const at = text.indexOf(WORD);
  return at === -1 ? "" : text.slice(Math.max(0, at - 400), at + 100);
}

async function left(place: string, way: string, open: OpenSaver): Promise<string> {
  const graph = await make(place, open);
  const out: unknown = await WAYS[way]?.(graph).catch((error: unknown) => error);
  const found = around([out, ...(await readAll(graph))]);
  const [question] = await openSession({ graph, threadId: "ann:t" }).pending();
  if (question === undefined) return found;
  const session = openSession({ graph, threadId: "ann:t" });
  const answer = await session.resume(question.id, "yes");
  return found + around([answer, ...(await readAll(graph))]);
}

describe("words that a guardrail refuses", () => {
  test.for(PLACES)("in %s are stored nowhere", async (place) => {
    expect(await left(place, "invoke", memorySaver)).toBe("");
  });

  test.for(Object.keys(WAYS))("do not leave by %s", async (way) => {
    expect(await left("a text beside a call that waits", way, memorySaver)).toBe("");
  });

  test.each(allSavers())("do not leave from any place by any way, with %s", async (_, open) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PLACES), fc.constantFrom(...Object.keys(WAYS)), async (place, way) => {
        expect(await left(place, way, open)).toBe("");
      }),
      { numRuns: RUNS },
    );
  });

  test("leave from every place without the guardrail", async () => {
    for (const place of PLACES) {
      const graph = await make(place, memorySaver, []);
      const out: unknown = await WAYS["invoke"]?.(graph);
      expect([place, around([out, ...(await readAll(graph))]) !== ""]).toEqual([place, true]);
    }
  });
});
