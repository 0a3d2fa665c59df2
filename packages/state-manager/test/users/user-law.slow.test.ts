// The law of user fields: any interleaving of the turns of several threads of one user has the result of the accepted updates, one after
// the other; nothing is lost, and nothing is doubled.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { InMemoryStore, MemorySaver, type BaseStore } from "@langchain/langgraph";
import { sqliteStore } from "@tidemark/checkpoint/sqlite";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { conversation, profileGraph } from "./profile.ts";
import { ForeignStore } from "./stores.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-users-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const isClosable = (store: object): store is { close(): void } => "close" in store;

/** Two handles of one store: as in one process, as in two processes, and as in two copies of a store without transactions. */
const stores: Readonly<Record<string, () => readonly [BaseStore, BaseStore]>> = {
  InMemoryStore: () => {
    const store = new InMemoryStore();
    return [store, store];
  },
  "sqliteStore in two connections": () => {
    files += 1;
    const file = path.join(folder, `${files}.db`);
    return [sqliteStore({ file, synchronous: "normal" }), sqliteStore({ file, synchronous: "normal" })];
  },
  "a store without transactions, with the locks of one saver": () => {
    const inner = new InMemoryStore();
    return [new ForeignStore(inner), new ForeignStore(inner)];
  },
};

/** Turns of two threads. A turn with a crash is stored, but its process ends before the store has its updates. */
const turns = fc.array(
  fc.record({ thread: fc.nat({ max: 1 }), kind: fc.constantFrom("fact", "name", "nothing"), crashes: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
);

describe.each(Object.entries(stores))("turns of two threads of one user on %s", (_, open) => {
  test("have the result of some order of the accepted updates", async () => {
    await fc.assert(
      fc.asyncProperty(turns, fc.scheduler(), async (plan, scheduler) => {
        const handles = open();
        const checkpointer = new MemorySaver();
        // A turn pauses between its reading and its writing, in an order that the scheduler chooses.
        const graphs = handles.map((store) =>
          profileGraph({ store, checkpointer, beforeEnd: () => scheduler.schedule(Promise.resolve()) }),
        );
        const accepted: string[] = [];
        const names: string[] = [];
        const run = async (thread: number): Promise<void> => {
          for (const [index, { thread: own, kind, crashes }] of plan.entries()) {
            if (own !== thread) continue;
            const graph = graphs[thread];
            if (graph === undefined) throw new Error("There are two graphs.");
            const said = kind === "nothing" ? "" : kind === "name" ? `name n${index}` : `f${index}`;
            const threadId = `t${thread}`;
            if (crashes) {
              const message = { role: "user", content: said };
              const configurable = { thread_id: threadId, user_id: "ann" };
              await graph.invoke({ messages: [message] }, { configurable, durability: "sync" });
            } else {
              const turn = await conversation(graph, threadId).send(said);
              if (turn.outcome !== "done") throw new Error(turn.outcome);
            }
            if (kind === "fact") accepted.push(said);
            if (kind === "name") names.push(said.slice(5));
          }
        };
        await scheduler.waitFor(Promise.all([run(0), run(1)]));
        const last = async (thread: number) => {
          const graph = graphs[thread];
          if (graph === undefined) throw new Error("There are two graphs.");
          const turn = await scheduler.waitFor(conversation(graph, `t${thread}`).send(""));
          if (turn.outcome !== "done") throw new Error(turn.outcome);
          return turn.state;
        };
        await last(0);
        const one = await last(1);
        const two = await last(0);
        // Each update once, and the same order for everybody.
        expect(one.profile_facts.toSorted()).toEqual(accepted.toSorted());
        expect(two.profile_facts).toEqual(one.profile_facts);
        // Within a thread, the order of its turns.
        for (const thread of [0, 1]) {
          const own = plan.flatMap((turn, index) => (turn.thread === thread ? [`f${index}`] : []));
          const kept = one.profile_facts.filter((fact) => own.includes(fact));
          expect(kept).toEqual(own.filter((fact) => kept.includes(fact)));
        }
        // A name is one that was said, and every other one was replaced by a later turn or refused with a reason.
        expect(names.length === 0 ? [""] : names).toContain(one.profile_name);
        expect(two.profile_name).toBe(one.profile_name);
        const refused = [one, two].flatMap(({ runtime_audit_log: log }) => log.filter((entry) => "refused" in entry));
        expect(refused.length).toBeLessThan(Math.max(1, names.length));
        for (const store of handles) if (isClosable(store)) store.close();
      }),
      { numRuns: 60 },
    );
  });
});
