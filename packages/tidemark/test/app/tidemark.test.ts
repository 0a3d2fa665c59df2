import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { END, START, StateGraph } from "@langchain/langgraph";
import { AgentState, defineState, extendState, field, fieldGroups, tidemark, toStateSchema } from "tidemark";
import { sqlite } from "tidemark/sqlite";
import { scriptedModel } from "tidemark/testing";
import { afterAll, describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-app-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const Desk = defineState({
  version: 1,
  fields: { city: field(z.string().nullable(), { default: null, owner: "travel", lifetime: "thread" }) },
});
const desk = tidemark(Desk);

/** A desk for travel that hands invoices over. */
function program(storage: ReturnType<typeof sqlite>, ...script: Parameters<typeof scriptedModel>[0]) {
  const paid: unknown[] = [];
  const refunds = desk.agent({
    name: "refunds",
    instructions: "Look the invoice up before you pay.",
    tools: {
      refund: {
        description: "Refunds an invoice.",
        inputs: z.object({ id: z.string(), amount: z.number() }),
        approve: ({ inputs }) => inputs.amount > 100,
        run: ({ id, amount }, { key }) => {
          paid.push({ id, amount, hasKey: key !== "" });
          return { refunded: amount };
        },
      },
    },
  });
  const travel = desk.agent({
    name: "travel",
    writes: ["city"],
    tools: {
      travel_to: {
        description: "Notes the destination.",
        inputs: z.object({ city: z.string() }),
        run: ({ city }, { update }) => {
          update({ city });
          return { city };
        },
      },
    },
    handoffs: ["refunds"],
  });
  return { paid, app: desk.app({ agents: [travel, refunds], model: scriptedModel(script), storage }) };
}

const call = (name: string, args: Readonly<Record<string, unknown>>) => ({ toolCalls: [{ name, args }] });
const script = [
  call("transfer_to_refunds", { reason: "user_request" }),
  call("refund", { id: "a", amount: 180 }),
  "Refunded.",
] as const;

describe("an application of two agents", () => {
  test("starts with the first, hands over, asks, pays once and answers", async () => {
    const { paid, app } = program(sqlite(":memory:"), ...script);
    const kim = app.session("kim");
    const turn = await kim.send("Refund invoice a");
    expect(paid).toEqual([]);
    if (turn.status !== "waiting") throw new Error(turn.status);
    expect(turn.approvals).toMatchObject([{ kind: "approval", payload: { arguments: { id: "a", amount: 180 } } }]);
    const done = await kim.approve(turn.approvals[0]);
    expect(done).toMatchObject({ status: "done", answer: "Refunded." });
    expect(paid).toEqual([{ id: "a", amount: 180, hasKey: true }]);
    await app.close();
  });

  test("pays what a person has changed, and nothing that a person has rejected", async () => {
    const edited = program(sqlite(":memory:"), ...script);
    const kim = edited.app.session("kim");
    await kim.send("Refund invoice a");
    const [request] = await kim.approvals();
    await kim.approve(request, { edit: { ...request?.payload, arguments: { id: "a", amount: 80 } } });
    expect(edited.paid).toMatchObject([{ amount: 80 }]);
    const rejected = program(sqlite(":memory:"), ...script);
    const ann = rejected.app.session("ann");
    await ann.send("Refund invoice a");
    expect(await ann.reject((await ann.approvals())[0], "Too much.")).toMatchObject({ status: "done" });
    expect(rejected.paid).toEqual([]);
  });

  test("continues in another process with the same file", async () => {
    const file = path.join(folder, "desk.db");
    const before = program(sqlite(file), ...script.slice(0, 2));
    await before.app.session("kim").send("Refund invoice a");
    await before.app.close();
    const after = program(sqlite(file), "Refunded.", call("travel_to", { city: "Oslo" }), "Bon voyage.");
    const kim = after.app.session("kim");
    expect(await kim.approve((await kim.approvals())[0])).toMatchObject({ status: "done", answer: "Refunded." });
    expect(after.paid).toHaveLength(1);
    await kim.send("I go to Oslo");
    const state = await kim.state();
    expectTypeOf(state.city).toEqualTypeOf<string | null>();
    expect(state.city).toBe("Oslo");
    await after.app.close();
  });

  test("is an ordinary compiled graph, which keeps threads in memory without a storage", async () => {
    const clerk = desk.agent({ name: "clerk", instructions: "Be kind." });
    const app = desk.app({ agents: [clerk], model: scriptedModel(["Hello.", "Hello again."]) });
    const config = { configurable: { thread_id: "kim" } };
    const state = await app.graph.invoke({ messages: [{ role: "user", content: "Hi" }] }, config);
    expect(state.execution_final_answer).toBe("Hello.");
    expect(await app.session("kim").send("Hi")).toMatchObject({ answer: "Hello again." });
    await app.close();
  });
});

describe("tidemark", () => {
  test("makes nodes of a custom graph", async () => {
    const note = desk.node({ agent: "travel", run: () => ({ city: "Oslo" }) });
    const graph = new StateGraph(toStateSchema(desk.state))
      .addNode("note", note)
      .addEdge(START, "note")
      .addEdge("note", END)
      .compile();
    expect((await graph.invoke({})).city).toBe("Oslo");
  });

  test("keeps the fields of a state that already extends AgentState", () => {
    const Own = extendState(AgentState, { version: 3, fields: Desk.fields });
    const { state } = tidemark(Own);
    expect(state.version).toBe(3);
    expect(state.fields.messages).toBe(AgentState.fields.messages);
    expect(Object.keys(state.fields)).toEqual(expect.arrayContaining(["city", "execution_tool_executions"]));
  });

  test("keeps the records of a state with fields of users", () => {
    const tone = field(z.string(), { default: "", lifetime: "user" });
    const { state } = tidemark(defineState({ version: 1, fields: { tone } }));
    expect(Object.keys(state.fields)).toEqual(expect.arrayContaining(["tone", "runtime_user_updates", "messages"]));
  });

  test("adds the fields that options need, for nobody to name them", async () => {
    const clerk = desk.agent({ name: "clerk", instructions: "Be kind." });
    const app = desk.app({
      agents: [clerk],
      model: scriptedModel(["Hello."]),
      guardrails: [
        { name: "poems", beforeTurn: ({ text }) => (/poem/.test(text) ? { refuse: "no poems here" } : null) },
      ],
      conversation: { window: { max: 10 }, summary: { summarize: () => "They greeted." } },
    });
    expect(await app.session("kim").send("Hi")).toMatchObject({ status: "done", answer: "Hello." });
    const names = Object.keys(app.graph.channels);
    expect(names).toEqual(expect.arrayContaining(Object.keys({ ...fieldGroups.guardrails, ...fieldGroups.summary })));
    expect(Object.keys(desk.state.fields)).not.toEqual(expect.arrayContaining(Object.keys(fieldGroups.guardrails)));
  });

  test("reports mistakes where they are made", () => {
    const tools = { look: { description: "Looks.", inputs: z.object({ id: z.string() }), run: () => null } };
    // @ts-expect-error -- the field is not in the state
    expect(() => desk.agent({ name: "a", reads: ["desk_town"], tools })).toThrow(/desk_town/);
    // @ts-expect-error -- the field is owned by another agent
    expect(() => desk.agent({ name: "a", writes: ["city"], tools })).toThrow(/travel/);
    // @ts-expect-error -- the option does not exist
    expect(() => desk.agent({ name: "a", tools, instruction: "Be kind." })).toThrow(/instruction/);
    // @ts-expect-error -- the field is owned by another agent
    desk.node({ agent: "refunds", run: () => ({ city: "Oslo" }) });
    // @ts-expect-error -- the value does not fit
    desk.node({ agent: "travel", run: () => ({ city: 1 }) });
    const clerk = desk.agent({ name: "clerk", tools });
    // @ts-expect-error -- there is no such agent
    expect(() => desk.app({ agents: [clerk], model: scriptedModel([]), entry: "clark" })).toThrow(/clark/);
    // @ts-expect-error -- the saver is part of the storage
    expect(() => desk.app({ agents: [clerk], model: scriptedModel([]), checkpointer: true })).toThrow(/checkpointer/);
    // @ts-expect-error -- the state is known
    expect(() => desk.app({ agents: [clerk], model: scriptedModel([]), state: Desk })).toThrow(/state/);
    // @ts-expect-error -- the argument of the call is a text
    desk.agent({ name: "b", tools: { look: { ...tools.look, approve: ({ inputs }) => inputs.id > 100 } } });
    // @ts-expect-error -- the tool has no such argument
    desk.agent({ name: "c", tools: { look: { ...tools.look, approve: ({ inputs }) => inputs.amount > 100 } } });
  });
});

test("an application whose rule asks another person than the requester adds the field with the requester", async () => {
  const paid: number[] = [];
  const clerk = desk.agent({
    name: "clerk",
    tools: {
      pay: {
        description: "Pays.",
        inputs: z.object({ amount: z.number() }),
        approve: { when: ({ inputs }) => inputs.amount > 100, notRequester: true },
        run: ({ amount }) => paid.push(amount),
      },
    },
  });
  const app = desk.app({ agents: [clerk], model: scriptedModel([call("pay", { amount: 500 }), "Paid."]) });
  const ann = app.session("1", { userId: "ann" });
  const turn = await ann.send("Pay");
  const [request] = turn.status === "waiting" ? turn.approvals : [];
  expect((await ann.approve(request)).status).toBe("notAllowed");
  expect((await app.session("1", { userId: "kim" }).approve(request)).status).toBe("done");
  expect(paid).toEqual([500]);
});
