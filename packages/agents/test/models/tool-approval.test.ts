import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command, MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import type { Clock } from "@tidemark/state-manager";
import { openSession } from "@tidemark/state-manager/langgraph";
import { humanInTheLoopMiddleware } from "langchain";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, modelOf, quick, say, valuesOf } from "./desk-graph.ts";
import { OpenAIServer, type Served } from "./openai-server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-tools-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const refunds: readonly Served[] = [
  {
    calls: [
      { name: "look_up", args: { id: "a" } },
      { name: "refund", args: { id: "a", amount: 180 } },
      { name: "refund", args: { id: "b", amount: 250 } },
      { name: "refund", args: { id: "c", amount: 20 } },
    ],
  },
  "All is settled.",
];

/** A desk whose refunds over 100 need an approval; `done` lists what was really done. */
function desk(
  server: OpenAIServer,
  {
    done,
    ...options
  }: {
    readonly done: string[];
    readonly checkpointer?: SqliteSaver;
    readonly approvalSeconds?: number;
    readonly clock?: Clock;
  },
) {
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Gives refunds.",
    instructions: "Be kind.",
    reads: ["messages"],
    tools: {
      look_up: {
        description: "Looks an invoice up.",
        inputs: z.object({ id: z.string() }),
        run: ({ id }) => {
          done.push(`look ${id}`);
          return { id };
        },
      },
      refund: {
        description: "Refunds money.",
        inputs: z.object({ id: z.string(), amount: z.number().max(1000) }),
        approve: ({ inputs }) => inputs.amount > 100,
        run: ({ id, amount }, { key }) => {
          done.push(`refund ${id} ${amount} ${key.length > 0 ? "once" : ""}`);
          return { refunded: amount };
        },
      },
    },
  });
  return createAgentGraph({ ...common(), model: modelOf(server), agents: [clerk], ...options });
}

test("a tool has one rule, and no other options than a tool has", () => {
  const described = { name: "clerk", description: "Gives refunds." } as const;
  const refund = { description: "Refunds money.", inputs: z.object({ amount: z.number() }), run: () => null };
  const twice = {
    tools: { refund: { ...refund, approve: "always" as const } },
    approvals: { refund: "never" as const },
  };
  expect(() => defineAgent(Desk, { ...described, ...twice })).toThrow(/has `approve`, and a rule in `approvals`/);
  // @ts-expect-error -- the option does not exist
  expect(() => defineAgent(Desk, { ...described, tools: { refund: { ...refund, approval: "always" } } })).toThrow(
    /"approval" is not an option of the tool "refund"\. Did you mean "approve"/,
  );
});

const Question = z.object({
  requests: z.array(z.object({ payload: z.object({ arguments: z.object({ amount: z.number() }) }) })),
});

/** What a person is asked, by the amount. */
function questions(interrupts: readonly { readonly id: string; readonly value: unknown }[]) {
  return new Map(
    interrupts.map(({ id, value }) => {
      const { requests } = Question.parse(value);
      return [requests[0]?.payload.arguments.amount ?? 0, { id, value }] as const;
    }),
  );
}

async function asked(session: ReturnType<typeof openSession>) {
  return questions(await session.pending());
}

const idOf = (found: ReadonlyMap<number, { readonly id: string }>, amount: number) => found.get(amount)?.id ?? "";

/** An edit of the first call. */
const edited = (amount: number) => ({
  id: "clerk:refund:call_1_1",
  decision: "edit",
  payload: { agent: "clerk", tool: "refund", arguments: { id: "a", amount } },
});

describe("calls of tools that need an approval", () => {
  test("are asked one by one, while the others run, in any order and by any process", async () => {
    await using server = await OpenAIServer.start(refunds);
    const file = path.join(folder, "desk.db");
    const done: string[] = [];
    /** Another process has a graph, a separate saver and session. */
    const open = () => {
      const checkpointer = SqliteSaver.fromConnString(file);
      return openSession({ graph: desk(server, { done, checkpointer }), threadId: "ann", userId: "boss" });
    };
    const first = await open().send("Refund them all");
    expect(first.outcome).toBe("interrupted");
    expect(done.toSorted()).toEqual(["look a", "refund c 20 once"]);
    const found = await asked(open());
    // LangGraph 1.4.8 shows the newest of several questions of one agent, and the others after its answer.
    const shown = process.env["LOWEST_PEERS"] === undefined ? [180, 250] : [250];
    expect([...found.keys()].toSorted((one, other) => one - other)).toEqual(shown);
    const second = await open().resume(idOf(found, 250), "no");
    expect(second.outcome).toBe("interrupted");
    expect(server.asked).toHaveLength(1);
    const third = await open().resume(idOf(await asked(open()), 180), {
      id: `clerk:refund:call_1_2`,
      decision: "approve",
    });
    expect(third.outcome).toBe("done");
    expect(done.toSorted()).toEqual(["look a", "refund a 180 once", "refund c 20 once"]);
    const values = await open().state();
    expect(values?.execution_final_answer).toBe("All is settled.");
    expect(
      values?.execution_tool_executions.map(({ args, result, errorCode, approvedBy }) => [
        args["amount"] ?? args["id"],
        result ?? errorCode,
        approvedBy ?? null,
      ]),
    ).toEqual([
      ["a", { id: "a" }, null],
      [180, { refunded: 180 }, "user:boss"],
      [250, "agents/toolNotApproved", null],
      [20, { refunded: 20 }, null],
    ]);
    expect(
      values?.runtime_audit_log.map((entry: object): readonly unknown[] => [
        Reflect.get(entry, "action"),
        Reflect.get(entry, "outcome") ?? Reflect.get(entry, "by"),
      ]),
    ).toEqual([
      ["approval", "rejected"],
      ["approval", "approved"],
      ["effect", "clerk:refund"],
    ]);
    expect(Object.values(values?.runtime_usage ?? {})).toMatchObject([{ agent: "clerk", calls: 2, toolCalls: 4 }]);
  });

  test("run with the arguments that a person has edited, if they fit the tool", async () => {
    await using server = await OpenAIServer.start([
      { calls: [{ name: "refund", args: { id: "a", amount: 180 } }] },
      "Done.",
    ]);
    const done: string[] = [];
    const session = openSession({ graph: desk(server, { done }), threadId: "ann", userId: "boss" });
    await session.send("Refund it");
    const wrong = await session.resume(idOf(await asked(session), 180), edited(5000));
    expect(wrong.outcome).toBe("interrupted");
    const [question] = [...(await asked(session)).values()];
    expect(question?.value).toMatchObject({
      problem: { code: "invalidPayload", issues: [{ path: "arguments.amount" }] },
    });
    const right = await session.resume(question?.id ?? "", edited(90));
    expect(right.outcome).toBe("done");
    expect(done).toEqual(["refund a 90 once"]);
    const values = await session.state();
    expect(values?.execution_tool_executions).toMatchObject([
      { args: { id: "a", amount: 90 }, approvedBy: "user:boss" },
    ]);
    expect(values?.runtime_audit_log[0]).toMatchObject({
      action: "approval",
      decidedBy: "user:boss",
      asked: { arguments: { amount: 180 } },
      edited: { arguments: { amount: 90 } },
    });
  });

  test("are declined once their time is over, counted from when the model asked", async () => {
    await using server = await OpenAIServer.start([
      { calls: [{ name: "refund", args: { id: "a", amount: 180 } }] },
      "Too late.",
    ]);
    const done: string[] = [];
    let now = Date.parse("2030-01-31T12:00:00.000Z");
    const clock = { now: () => new Date(now).toISOString(), ...quick };
    const session = openSession({ graph: desk(server, { done, clock, approvalSeconds: 60 }), threadId: "ann" });
    await session.send("Refund it");
    now += 61_000;
    const result = await session.resume(idOf(await asked(session), 180), "yes");
    expect(result.outcome).toBe("done");
    expect(done).toEqual([]);
    const values = await session.state();
    expect(values?.execution_tool_executions).toMatchObject([{ errorCode: "agents/toolNotApproved" }]);
    expect(values?.runtime_audit_log).toMatchObject([{ action: "approval", outcome: "expired" }]);
  });

  test("wait longer than a turn may run: the time of a person does not count", async () => {
    await using server = await OpenAIServer.start([
      { calls: [{ name: "refund", args: { id: "a", amount: 180 } }] },
      "Done.",
    ]);
    const done: string[] = [];
    let now = Date.parse("2030-01-31T12:00:00.000Z");
    const clock = { now: () => new Date(now).toISOString(), ...quick };
    const session = openSession({ graph: desk(server, { done, clock }), threadId: "ann" });
    await session.send("Refund it");
    now += 3_600_000;
    await session.resume(idOf(await asked(session), 180), "yes");
    expect(done).toEqual(["refund a 180 once"]);
    const values = await session.state();
    expect(values?.execution_final_answer).toBe("Done.");
    expect(values?.execution_total_time).toBeLessThan(300);
  });

  test("that are left behind by a new message leave no call without an answer", async () => {
    await using server = await OpenAIServer.start([
      { calls: [{ name: "refund", args: { id: "a", amount: 180 } }] },
      "Hello.",
    ]);
    const done: string[] = [];
    const graph = desk(server, { done });
    await graph.invoke(say("Refund it"), config);
    const result = await graph.invoke(say("Never mind"), config);
    expect(result.execution_final_answer).toBe("Hello.");
    expect(done).toEqual([]);
  });
});

test("middleware of LangChain that asks a person pauses the run, and goes on with the answer", async () => {
  await using server = await OpenAIServer.start([
    { calls: [{ name: "refund", args: { id: "a", amount: 5 } }] },
    "Done.",
  ]);
  const done: string[] = [];
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Gives refunds.",
    reads: ["messages"],
    tools: {
      refund: {
        description: "Refunds money.",
        inputs: z.object({ id: z.string(), amount: z.number() }),
        run: ({ amount }) => {
          done.push(`refund ${amount}`);
          return null;
        },
      },
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of its options is `never` with the newest Zod
    middleware: [humanInTheLoopMiddleware({ interruptOn: { refund: true } } as never)],
  });
  const checkpointer = new MemorySaver();
  const open = () => createAgentGraph({ ...common(), checkpointer, model: modelOf(server), agents: [clerk] });
  await open().invoke(say("Refund it"), config);
  expect(done).toEqual([]);
  const result = await open().invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config);
  expect(done).toEqual(["refund 5"]);
  expect(result.execution_final_answer).toBe("Done.");
  expect((await valuesOf(open())).execution_tool_executions).toMatchObject([{ toolName: "refund", result: null }]);
});

test("a rule for a tool that the agent does not have is refused at once", () => {
  expect(() =>
    defineAgent(Desk, {
      name: "clerk",
      description: "Gives refunds.",
      reads: [],
      tools: { refund: { description: "Refunds.", inputs: z.object({}), run: () => null } },
      // @ts-expect-error there is no such tool
      approvals: { refunds: "always" },
    }),
  ).toThrow('Did you mean "refund"?');
});
