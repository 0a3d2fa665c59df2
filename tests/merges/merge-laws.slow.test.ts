// The laws of merges: an unchanged fork changes nothing, merging twice is merging once, and no turn is lost or counts twice.
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allSavers } from "../checkpoint/savers.ts";
import { deskSession, writing } from "./desk.ts";

const RUNS = { numRuns: Math.min(10, fc.readConfigureGlobal().numRuns ?? 10) };

const words = fc.constantFrom("a", "b", "c");
const someWords = fc.array(words, { minLength: 1, maxLength: 2 });
/** Writes of one turn, to fields of every kind. */
const writes = fc.record(
  {
    desk_city: fc.option(words),
    desk_draft: words,
    desk_color: words,
    desk_log: someWords,
    desk_seen: someWords,
    desk_cost: fc.integer({ min: 1, max: 9 }),
    desk_best: fc.integer({ min: 1, max: 9 }),
    desk_prices: fc.dictionary(words, fc.integer({ min: 1, max: 9 }), { minKeys: 1, maxKeys: 2 }),
    desk_mood: words,
  },
  { requiredKeys: [] },
);
/** Writes that add to a field, and never take back what an earlier turn has written. */
const additions = fc.record(
  {
    desk_log: someWords,
    desk_seen: someWords,
    desk_cost: fc.integer({ min: 1, max: 9 }),
    desk_best: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: [] },
);
const turns = fc.array(writes, { maxLength: 2 });
const someTurns = fc.array(writes, { minLength: 1, maxLength: 2 });

type Desk = ReturnType<typeof deskSession>;
type Writes = Readonly<Record<string, unknown>>;

const run = async (session: Pick<Desk, "send">, all: readonly Writes[]): Promise<void> => {
  for (const each of all) await session.send(writing(each));
};

async function checkpointsOf(session: Desk): Promise<number> {
  let count = 0;
  for await (const _ of session.checkpoints()) count += 1;
  return count;
}

const none = new Set<string>();

/** Merges a thread into another one, and returns the fields that are proposed. */
async function proposedBy(session: Desk, from: Pick<Desk, "threadId">): Promise<readonly string[]> {
  if (from.threadId === session.threadId) return [];
  const merged = await session.merge(from);
  if (merged.outcome !== "merged") throw new Error(merged.outcome);
  return merged.proposed.map(({ field }) => field);
}

/** Fields of the desk that outlive a turn. */
const fieldsOf = async (session: Pick<Desk, "state">): Promise<Writes> =>
  Object.fromEntries(
    Object.entries((await session.state()) ?? {}).filter(([name]) => name.startsWith("desk_") && name !== "desk_mood"),
  );

/** A thread and its fork. Threads of the same saver have other names. */
async function partedOn(saver: BaseCheckpointSaver, before: readonly Writes[], name = "") {
  const session = deskSession(saver, `t${name}`);
  await run(session, [{}, ...before]);
  return { session, fork: await session.fork({ threadId: `f${name}` }) };
}

describe.each(allSavers())("merges on %s", (__, open) => {
  const parted = async (before: readonly Writes[]) => partedOn(await open(), before);

  test("a fork that has changed nothing changes nothing, and nothing is written", async () => {
    await fc.assert(
      fc.asyncProperty(turns, turns, async (before, own) => {
        const { session, fork } = await parted(before);
        await run(session, own);
        const [state, count] = [await session.state(), await checkpointsOf(session)];
        expect(await session.merge(fork)).toMatchObject({
          taken: [],
          combined: [],
          proposed: [],
          left: [],
          note: null,
        });
        expect([await session.state(), await checkpointsOf(session)]).toEqual([state, count]);
      }),
      RUNS,
    );
  });

  test("merging twice is merging once, also after further turns of the thread", async () => {
    await fc.assert(
      fc.asyncProperty(turns, someTurns, turns, async (own, others, later) => {
        const { session, fork } = await parted([]);
        await run(session, own);
        await run(fork, others);
        await session.merge(fork);
        await run(session, later);
        const [state, count] = [await session.state(), await checkpointsOf(session)];
        expect(await session.merge(fork)).toMatchObject({ taken: [], combined: [], proposed: [], note: null });
        expect([await session.state(), await checkpointsOf(session)]).toEqual([state, count]);
      }),
      RUNS,
    );
  });

  test("a thread that has not gone on has the fields of the fork afterwards", async () => {
    await fc.assert(
      fc.asyncProperty(turns, someTurns, async (before, others) => {
        const { session, fork } = await parted(before);
        await run(fork, others);
        expect(await session.merge(fork)).toMatchObject({ combined: [], proposed: [] });
        expect(await fieldsOf(session)).toEqual(await fieldsOf(fork));
      }),
      RUNS,
    );
  });

  test("merging what each turn of the fork has added is merging it at its end", async () => {
    const added = fc.array(additions, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(turns, added, async (own, others) => {
        const saver = await open();
        const [often, once] = [await partedOn(saver, []), await partedOn(saver, [], "-once")];
        for (const { session } of [often, once]) await run(session, own);
        for (const each of others) {
          await run(often.fork, [each]);
          await often.session.merge(often.fork);
        }
        await run(once.fork, others);
        await once.session.merge(once.fork);
        expect(await fieldsOf(often.session)).toEqual(await fieldsOf(once.session));
      }),
      RUNS,
    );
  });

  test("every field that a fork has changed is named, and no value of the thread is replaced that it has changed", async () => {
    await fc.assert(
      fc.asyncProperty(turns, someTurns, async (own, others) => {
        const { session, fork } = await parted([]);
        const base = await fieldsOf(session);
        await run(session, own);
        await run(fork, others);
        const [ours, theirs] = [await fieldsOf(session), await fieldsOf(fork)];
        const merged = await session.merge(fork);
        if (merged.outcome !== "merged") throw new Error(merged.outcome);
        const { taken, combined, proposed, left } = merged;
        const named = [...taken, ...combined, ...proposed.map(({ field }) => field), ...left.map(({ field }) => field)];
        expect(new Set(named).size).toBe(named.length);
        const after = await fieldsOf(session);
        const changedIn = (one: Writes, other: Writes): readonly string[] =>
          Object.keys(theirs).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
        const replaced = changedIn(after, ours);
        expect([...taken, ...combined]).toEqual(expect.arrayContaining([...replaced]));
        const changedByBoth = replaced.filter((field) => changedIn(ours, base).includes(field));
        expect(combined).toEqual(expect.arrayContaining(changedByBoth));
        expect([...changedIn(theirs, base), "desk_mood"]).toEqual(expect.arrayContaining(named));
        expect(proposed.map(({ field }) => [field, ours[field], theirs[field]])).toEqual(
          proposed.map((each) => [each.field, each.ours, each.theirs]),
        );
      }),
      RUNS,
    );
  });

  test("the order of two forks does not matter for numbers, sets, and records of other keys", async () => {
    const free = additions.map(({ desk_log: _log, ...others }) => others);
    await fc.assert(
      fc.asyncProperty(free, free, free, async (own, one, other) => {
        const saver = await open();
        const merged = async (order: readonly ("f" | "g")[]) => {
          const name = `-${order.join("")}`;
          const { session, fork } = await partedOn(saver, [], name);
          const second = await session.fork({ threadId: `g${name}` });
          await run(session, [own]);
          await run(fork, [{ ...one, desk_prices: { x: 1 }, desk_city: "a" }]);
          await run(second, [{ ...other, desk_prices: { y: 2 }, desk_draft: "b" }]);
          for (const each of order)
            expect(await session.merge({ threadId: `${each}${name}` })).toMatchObject({ proposed: [] });
          const { desk_seen: seen, ...rest } = await fieldsOf(session);
          return { ...rest, seen: new Set([seen].flat()) };
        };
        expect(await merged(["f", "g"])).toEqual(await merged(["g", "f"]));
      }),
      RUNS,
    );
  });

  test("no turn counts twice, in any order of turns, forks of forks and merges in every direction", async () => {
    const names = fc.constantFrom("t", "f", "g");
    const step = fc.oneof(
      fc.record({ kind: fc.constant("turn" as const), at: names }),
      fc.record({ kind: fc.constant("merge" as const), at: names, from: names }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const { session, fork } = await parted([]);
        await run(fork, [{ desk_log: ["start"], desk_cost: 1 }]);
        const threads = { t: session, f: fork, g: await fork.fork({ threadId: "g" }) };
        const started = { t: none, f: new Set(["start"]), g: new Set(["start"]) } as Record<
          "t" | "f" | "g",
          Set<string>
        >;
        // Turns that each field of each thread contains.
        const known = { desk_log: { ...started }, desk_cost: { ...started } };
        for (const [index, each] of steps.entries()) {
          const turn = `${each.at} ${index}`;
          if (each.kind === "turn") await run(threads[each.at], [{ desk_log: [turn], desk_cost: 1 }]);
          const proposed = each.kind === "merge" ? await proposedBy(threads[each.at], threads[each.from]) : [];
          for (const field of ["desk_log", "desk_cost"] as const) {
            const before = known[field];
            const more = each.kind === "turn" ? new Set([turn]) : proposed.includes(field) ? none : before[each.from];
            known[field] = { ...before, [each.at]: new Set([...before[each.at], ...more]) };
          }
          for (const name of ["t", "f", "g"] as const) {
            const { desk_log: log = [], desk_cost: cost } = (await threads[name].state()) ?? {};
            expect([log.length, new Set(log), cost]).toEqual([
              known.desk_log[name].size,
              known.desk_log[name],
              known.desk_cost[name].size,
            ]);
          }
        }
      }),
      RUNS,
    );
  });

  test("of two merges at the same time, one merges, and the other finds nothing new", async () => {
    const saver = await open();
    const { session, fork } = await partedOn(saver, []);
    await run(session, [{ desk_cost: 1 }]);
    await run(fork, [{ desk_cost: 2 }]);
    const both = await Promise.all([session.merge(fork), deskSession(saver, "t").merge(fork)]);
    const combined = both.map((each) => (each.outcome === "merged" ? each.combined : each.outcome));
    expect(combined.toSorted((a, b) => a.length - b.length)).toEqual([[], ["desk_cost"]]);
    expect(await session.state()).toMatchObject({ desk_cost: 3 });
  });

  test("while the fork or the thread waits for an answer, and for a thread of another user, nothing is merged", async () => {
    const saver = await open();
    const { session, fork } = await partedOn(saver, []);
    await run(fork, [{ ask: "Shall I?", desk_city: "Oslo" }]);
    expect(await session.merge(fork)).toMatchObject({ outcome: "forkUnfinished", interrupts: [{ value: "Shall I?" }] });
    const [question] = await fork.questions();
    await fork.answer(question, true);
    const [ann, eve] = ["ann", "eve"].map((userId) => deskSession(saver, `t-${userId}`, { userId }));
    await run(ann ?? session, [{}]);
    await ann?.fork({ threadId: "t-eve" });
    await run(eve ?? session, [{ desk_city: "Rome" }]);
    await expect(ann?.merge({ threadId: "t-eve" })).rejects.toMatchObject({ code: "state-manager/otherUser" });
    expect(await ann?.state()).toMatchObject({ desk_city: null });
    await run(session, [{ ask: "May I?" }]);
    expect(await session.merge(fork)).toMatchObject({ outcome: "interrupted", interrupts: [{ value: "May I?" }] });
    expect(await session.state()).toMatchObject({ desk_city: null });
  });
});
