import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, expect, test } from "vitest";
import type { TurnEngine } from "../../src/index.ts";
import { localEngine } from "../../src/local.ts";
import { engineCases } from "../../src/testing/index.ts";

type TurnStore = ReturnType<TurnEngine["store"]>;

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-broken-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a case against an engine whose storage was changed. */
async function runBroken(title: string, broken: (store: TurnStore) => TurnStore, limitSeconds = 300): Promise<void> {
  const open = (place: string) => {
    const file = path.join(folder, place);
    const saver = sqliteSaver({ file });
    const engine = localEngine({ file });
    return {
      engine: { ...engine, store: (queue: string) => broken(engine.store(queue)) },
      saver,
      close: () => saver.close(),
    };
  };
  const found = engineCases({ open, limitSeconds }).find((each) => each.title === title);
  if (found === undefined) throw new Error(`There is no case "${title}".`);
  await found.run();
}

/** The methods of a store, some of them replaced. */
const withMethods = (store: TurnStore, methods: Partial<TurnStore>): TurnStore => ({
  accept: (request, options) => store.accept(request, options),
  read: (turnId) => store.read(turnId),
  open: (threadId) => store.open(threadId),
  cancel: (turnId) => store.cancel(turnId),
  claim: (options) => store.claim(options),
  due: () => store.due(),
  watch: (turnId) => store.watch(turnId),
  end: (turn, outcome) => store.end(turn, outcome),
  release: (turn) => store.release(turn),
  append: (turn, events) => store.append(turn, events),
  events: (turnId, after, most) => store.events(turnId, after, most),
  enter: (worker) => store.enter(worker),
  beat: (worker) => store.beat(worker),
  retire: (worker) => store.retire(worker),
  workers: () => store.workers(),
  bury: (worker, beats) => store.bury(worker, beats),
  measure: () => store.measure(),
  trim: (ages) => store.trim(ages),
  close: () => store.close(),
  ...methods,
});

const losing = (store: TurnStore) =>
  withMethods(store, { accept: async ({ turnId }) => ({ outcome: "accepted", turnId, repeated: false }) });

test("an engine that loses a turn fails", async () => {
  await expect(runBroken("a turn that was accepted before there was a worker runs", losing)).rejects.toMatchObject({
    code: "workers/unknownTurn",
  });
});

const idle = (store: TurnStore) => withMethods(store, { claim: async () => [] });

test("an engine that accepts a turn and never runs it fails when the time is over", async () => {
  await expect(runBroken("a turn that was accepted before there was a worker runs", idle, 5)).rejects.toThrow(
    "did not end within 5 s",
  );
});

test("an engine that runs two turns of a thread at the same time fails", async () => {
  let parts = 0;
  const parallel = (store: TurnStore) =>
    withMethods(store, {
      // The queue takes each turn for one of another thread.
      accept: (request, options) => {
        parts += 1;
        return store.accept({ ...request, threadId: `${request.threadId}#${parts}` }, options);
      },
      claim: async (options) => {
        const claimed = await store.claim(options);
        return claimed.map((turn) => ({
          ...turn,
          request: { ...turn.request, threadId: turn.request.threadId.replace(/#\d+$/, "") },
        }));
      },
    });
  await expect(
    runBroken("the turns of a thread run in the order in which they were accepted", parallel),
  ).rejects.toThrow(/deep-equal|has no state/);
});

test("an engine that runs a request twice when it is sent again fails", async () => {
  let parts = 0;
  const repeating = (store: TurnStore) =>
    withMethods(store, {
      accept: (request, options) => {
        parts += 1;
        return store.accept(
          { ...request, turnId: parts === 1 ? request.turnId : `${request.turnId}#${parts}` },
          options,
        );
      },
    });
  await expect(
    runBroken("a request that is sent again is one turn, and another request with its key is refused", repeating),
  ).rejects.toThrow("deep-equal");
});

const unfair = (store: TurnStore) =>
  withMethods(store, { accept: (request, options) => store.accept({ ...request, userId: null }, options) });

test("an engine that serves one user first fails", async () => {
  await expect(runBroken("a user with many turns does not hold up the others", unfair)).rejects.toThrow(
    /served after \d+ others/,
  );
});

const endless = (store: TurnStore) =>
  withMethods(store, { accept: (request, options) => store.accept(request, { ...options, limit: 1_000_000 }) });

test("an engine that forgets its limit fails", async () => {
  await expect(runBroken("a full queue refuses a turn, and loses none that it accepted", endless)).rejects.toThrow(
    "deep-equal",
  );
});

test("an engine whose worker ends without its turns fails", async () => {
  let hasDropped = false;
  const forgetful = (store: TurnStore) =>
    withMethods(store, {
      // It takes a turn from the queue, and drops it.
      claim: async (options) => {
        const claimed = await store.claim(options);
        if (hasDropped) return claimed;
        hasDropped = claimed.length > 0;
        return claimed.slice(1);
      },
      beat: async () => [],
    });
  await expect(runBroken("turns of different threads run side by side", forgetful, 5)).rejects.toThrow("did not end");
});
