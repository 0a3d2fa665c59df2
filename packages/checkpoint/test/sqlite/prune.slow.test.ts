import { Annotation, Command, DeltaValue, END, interrupt, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sqliteSaver, type SqliteSaver } from "../../src/sqlite.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
  name: Annotation<string>,
});

const echo = (saver: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("echo", ({ name }) => ({ log: [name.repeat(300)] }))
    .addNode("ask", ({ name }) => (name === "ask" ? { log: [String(interrupt("?"))] } : {}))
    .addEdge(START, "echo")
    .addEdge("echo", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: saver });

const thread = (id: string) => ({ configurable: { thread_id: id } });

async function all(saver: BaseCheckpointSaver, id: string): Promise<CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list(thread(id))) tuples.push(tuple);
  return tuples;
}

/** What of the store nothing needs: values without a name, documents without a use. */
const waste = (saver: SqliteSaver): unknown[] =>
  saver.database
    .prepare(
      `SELECT 'value', id FROM tidemark_values WHERE id NOT IN (SELECT value FROM tidemark_uses)
       UNION SELECT 'use', document FROM tidemark_uses WHERE document NOT IN (SELECT id FROM tidemark_documents)
       UNION SELECT 'dangling', value FROM tidemark_uses WHERE value NOT IN (SELECT id FROM tidemark_values)
       UNION SELECT 'document', id FROM tidemark_documents d WHERE uses = 0 AND NOT EXISTS (SELECT 1 FROM tidemark_documents WHERE base = d.id)
       UNION SELECT 'base', id FROM tidemark_documents WHERE base NOT IN (SELECT id FROM tidemark_documents)`,
    )
    .all();

const facts = ({ checkpoint, pendingWrites, metadata }: CheckpointTuple) => ({
  checkpoint,
  pendingWrites,
  metadata,
});

describe("prune", () => {
  test("keeps so many of the newest checkpoints, whole, and goes on from them", async () => {
    const saver = sqliteSaver();
    const app = echo(saver);
    for (const name of ["a", "b", "c", "d"]) await app.invoke({ name }, thread("t"));
    const before = (await all(saver, "t")).map(({ checkpoint }) => checkpoint);
    expect(await saver.prune("t", { keepLast: 3 })).toBe(before.length - 3);
    const after = await all(sqliteSaver({ database: saver.database }), "t");
    assert.deepStrictEqual(
      after.map(({ checkpoint }) => checkpoint),
      before.slice(0, 3),
    );
    expect(after.at(-1)?.parentConfig).toBeUndefined();
    expect(waste(saver)).toEqual([]);
    expect((await app.invoke({ name: "e" }, thread("t"))).log).toHaveLength(5);
    expect(await saver.prune("t", { keepLast: 100 })).toBe(0);
  });

  test("keeps so many turns, or what is younger", async () => {
    const saver = sqliteSaver();
    for (const name of ["a", "b", "c"]) await echo(saver).invoke({ name }, thread("t"));
    await saver.prune("t", { keepTurns: 2 });
    expect((await all(saver, "t")).filter(({ metadata }) => metadata?.source === "input")).toHaveLength(2);
    await saver.prune("t", { olderThan: "9999-01-01T00:00:00Z" });
    expect(await all(saver, "t")).toHaveLength(1);
    expect(waste(saver)).toEqual([]);
  });

  test("keeps an interrupt that waits on a branch that was left", async () => {
    const saver = sqliteSaver();
    const app = echo(saver);
    await app.invoke({ name: "a" }, thread("t"));
    const [fork] = await all(saver, "t");
    await app.invoke({ name: "ask" }, thread("t"));
    const [waiting] = await all(saver, "t");
    assert.ok(waiting !== undefined);
    await app.invoke({ name: "b" }, fork?.config ?? {});
    await saver.prune("t", { keepLast: 1 });
    expect(await all(saver, "t")).toHaveLength(2);
    const resumed = await app.invoke(new Command({ resume: "yes" }), waiting.config);
    expect(resumed.log.at(-1)).toBe("yes");
  });

  test("leaves nothing of the subgraphs of turns that went, and lets one that waits go on", async () => {
    const inner = new StateGraph(State)
      .addNode("ask", ({ name }) => ({ log: [name === "ask" ? String(interrupt("?")) : "said"] }))
      .addEdge(START, "ask")
      .addEdge("ask", END);
    for (const remembers of [false, true]) {
      const saver = sqliteSaver();
      const app = new StateGraph(State)
        .addNode("inner", inner.compile(remembers ? { checkpointer: true } : {}))
        .addEdge(START, "inner")
        .addEdge("inner", END)
        .compile({ checkpointer: saver });
      for (const name of ["a", "b", "c", "ask"]) await app.invoke({ name }, thread("t"));
      const [waiting] = await all(saver, "t");
      const before = await all(saver, "t");
      await saver.prune("t", { keepLast: 1 });
      const left = await all(saver, "t");
      expect(left.map(facts)).toEqual(
        before.map(facts).filter(({ checkpoint: { id } }) => left.some(({ checkpoint }) => checkpoint.id === id)),
      );
      expect(new Set(left.map(({ config }) => String(config.configurable?.["checkpoint_ns"]))).size).toBe(2);
      expect(left[0]?.checkpoint.id).toBe(waiting?.checkpoint.id);
      expect(waste(saver)).toEqual([]);
      const resumed = await app.invoke(new Command({ resume: "yes" }), thread("t"));
      expect(resumed.log.at(-1)).toBe("yes");
    }
  });

  test.each([1, 2, 3, 100])(
    "keeps what a delta channel is put together from, with a snapshot after %i updates",
    async (each) => {
      const Delta = new StateSchema({
        log: new DeltaValue(
          z.array(z.string()).default(() => []),
          {
            reducer: (current: string[], updates: string[][]) => [...current, ...updates.flat()],
            snapshotFrequency: each,
            inputSchema: z.array(z.string()),
          },
        ),
      });
      for (const updateBefore of [null, 0, 1, 2, 4]) {
        const saver = sqliteSaver();
        const app = new StateGraph(Delta)
          .addNode("n", () => ({ log: ["x"] }))
          .addNode("m", () => ({ log: ["y"] }))
          .addEdge(START, "n")
          .addEdge("n", "m")
          .addEdge("m", END)
          .compile({ checkpointer: saver });
        for (let turn = 0; turn < 3; turn += 1) await app.invoke({ log: ["in"] }, thread("t"));
        if (updateBefore !== null) {
          const { config } = (await all(saver, "t"))[updateBefore] ?? {};
          await app.updateState(config ?? thread("t"), { log: ["updated"] }, "n");
        }
        const logged = async (place: { configurable?: Record<string, unknown> }): Promise<unknown> =>
          Reflect.get(Object((await app.getState(place)).values), "log");
        const before = new Map<string, unknown>();
        for (const { checkpoint, config } of await all(saver, "t")) before.set(checkpoint.id, await logged(config));
        for (const keepLast of [6, 3, 1]) {
          await saver.prune("t", { keepLast });
          const newest = (await all(saver, "t")).slice(0, keepLast);
          for (const { checkpoint, config } of newest) expect(await logged(config)).toEqual(before.get(checkpoint.id));
        }
      }
    },
  );

  test("changes nothing that stays, in any order with turns, forks, copies and deletions", async () => {
    const act = fc.oneof(
      fc.record({
        kind: fc.constant("turn" as const),
        name: fc.constantFrom("a", "b", "ask"),
        thread: fc.constantFrom("t", "u"),
        back: fc.nat(6),
      }),
      fc.record({
        kind: fc.constant("prune" as const),
        keep: fc.integer({ min: 0, max: 6 }),
        thread: fc.constantFrom("t", "u"),
      }),
      fc.record({ kind: fc.constant("copy" as const) }),
      fc.record({ kind: fc.constant("delete" as const), thread: fc.constantFrom("t", "u") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async (acts) => {
        const saver = sqliteSaver();
        for (const each of acts) {
          if (each.kind === "turn") {
            const tuples = await all(saver, each.thread);
            await echo(saver).invoke({ name: each.name }, tuples[each.back]?.config ?? thread(each.thread));
          } else if (each.kind === "delete") await saver.deleteThread(each.thread);
          else if (each.kind === "copy") await saver.copyThread("t", "u").catch(() => null);
          else {
            const before = new Map((await all(saver, each.thread)).map((tuple) => [tuple.checkpoint.id, facts(tuple)]));
            await saver.prune(each.thread, { keepLast: each.keep });
            const cold = sqliteSaver({ database: saver.database });
            for (const tuple of await all(cold, each.thread))
              assert.deepStrictEqual(facts(tuple), before.get(tuple.checkpoint.id));
          }
          assert.deepStrictEqual(waste(saver), []);
          for (const id of ["t", "u"])
            assert.deepStrictEqual(
              (await all(saver, id)).map(facts),
              (await all(sqliteSaver({ database: saver.database }), id)).map(facts),
            );
        }
        saver.close();
      }),
    );
  });
});
