import { END, InMemoryStore, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { append } from "@tidemark/reducers";
import { defineState, field, fieldGroups, fields, type StateDeclaration } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineMigrations, type Migrations, stateManagerErrors } from "../../src/index.ts";
import { migratingSaver, turnEnd, turnStart } from "../../src/langgraph.ts";

const name = field({ description: "Name.", schema: z.string(), default: () => "", lifetime: "user" });
const strings = { schema: z.array(z.string()), default: (): string[] => [], lifetime: "user" as const };
const facts = field({ description: "Facts.", ...strings, reducer: append<string>() });
const records = field({
  description: "Facts with their source.",
  schema: z.array(z.object({ text: z.string() })),
  default: () => [],
  lifetime: "user",
  reducer: append<{ text: string }>(),
});
const { runtime_turn_id } = fieldGroups.turn;

const First = defineState({ version: 1, fields: { runtime_turn_id, ...fields("profile", { name, facts }) } });
const Second = defineState({
  version: 2,
  fields: { runtime_turn_id, ...fields("profile", { given: name, initial: name, records }) },
});

const migrations = defineMigrations(Second, [
  {
    to: 2,
    description: "Facts are records, and the name has a short form.",
    rename: { profile_name: "profile_given", profile_facts: "profile_records" },
    change: { profile_records: (value) => (Array.isArray(value) ? value.map((text: unknown) => ({ text })) : []) },
    add: { profile_initial: ({ profile_given: given }) => String(given).slice(0, 1) },
  },
]);

/** Runs one turn that returns an update. Without `ends`, the update stays in the thread. */
function run<State extends StateDeclaration>(
  state: State,
  storage: { readonly store: InMemoryStore; readonly checkpointer?: MemorySaver },
  {
    update = {},
    ends = true,
    thread = "one",
    with: steps,
  }: {
    readonly update?: object;
    readonly ends?: boolean;
    readonly thread?: string;
    readonly with?: Migrations<State>;
  } = {},
) {
  const graph = new StateGraph(toStateSchema(state))
    .addNode("turn_start", turnStart(state, { ...(steps !== undefined && { migrations: steps }) }))
    .addNode("write", () => ({ ...update }))
    .addNode("turn_end", ends ? turnEnd(state) : () => ({}))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "write")
    .addEdge("write", "turn_end")
    .addEdge("turn_end", END)
    .compile(storage);
  return graph.invoke({}, { configurable: { thread_id: thread, user_id: "ann" } });
}

describe("stored values of an older version of the state", () => {
  test("are migrated when they are read, and stored in the new shape with the next write", async () => {
    const store = new InMemoryStore();
    await run(First, { store }, { update: { profile_name: "Ann", profile_facts: ["tall"] } });
    expect(await run(Second, { store }, { with: migrations })).toMatchObject({
      profile_given: "Ann",
      profile_initial: "A",
      profile_records: [{ text: "tall" }],
    });
    await run(Second, { store }, { with: migrations, update: { profile_records: [{ text: "kind" }] } });
    const [item] = await store.search(["tidemark"]);
    expect(item?.value["fields"]).toMatchObject({
      profile_given: { value: "Ann", schemaVersion: 2, by: "write" },
      profile_records: { value: [{ text: "tall" }, { text: "kind" }], schemaVersion: 2, version: 2 },
      profile_initial: { value: "A", by: "migration" },
    });
    expect(item?.value["fields"]).not.toHaveProperty("profile_name");
  });

  test("are refused if they do not match and there is no migration", async () => {
    const store = new InMemoryStore();
    await run(First, { store }, { update: { profile_facts: ["tall"] } });
    const Wrong = defineState({ version: 2, fields: { runtime_turn_id, ...fields("profile", { facts: records }) } });
    const error: unknown = await run(Wrong, { store }).catch((reason: unknown) => reason);
    expect(stateManagerErrors.invalidUserValue.is(error)).toBe(true);
    expect(String(error)).toContain("profile_facts");
  });

  test("are refused if a newer program wrote them", async () => {
    const store = new InMemoryStore();
    const Newer = defineState({ version: 3, fields: First.fields });
    await run(Newer, { store }, { update: { profile_name: "Ann" } });
    const error: unknown = await run(First, { store }).catch((reason: unknown) => reason);
    expect(stateManagerErrors.newerVersion.is(error)).toBe(true);
  });

  test("of a graph with another state are left as they are", async () => {
    const store = new InMemoryStore();
    const Other = defineState({ version: 7, fields: { runtime_turn_id, ...fields("garden", { name }) } });
    await run(Other, { store }, { update: { garden_name: "Oak Lane" } });
    await run(First, { store }, { update: { profile_name: "Ann" } });
    await run(Second, { store }, { with: migrations, update: { profile_initial: "B" } });
    expect(await run(Other, { store })).toMatchObject({ garden_name: "Oak Lane" });
  });
});

test("updates that wait in a thread of an older version are migrated before they are stored", async () => {
  const [store, checkpointer] = [new InMemoryStore(), new MemorySaver()];
  await run(First, { store, checkpointer }, { update: { profile_name: "Ann" } });
  await run(First, { store, checkpointer }, { update: { profile_facts: ["tall"], profile_name: "Anna" }, ends: false });
  await run(Second, { store }, { with: migrations, thread: "two", update: { profile_records: [{ text: "kind" }] } });
  // The migrating turn of the same thread stores what waits in it.
  const saver = migratingSaver(checkpointer, migrations);
  const graph = new StateGraph(toStateSchema(Second))
    .addNode("turn_start", turnStart(Second))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", END)
    .compile({ checkpointer: saver, store });
  await graph.invoke({}, { configurable: { thread_id: "one", user_id: "ann" } });
  expect((await graph.getState({ configurable: { thread_id: "one" } })).values).toMatchObject({
    profile_given: "Anna",
    profile_records: [{ text: "kind" }, { text: "tall" }],
  });
});
