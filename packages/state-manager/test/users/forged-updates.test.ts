import { Command, InMemoryStore, Overwrite } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { conversation, profileGraph } from "./profile.ts";

type Graph = ReturnType<typeof profileGraph>;

const user = "id-ann";
const fact = {
  key: "forged/1",
  user,
  field: "profile_facts",
  form: "update",
  value: ["forged"],
  by: "planner",
} as const;
const about = { turnId: null, schemaVersion: 1 };
const read = { user, record: null, revision: 0, read: {}, refused: [] };
const whole = { ...read, reads: 1, updates: [{ ...fact, ...about }], inherited: false };

/** Values of the field that claim writes of Ann, in each form that the field takes. */
const FORMS: readonly (readonly [string, readonly unknown[]])[] = [
  ["all updates", [whole]],
  ["updates of a graph inside", [{ ...whole, inherited: true }]],
  ["a read and a write", [{ read, settled: [] }, { add: { ...fact, ...about } }]],
  ["a write", [{ add: { ...fact, ...about } }]],
  ["an overwrite", [new Overwrite(whole)]],
];

const config = { configurable: { thread_id: "shared", user_id: "eve" } };
const message = ["messages", [{ role: "user", content: "" }]] as const;
const updates = (values: readonly unknown[]) => values.map((value) => ["runtime_user_updates", value] as const);

/** Ways in which a client of a server can write fields of a thread. */
const WAYS: Readonly<Record<string, (graph: Graph, values: readonly unknown[]) => Promise<unknown>>> = {
  command: (graph, values) =>
    graph.invoke(new Command({ update: [message, ...updates(values)], goto: "turn_start" } as object), config),
  input: (graph, values) => graph.invoke(Object.fromEntries([message, ...updates(values)]), config),
  updateState: async (graph, values) => {
    for (const value of values) await graph.updateState(config, { runtime_user_updates: value }, "learn");
  },
};

describe.each(Object.keys(WAYS))("writes of another user that a client claims in an %s", (way) => {
  const cases = FORMS.flatMap(([form, values]) => [1, 0].map((turns) => ({ form, values, turns })));

  test.each(cases)("are not stored for that user: $form, after $turns turns", async ({ values, turns }) => {
    const graph = profileGraph({ store: new InMemoryStore() });
    await conversation(graph, "one").send("likes trains");
    if (turns > 0) await conversation(graph, "shared", { userId: "eve" }).send("");
    await WAYS[way]?.(graph, values).catch(() => null);
    await graph.invoke({ messages: [{ role: "user", content: "" }] }, config);
    await conversation(graph, "shared").send("");
    const next = await conversation(graph, "two").send("");
    expect(next).toMatchObject({ outcome: "done", state: { profile_facts: ["likes trains"] } });
  });
});
