// The law of deletions: what was forgotten stays forgotten, and what was written afterwards stays. Two users share two threads, turns end
// late or without their process, and the values of one user are forgotten meanwhile.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BaseStore, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import fc from "fast-check";
import { openSession } from "tidemark";
import { forgetUser } from "tidemark/checkpoint";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { allSavers } from "../checkpoint/savers.ts";
import { openUserStore, profileGraph } from "./profile.ts";

let postgres: TestPostgres;
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-forgotten-"));
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface OpenStore {
  readonly store: BaseStore;
  readonly close: () => Promise<void>;
}

const file = (name: string) => path.join(folder, `${name}.db`);
const kinds: readonly (readonly [name: string, runs: number, open: () => OpenStore])[] = [
  ["InMemoryStore", 100, () => ({ store: new InMemoryStore(), close: () => Promise.resolve() })],
  ["sqliteStore", 60, () => openUserStore({ kind: "sqlite", at: file("sqlite"), schema: "" })],
  ["PostgresStore", 15, () => openUserStore({ kind: "postgres", at: postgres.connectionString, schema: "forgotten" })],
];

const savers = allSavers();

/** What the two threads do. A turn that is `left` is stored, but its process ends before the store has its writes. */
const plans = fc.array(
  fc.record({
    thread: fc.nat({ max: 1 }),
    step: fc.constantFrom("ann", "ann", "ben", "forget ann"),
    isLeft: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

describe.each(kinds)("values of users on %s", (_, numRuns, open) => {
  test("stay forgotten when they were forgotten, and stay when they were written afterwards", async () => {
    const { store, close } = open();
    onTestFinished(close);
    // LangGraph's store creates its tables at the first call, and two first calls at once collide.
    await store.get(["tables"], "created");
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(plans, fc.scheduler(), async (plan, scheduler) => {
        runs += 1;
        const id = (name: string) => `${name}-${runs}`;
        let time = 0;
        let forgotten = { start: 0, end: 0 };
        /** Time before each turn was sent, and after it has read the values. */
        const sent = new Map<string, number>();
        const read = new Map<string, number>();
        const saver = await savers[runs % savers.length]?.[1]();
        const graph = profileGraph(saver ?? new MemorySaver(), store, async (said) => {
          read.set(said, (time += 1));
          await scheduler.schedule(Promise.resolve());
        });
        const run = async (thread: number): Promise<void> => {
          for (const [index, { thread: own, step, isLeft }] of plan.entries()) {
            if (own !== thread) continue;
            if (step === "forget ann") {
              const start = (time += 1);
              await forgetUser(store, id("ann"));
              forgotten = { start: Math.max(start, forgotten.start), end: (time += 1) };
              continue;
            }
            const said = `${step}${index}`;
            sent.set(said, (time += 1));
            const threadId = id(`t${thread}`);
            if (isLeft) {
              const configurable = { thread_id: threadId, user_id: id(step) };
              await graph.invoke({ messages: [{ role: "user", content: said }] }, { configurable, durability: "sync" });
            } else {
              const turn = await openSession({ graph, threadId, userId: id(step) }).send(said);
              if (turn.outcome !== "done") throw new Error(turn.outcome);
            }
          }
        };
        await scheduler.waitFor(Promise.all([run(0), run(1)]));
        const factsOf = async (user: string) => {
          let facts: readonly string[] = [];
          for (const thread of ["t0", "t1", "t0"]) {
            const turn = await scheduler.waitFor(
              openSession({ graph, threadId: id(thread), userId: id(user) }).send(""),
            );
            if (turn.outcome !== "done") throw new Error(turn.outcome);
            facts = turn.state.profile_facts;
          }
          return facts;
        };
        const [ann, ben] = [await factsOf("ann"), await factsOf("ben")];
        const said = [...sent.keys()];
        expect(ben.toSorted()).toEqual(said.filter((each) => each.startsWith("ben")).toSorted());
        const anns = said.filter((each) => each.startsWith("ann"));
        expect(anns).toEqual(expect.arrayContaining([...ann]));
        expect(new Set(ann).size).toBe(ann.length);
        // A turn that has read before the last deletion began is older; one that was sent after it ended is newer.
        expect(ann.filter((each) => (read.get(each) ?? 0) < forgotten.start)).toEqual([]);
        expect(ann).toEqual(expect.arrayContaining(anns.filter((each) => (sent.get(each) ?? 0) > forgotten.end)));
      }),
      { numRuns },
    );
  });
});
