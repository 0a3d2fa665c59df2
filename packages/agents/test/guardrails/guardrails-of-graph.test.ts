import { HumanMessage } from "@langchain/core/messages";
import { extendState, fieldGroups } from "@tidemark/core-state";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { piiMiddleware } from "langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, modelOf, quick, say, texts, valuesOf } from "../models/desk-graph.ts";
import { OpenAIServer, type Served } from "../models/openai-server.ts";

const Guarded = extendState(Desk, { version: 1, fields: fieldGroups.guardrails });

/** Retries begin at once, and the time of a check never runs out. */
const timer = {
  wait: (milliseconds: number) => (milliseconds < 9000 ? Promise.resolve() : new Promise<void>(() => {})),
};

interface Refund {
  readonly id: string;
  readonly amount: number;
}

/** A clerk whose refunds are noted in `done`. */
const clerkOf = (done: string[]) =>
  defineAgent(Guarded, {
    name: "clerk",
    description: "Gives refunds.",
    reads: ["messages"],
    tools: {
      refund: {
        description: "Refunds money.",
        inputs: z.object({ id: z.string(), amount: z.number() }),
        run: ({ id, amount }: Refund) => {
          done.push(`${id} ${amount}`);
          return { refunded: amount };
        },
      },
    },
  });

const refunds = (...list: readonly Refund[]): Served => ({ calls: list.map((args) => ({ name: "refund", args })) });

async function desk(
  script: readonly Served[],
  guardrails: NonNullable<
    Parameters<typeof createAgentGraph<typeof Guarded, ReturnType<typeof clerkOf>>>[0]["guardrails"]
  >,
  options: object = {},
) {
  const server = await OpenAIServer.start(script);
  const done: string[] = [];
  const graph = createAgentGraph({
    ...common(),
    timer,
    state: Guarded,
    model: modelOf(server),
    agents: [clerkOf(done)],
    guardrails,
    output: ["control_refusal"],
    ...options,
  });
  return { server, done, graph, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** A guardrail that asks a model. */
const moderate = (server: OpenAIServer) => ({
  name: "moderate",
  beforeTurn: async ({ text }: { readonly text: string }) => {
    const { text: verdict } = await modelOf(server).invoke(`Is it fine? ${text}`);
    return verdict === "fine" ? null : { refuse: "it is not fine" };
  },
});

const decisions = (log: readonly object[]): readonly unknown[] =>
  log.flatMap((entry: object) => {
    const [action, ...parts] = ["action", "guardrail", "stage", "outcome", "reason"].map((name): unknown =>
      Reflect.get(entry, name),
    );
    return action === "guardrail" ? [parts] : [];
  });

describe("a guardrail before a turn", () => {
  const noPoems = {
    name: "topics",
    beforeTurn: ({ text }: { readonly text: string }) => (/poem/.test(text) ? { refuse: "no poems here" } : null),
  };

  test("refuses it with an answer, an outcome and an entry, and no model is called", async () => {
    await using run = await desk(["Fine."], [noPoems]);
    const result = await run.graph.invoke(say("Write a poem"), config);
    expect(result.execution_final_answer).toBe("This request was refused: no poems here.");
    expect(result.control_refusal).toEqual({ guardrail: "topics", stage: "turn", reason: "no poems here" });
    expect(run.server.asked).toHaveLength(0);
    const values = await valuesOf(run.graph);
    expect(texts(values)).toEqual(["human: (refused)", "ai: This request was refused: no poems here."]);
    expect(decisions(values.runtime_audit_log)).toEqual([["topics", "turn", "refused", "no poems here"]]);
    expect(values.task_ledger.map(({ status }) => status)).toEqual(["failed"]);
  });

  test("leaves the next turn alone", async () => {
    await using run = await desk(["Fine."], [noPoems]);
    await run.graph.invoke(say("Write a poem"), config);
    const result = await run.graph.invoke(say("Help me"), config);
    expect([result.execution_final_answer, result.control_refusal]).toEqual(["Fine.", null]);
  });

  test("reads everything that the user has written since the last answer", async () => {
    await using run = await desk(["Fine."], [noPoems]);
    const result = await run.graph.invoke(
      { messages: [new HumanMessage("Write a poem"), new HumanMessage("Thanks")] },
      config,
    );
    expect(result.control_refusal?.guardrail).toBe("topics");
  });

  test("that calls a model is counted, and its limit refuses", async () => {
    await using checking = await OpenAIServer.start(["fine"]);
    const guardrail = moderate(checking);
    await using run = await desk(["Hello."], [guardrail]);
    await run.graph.invoke(say("Hi"), config);
    const { runtime_usage: usage } = await valuesOf(run.graph);
    expect(Object.values(usage).map(({ agent, calls }) => [agent, calls])).toEqual([
      ["turn_guard", 1],
      ["clerk", 1],
    ]);
    await using limited = await desk(["Hello."], [guardrail], { limits: { maxModelCalls: 0 } });
    const { execution_final_answer: answer } = await limited.graph.invoke(say("Hi"), config);
    expect(answer).not.toBe("Hello.");
    expect([limited.server.asked.length, checking.asked.length]).toEqual([0, 1]);
  });

  test("is done once for a session's turn that is continued", async () => {
    let checks = 0;
    const beforeTurn = () => {
      checks += 1;
      return null;
    };
    const count = { name: "count", beforeTurn };
    await using run = await desk([{ status: 500 }, "Hello."], [count]);
    const session = openSession({ graph: run.graph, threadId: "ann" });
    await session.send("Hi");
    expect(checks).toBe(1);
  });
});

describe("a guardrail before a call of a tool", () => {
  const most = {
    name: "most",
    beforeTool: ({ inputs }: { readonly inputs: Readonly<Record<string, unknown>> }) =>
      Number(inputs["amount"]) > 1000
        ? { refuse: "refunds of more than 1000 are not allowed" }
        : Number(inputs["amount"]) > 100
          ? { ask: "more than 100" }
          : null,
  };

  test("refuses that call alone, tells the model why, and records it", async () => {
    await using run = await desk(
      [refunds({ id: "a", amount: 5000 }, { id: "b", amount: 5 }), "One is settled."],
      [most],
    );
    const result = await run.graph.invoke(say("Refund both"), config);
    expect([result.execution_final_answer, run.done]).toEqual(["One is settled.", ["b 5"]]);
    const results = run.server.asked[1]?.messages
      .filter(({ role }) => role === "tool")
      .map(({ content }) => String(content));
    expect(results?.[0]).toContain('refused by the guardrail "most": refunds of more than 1000 are not allowed');
    const values = await valuesOf(run.graph);
    expect(values.execution_tool_executions.map(({ errorCode }) => errorCode ?? "none").toSorted()).toEqual([
      "agents/toolRefused",
      "none",
    ]);
    expect(values.runtime_audit_log).toMatchObject([
      {
        action: "guardrail",
        guardrail: "most",
        outcome: "refused",
        agent: "clerk",
        tool: "refund",
        toolCallId: "call_1_1",
      },
    ]);
    expect(Object.values(values.runtime_usage)).toMatchObject([{ toolCalls: 2 }]);
    expect(JSON.stringify(values.messages)).not.toContain("tidemark");
  });

  test("asks a person, decides once, and a refusal by the person holds", async () => {
    let checks = 0;
    const once = {
      name: "once",
      // Would allow the call when it were asked again.
      beforeTool: () => {
        checks += 1;
        return checks === 1 ? { ask: "it is the first" } : null;
      },
    };
    await using run = await desk([refunds({ id: "a", amount: 180 }), "It was not approved."], [once]);
    const session = openSession({ graph: run.graph, threadId: "ann", userId: "boss" });
    await session.send("Refund it");
    const [question] = await session.pending();
    expect(question?.value).toMatchObject({ requests: [{ stepObjective: 'Call the tool "refund": it is the first' }] });
    const result = await session.resume(question?.id ?? "", "no");
    expect([result.outcome, run.done, checks]).toEqual(["done", [], 1]);
    const state = await session.state();
    expect(state?.runtime_audit_log).toMatchObject([
      { action: "guardrail", outcome: "asked", reason: "it is the first" },
      { action: "approval", outcome: "rejected", decidedBy: "user:boss" },
    ]);
  });

  test("refuses arguments that a person has edited beyond it", async () => {
    await using run = await desk([refunds({ id: "a", amount: 180 }), "Done."], [most]);
    const session = openSession({ graph: run.graph, threadId: "ann", userId: "boss" });
    await session.send("Refund it");
    const [question] = await session.pending();
    const payload = { agent: "clerk", tool: "refund", arguments: { id: "a", amount: 5000 } };
    await session.resume(question?.id ?? "", { id: "clerk:refund:call_1_1", decision: "edit", payload });
    expect(run.done).toEqual([]);
    const state = await session.state();
    expect(decisions(state?.runtime_audit_log ?? [])).toEqual([
      ["most", "tool", "asked", "more than 100"],
      ["most", "tool", "refused", "refunds of more than 1000 are not allowed"],
    ]);
  });

  test("that fails refuses the call, and the turn goes on", async () => {
    const broken = {
      name: "broken",
      beforeTool: (): null => {
        throw new TypeError("x is not a function");
      },
    };
    const failures: unknown[] = [];
    await using run = await desk([refunds({ id: "a", amount: 1 }), "Sorry."], [broken], {
      checks: { enabled: true },
      onError: ({ error }: { readonly error: unknown }) => failures.push(error),
    });
    const result = await run.graph.invoke(say("Refund it"), config);
    expect([result.execution_final_answer, run.done, failures.length]).toEqual(["Sorry.", [], 1]);
  });

  test("does not check handoffs and results, which are not tools", async () => {
    const refuseAll = { name: "all", beforeTool: () => ({ refuse: "nothing is allowed" }) };
    const reader = defineAgent(Guarded, {
      name: "billing",
      description: "Reads.",
      reads: ["messages"],
      writes: ["desk_notes"],
      output: z.object({ desk_notes: z.array(z.string()) }),
    });
    await using server = await OpenAIServer.start([{ calls: [{ name: "give_result", args: { desk_notes: ["x"] } }] }]);
    const graph = createAgentGraph({
      ...common(),
      timer,
      state: Guarded,
      model: modelOf(server),
      agents: [reader],
      guardrails: [refuseAll],
    });
    await graph.invoke(say("Note x"), config);
    expect((await valuesOf(graph)).desk_notes).toEqual(["x"]);
  });
});

describe("a guardrail before an answer", () => {
  const redact = {
    name: "redact",
    beforeAnswer: ({ text }: { readonly text: string }) =>
      /\d{4}/.test(text) ? { replace: text.replaceAll(/\d{4,}/g, "[number]") } : null,
  };
  const secret = {
    name: "secret",
    beforeAnswer: ({ text }: { readonly text: string }) =>
      text.includes("secret") ? { refuse: "it is private" } : null,
  };

  test("replaces it wherever the thread keeps it", async () => {
    await using run = await desk(
      [{ text: "I look at 1234.", calls: [{ name: "refund", args: { id: "a", amount: 1 } }] }, "Paid to 987654."],
      [redact],
    );
    const result = await run.graph.invoke(say("Refund it"), config);
    expect(result.execution_final_answer).toBe("Paid to [number].");
    const values = await valuesOf(run.graph);
    expect(texts(values)).toEqual([
      "human: Refund it",
      "ai: I look at [number].",
      'tool: {"refunded":1}',
      "ai: Paid to [number].",
    ]);
    expect(decisions(values.runtime_audit_log)).toEqual([
      ["redact", "answer", "replaced", ""],
      ["redact", "answer", "replaced", ""],
    ]);
    expect(JSON.stringify(values)).not.toMatch(/1234|987654/);
  });

  test("refuses it, the answer says so, and the turn is done", async () => {
    await using run = await desk(["The secret is 42."], [redact, secret]);
    const session = openSession({ graph: run.graph, threadId: "ann" });
    const turn = await session.send("What is it?");
    expect(turn.outcome === "done" && turn.state.execution_final_answer).toBe(
      "The answer was withheld: it is private.",
    );
    expect(turn.outcome === "done" && turn.state.control_refusal).toEqual({
      guardrail: "secret",
      stage: "answer",
      reason: "it is private",
    });
    expect(JSON.stringify(await session.state())).not.toContain("secret is 42");
  });

  test("checks the answer of a responder, a question and the answer of a failed run", async () => {
    const seen: string[] = [];
    const note = {
      name: "note",
      beforeAnswer: ({ agent, text }: { readonly agent: string; readonly text: string }) => {
        seen.push(`${agent}: ${text}`);
        return null;
      },
    };
    await using answered = await desk(["Words of the agent."], [note], {
      responder: () => Promise.resolve("Words of the responder."),
    });
    await answered.graph.invoke(say("Hi"), config);
    await using asked = await desk([""], [note], {
      planner: () => Promise.resolve({ steps: [{ capability: "clarify", taskObjective: "For whom?" }] }),
    });
    await asked.graph.invoke(say("Hi"), config);
    await using failed = await desk([{ status: 400 }], [note]);
    await failed.graph.invoke(say("Hi"), config);
    expect(seen.map((each) => each.replace(/(?<=^error: ).*/, "…"))).toEqual([
      "clerk: Words of the agent.",
      "respond: Words of the responder.",
      "clarify: For whom?",
      "error: …",
    ]);
  });

  test("checks an agent that is a function, and each text once", async () => {
    let checks = 0;
    const count = {
      name: "count",
      beforeAnswer: ({ text }: { readonly text: string }) => {
        checks += 1;
        return { replace: `${text}!` };
      },
    };
    const greeter = defineAgent(Guarded, {
      name: "greeter",
      description: "Greets.",
      reads: [],
      writes: ["messages"],
      run: () => ({ messages: [{ role: "assistant", content: "Hello" }] }),
    });
    const graph = createAgentGraph({
      ...common(),
      timer,
      state: Guarded,
      agents: [greeter],
      guardrails: [count],
    });
    const result = await graph.invoke(say("Hi"), config);
    expect([result.execution_final_answer, result.messages.at(-1)?.text, checks]).toEqual(["Hello!", "Hello!", 1]);
  });

  test("that hangs withholds the answer", async () => {
    const slow = { name: "slow", timeoutSeconds: 30, beforeAnswer: () => new Promise<null>(() => {}) };
    await using run = await desk(["Hello."], [slow], { timer: quick });
    const result = await run.graph.invoke(say("Hi"), config);
    expect(result.execution_final_answer).toBe("The answer was withheld: a check could not be completed.");
  });

  test("that calls a model beyond the limit withholds the answer", async () => {
    await using checking = await OpenAIServer.start(["fine"]);
    const { beforeTurn: beforeAnswer } = moderate(checking);
    await using run = await desk(["Hello."], [{ name: "moderate", beforeAnswer }], { limits: { maxModelCalls: 1 } });
    const result = await run.graph.invoke(say("Hi"), config);
    expect(result.execution_final_answer).toMatch(/withheld/);
    expect(checking.asked).toHaveLength(0);
  });
});

test("PII middleware of LangChain works on an agent as it is", async () => {
  await using server = await OpenAIServer.start(["Write to [REDACTED_EMAIL]."]);
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Helps.",
    reads: ["messages"],
    instructions: "Help.",
    middleware: [piiMiddleware("email", { strategy: "redact", applyToInput: true })],
  });
  const graph = createAgentGraph({ ...common(), timer, model: modelOf(server), agents: [clerk] });
  const result = await graph.invoke(say("My address is ann@example.com"), config);
  expect(JSON.stringify(server.asked[0]?.messages)).not.toContain("ann@example.com");
  expect(JSON.stringify(server.asked[0]?.messages)).toContain("REDACTED_EMAIL");
  expect(result.execution_final_answer).toBe("Write to [REDACTED_EMAIL].");
});

describe("the words that a guardrail before turns checks", () => {
  test.each([
    [
      "a message of the system",
      [
        { role: "system", content: "write a poem" },
        { role: "user", content: "go on" },
      ],
    ],
    [
      "a result of a tool",
      [
        { role: "tool", tool_call_id: "c", content: "a poem" },
        { role: "user", content: "go on" },
      ],
    ],
    ["the name of the user", [new HumanMessage({ content: "hi", name: "poem" })]],
    ["a file", [new HumanMessage({ content: [{ type: "file", source_type: "text", text: "write a poem" }] })]],
  ])("include those of %s", async (_, messages) => {
    const topics = {
      name: "topics",
      beforeTurn: ({ text }: { readonly text: string }) => (text.includes("poem") ? { refuse: "no poems" } : null),
    };
    await using made = await desk(["Hello."], [topics]);
    const { control_refusal: refusal } = await made.graph.invoke({ messages }, config);
    expect(refusal?.guardrail).toBe("topics");
    expect(made.server.asked.length).toBe(0);
  });
});
