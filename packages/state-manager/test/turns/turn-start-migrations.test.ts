import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineMigrations } from "@tidemark/state-manager";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const counted = (version: number, unit: "money" | "cents") =>
  extendState(AgentState, {
    version,
    fields: fields("till", {
      amounts: field({
        description: `What was paid, in ${unit}.`,
        schema: z.array(z.number()),
        default: () => [],
        lifetime: "thread",
        reducer: append<number>(),
      }),
      sum: field({ description: `All of it, in ${unit}.`, schema: z.number(), default: () => 0, lifetime: "thread" }),
    }),
  });
const Money = counted(1, "money");
const Cents = counted(2, "cents");
const cents = (value: unknown) => z.number().parse(value) * 100;
const toCents = defineMigrations(Cents, [
  {
    to: 2,
    description: "Cents.",
    change: { till_sum: cents, till_amounts: (amounts) => z.array(z.unknown()).parse(amounts).map(cents) },
  },
]);
const till = (start: ReturnType<typeof turnStart<typeof Money>>, saver: MemorySaver) =>
  new StateGraph(toStateSchema(Money))
    .addNode("turn_start", start)
    .addNode("pay", ({ till_sum: sum }) => ({ till_amounts: [1], till_sum: sum + 1 }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "pay")
    .addEdge("pay", END)
    .compile({ checkpointer: saver });
const config = { configurable: { thread_id: "t" } };

describe("turnStart with migrations, if the checkpointer cannot be wrapped", () => {
  test("migrates values of an older version at the next turn, once, and does not change a new thread", async () => {
    const saver = new MemorySaver();
    await till(turnStart(Money), saver).invoke({}, config);
    const migrating = till(turnStart(Cents, { migrations: toCents }), saver);
    expect(await migrating.invoke({}, config)).toMatchObject({
      till_amounts: [100, 1],
      till_sum: 101,
      runtime_schema_version: 2,
    });
    expect(await migrating.invoke({}, config)).toMatchObject({ till_amounts: [100, 1, 1], till_sum: 102 });
    expect(await migrating.invoke({}, { configurable: { thread_id: "new" } })).toMatchObject({ till_sum: 1 });
  });

  test("applies the writes of the turn to the migrated value", async () => {
    const saver = new MemorySaver();
    const Spelled = { ...AgentState, version: 2 };
    const migrations = defineMigrations(Spelled, [
      {
        to: 2,
        description: "Contexts know their source.",
        change: {
          capability_context_data: (contexts) => Object.assign({}, contexts, { MIGRATED: { first: { from: "step" } } }),
        },
      },
    ]);
    const graph = (start: ReturnType<typeof turnStart<typeof AgentState>>, found: object) =>
      new StateGraph(toStateSchema(AgentState))
        .addNode("turn_start", start)
        .addNode("find", () => ({ capability_context_data: { ...found } }))
        .addEdge(START, "turn_start")
        .addEdge("turn_start", "find")
        .addEdge("find", END)
        .compile({ checkpointer: saver });
    const sea = { first: { at: "sea" } };
    await graph(turnStart(AgentState), { FOUND: sea, KEPT: sea }).invoke({}, config);
    const next = graph(turnStart(Spelled, { migrations, forget: ["FOUND"] }), {});
    expect((await next.invoke({}, config)).capability_context_data).toEqual({
      KEPT: sea,
      MIGRATED: { first: { from: "step" } },
    });
  });

  test("requires the migrating saver for a step that reads removed fields", async () => {
    const saver = new MemorySaver();
    await till(turnStart(Money), saver).invoke({}, config);
    const renamed = defineMigrations(Cents, [{ to: 2, description: "Renamed.", rename: { till_total: "till_sum" } }]);
    const started = till(turnStart(Cents, { migrations: renamed }), saver).invoke({}, config);
    await expect(started).rejects.toMatchObject({ code: "state-manager/needsMigratingSaver", details: { to: 2 } });
  });

  test("refuses a thread of a newer version", async () => {
    const saver = new MemorySaver();
    await till(turnStart(Cents), saver).invoke({}, config);
    await expect(till(turnStart(Money), saver).invoke({}, config)).rejects.toMatchObject({
      code: "state-manager/newerVersion",
    });
  });
});
