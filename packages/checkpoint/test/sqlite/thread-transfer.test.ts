import assert from "node:assert/strict";
import { HumanMessage } from "@langchain/core/messages";
import { Annotation, Command, DeltaValue, END, interrupt, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkpointErrors } from "../../src/index.ts";
import type { ThreadDocument } from "../../src/index.ts";
import { type SqliteSaver, sqliteSaver } from "../../src/sqlite.ts";

const thread = (id: string) => ({ configurable: { thread_id: id } });

const State = Annotation.Root({
  log: Annotation<unknown[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
  name: Annotation<string>,
});

const inner = new StateGraph(State)
  .addNode("ask", ({ name }) => ({ log: [name === "ask" ? interrupt("?") : new Date(0)] }))
  .addEdge(START, "ask")
  .addEdge("ask", END)
  .compile();

const graph = (saver: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("echo", ({ name }) => ({ log: [new HumanMessage({ id: name, content: name.repeat(300) })] }))
    .addNode("inner", inner)
    .addEdge(START, "echo")
    .addEdge("echo", "inner")
    .addEdge("inner", END)
    .compile({ checkpointer: saver });

async function all(saver: BaseCheckpointSaver, id: string): Promise<CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list(thread(id))) tuples.push(tuple);
  return tuples;
}

const facts = ({ checkpoint, metadata, pendingWrites, parentConfig }: CheckpointTuple) => {
  const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
  return { checkpoint, metadata, pendingWrites, parent };
};

const rows = (saver: SqliteSaver): unknown =>
  saver.database
    .prepare(
      `SELECT (SELECT count(*) FROM tidemark_values) AS "values", (SELECT count(*) FROM tidemark_documents) AS documents,
         (SELECT count(*) FROM checkpoints) AS checkpoints, (SELECT count(*) FROM tidemark_writes) AS writes`,
    )
    .get();

const nothing = { values: 0, documents: 0, checkpoints: 0, writes: 0 };

async function written(): Promise<SqliteSaver> {
  const saver = sqliteSaver();
  const app = graph(saver);
  await app.invoke({ name: "a" }, thread("t"));
  const [fork] = await all(saver, "t");
  await app.invoke({ name: "b" }, thread("t"));
  if (fork !== undefined) await app.invoke({ name: "c" }, fork.config);
  await app.invoke({ name: "ask" }, thread("t"));
  return saver;
}

test("a thread goes through JSON to another database, whole, and lives on there", async () => {
  const saver = await written();
  const document = JSON.stringify(await saver.exportThread("t"));
  const other = sqliteSaver();
  expect(await other.importThread(JSON.parse(document))).toBe("t");
  expect(await other.importThread(JSON.parse(document), { threadId: "copy" })).toBe("copy");
  for (const id of ["t", "copy"]) {
    assert.deepStrictEqual((await all(other, id)).map(facts), (await all(saver, "t")).map(facts));
  }
  const resumed = await graph(other).invoke(new Command({ resume: "yes" }), thread("copy"));
  expect(resumed.log.at(-1)).toBe("yes");
  await other.deleteThread("t");
  await other.deleteThread("copy");
  expect(rows(other)).toMatchObject({ values: 0, documents: 0, checkpoints: 0, writes: 0 });
});

test("a thread with a delta channel goes with what it is put together from", async () => {
  const Delta = new StateSchema({
    log: new DeltaValue(
      z.array(z.string()).default(() => []),
      {
        reducer: (current: string[], updates: string[][]) => [...current, ...updates.flat()],
      },
    ),
  });
  const on = (saver: BaseCheckpointSaver) =>
    new StateGraph(Delta)
      .addNode("echo", () => ({ log: ["echo"] }))
      .addEdge(START, "echo")
      .addEdge("echo", END)
      .compile({ checkpointer: saver });
  const saver = sqliteSaver();
  for (const said of ["a", "b", "c"]) await on(saver).invoke({ log: [said] }, thread("t"));
  const other = sqliteSaver();
  await other.importThread(await saver.exportThread("t"));
  expect((await on(other).getState(thread("t"))).values).toEqual((await on(saver).getState(thread("t"))).values);
});

test("a document says each value once, and is refused where it would overwrite", async () => {
  const saver = await written();
  const document = await saver.exportThread("t");
  expect(document.values.length).toBe(Reflect.get(Object(rows(saver)), "values"));
  await expect(saver.importThread(document)).rejects.toThrow(/exists already/);
  await expect(saver.exportThread("nobody")).rejects.toThrow(/"nobody" does not exist/);
});

test("a document from anywhere is stored whole and can be read, or is refused and leaves nothing", async () => {
  const text = JSON.stringify(await (await written()).exportThread("t"));
  const place = fc.record({
    at: fc.nat(),
    put: fc.oneof(
      fc.constantFrom("0", "9", "-1", "null", "{}", "[]", '"x"', '"__proto__"', "1e9", '{"lc":1,"type":"constructor"}'),
      fc.constantFrom('{"~":"date","v":1}', "[[[]]]", '{"o":{}}', '{"p":{"ts":["x"]}}', ""),
    ),
    cut: fc.nat(12),
  });
  await fc.assert(
    fc.asyncProperty(place, async ({ at, put, cut }) => {
      const start = at % text.length;
      let document: unknown;
      try {
        document = JSON.parse(text.slice(0, start) + put + text.slice(start + cut));
      } catch {
        document = put;
      }
      const saver = sqliteSaver();
      try {
        await saver.importThread(document, { threadId: "t" });
      } catch (error) {
        assert.ok(checkpointErrors.unreadable.is(error), String(error));
        assert.equal(JSON.stringify(rows(saver)), JSON.stringify(nothing));
        return;
      }
      await all(saver, "t");
      await saver.exportThread("t");
      await saver.deleteThread("t");
      expect(rows(saver)).toMatchObject({ values: 0, documents: 0, checkpoints: 0, writes: 0 });
    }),
  );
});

const nested = (levels: number, around: (value: unknown) => unknown) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = around(value);
  return value;
};
const listed = (value: unknown) => [value];
type Draft = { -readonly [Key in keyof ThreadDocument]: ThreadDocument[Key] };
const checkpointSnapshot = (channel_values: unknown, version: unknown = 1) => ({
  base: null,
  tree: {
    o: {
      v: [4],
      ts: [""],
      channel_values: { o: { x: channel_values } },
      channel_versions: { o: { x: [version] } },
      versions_seen: { o: {} },
    },
  },
});
const replaced = (draft: Draft, tree: ThreadDocument["trees"][number], values: readonly unknown[] = []) => {
  const [first] = draft.checkpoints;
  Object.assign(draft, { values, writes: [], trees: [tree], checkpoints: [{ ...first, parent: null, tree: 0 }] });
};

test("a document that no saver could have written is refused, and nothing of it is stored", async () => {
  const text = JSON.stringify(await (await written()).exportThread("t"));
  const forgeries: Readonly<Record<string, (draft: Draft) => void>> = {
    "two checkpoints in one place": (draft) =>
      void (draft.checkpoints = draft.checkpoints.flatMap((row) => [row, row])),
    "two writes in one place": (draft) => void (draft.writes = draft.writes.flatMap((row) => [row, row])),
    "a checkpoint after itself": (draft) =>
      void (draft.checkpoints = draft.checkpoints.map((row) => ({ ...row, parent: row.id }))),
    "two checkpoints after each other": (draft) => {
      const [one, other] = draft.checkpoints.filter(({ namespace }) => namespace === "").map(({ id }) => id);
      draft.checkpoints = draft.checkpoints.map((row) =>
        row.id === one ? { ...row, parent: other ?? "" } : row.id === other ? { ...row, parent: one ?? "" } : row,
      );
    },
    "an id that nobody could ask for": (draft) =>
      void (draft.checkpoints = draft.checkpoints.map((row) => ({ ...row, id: "" }))),
    "a version that cannot grow": (draft) => replaced(draft, checkpointSnapshot([1], 1e300)),
    "a value that is too deep": (draft) => replaced(draft, checkpointSnapshot(0), [nested(3_000, listed)]),
    "a small value that is too deep": (draft) => replaced(draft, checkpointSnapshot([nested(3_000, listed)])),
    "a tree that is too deep": (draft) =>
      replaced(draft, checkpointSnapshot(nested(3_000, (value) => ({ a: [value] })))),
    "notes that are too deep": (draft) =>
      void (draft.checkpoints = draft.checkpoints.map((row) => ({ ...row, metadata: { x: nested(3_000, listed) } }))),
    "a tree on too many others": (draft) => {
      replaced(draft, checkpointSnapshot([1]));
      draft.checkpoints = draft.checkpoints.map((row) => ({ ...row, tree: 60_000 }));
      draft.trees = [
        ...draft.trees,
        ...Array.from({ length: 60_000 }, (_, base) => ({ base, tree: { p: { ts: [String(base)] } } })),
      ];
    },
  };
  const saver = sqliteSaver();
  for (const [name, forge] of Object.entries(forgeries)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was exported
    const draft = JSON.parse(text) as Draft;
    forge(draft);
    const refused: unknown = await saver.importThread(draft).catch((error: unknown) => error);
    assert.ok(checkpointErrors.unreadable.is(refused), name);
    expect(rows(saver)).toEqual(nothing);
  }
  await expect(saver.importThread(JSON.parse(text), { threadId: "" })).rejects.toThrow(/has no thread_id/);
  await saver.importThread(JSON.parse(text));
  await expect(saver.copyThread("t", "")).rejects.toThrow(/has no thread_id/);
});

test("parts of a document are exchanged for anything without harm", async () => {
  const document: unknown = JSON.parse(JSON.stringify(await (await written()).exportThread("t")));
  const saver = sqliteSaver();
  const wrong = fc.oneof(
    fc.constantFrom<unknown>(null, -1, 1e9, "x", [], {}, [[]], { o: {} }, { s: [0, 1, [0]] }, { p: { v: 0 } }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 7 }), wrong, async (path, value) => {
      const copy: unknown = structuredClone(document);
      let at: unknown = copy;
      for (const [depth, step] of path.entries()) {
        if (typeof at !== "object" || at === null) break;
        const keys = Object.keys(at);
        const key = keys[step % Math.max(1, keys.length)];
        if (key === undefined) break;
        const next: unknown = Reflect.get(at, key);
        if (depth === path.length - 1 || typeof next !== "object" || next === null) {
          Reflect.set(at, key, value);
          break;
        }
        at = next;
      }
      try {
        await saver.importThread(copy, { threadId: "t" });
        await all(saver, "t");
      } catch (error) {
        assert.ok(checkpointErrors.unreadable.is(error), String(error));
      }
      await saver.deleteThread("t");
      expect(rows(saver)).toMatchObject({ values: 0, documents: 0, checkpoints: 0, writes: 0 });
    }),
  );
});
