import { DatabaseSync } from "node:sqlite";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { type ThreadLocks } from "@tidemark/state-manager";
import { memoryLocks, type Lease } from "@tidemark/checkpoint/internal";
import { describe, expect, test } from "vitest";
import { withClockShift } from "./clock-shift.ts";
import { tripSession } from "./session-graph.ts";
import { anyText } from "../matchers.ts";
import { idOf } from "../../src/savers/thread-saver.graph.ts";

/** Runs `then` once, right after the saver has stored a write that `last` matches. */
function afterWrite(
  saver: BaseCheckpointSaver,
  last: (call: "put" | "putWrites", given: readonly unknown[]) => boolean,
  then: () => Promise<void>,
): void {
  let due = true;
  const next = async (call: "put" | "putWrites", given: readonly unknown[]) => {
    if (!due || !last(call, given)) return;
    due = false;
    await then();
  };
  const [put, putWrites] = [saver.put.bind(saver), saver.putWrites.bind(saver)];
  saver.put = async (...given) => {
    const stored = await put(...given);
    await next("put", given);
    return stored;
  };
  saver.putWrites = async (...given) => {
    await putWrites(...given);
    await next("putWrites", given);
  };
}

async function checkpointsOf(saver: BaseCheckpointSaver): Promise<number> {
  let count = 0;
  for await (const _ of saver.list({ configurable: { thread_id: "t" } })) count += 1;
  return count;
}

/** Last writes of a turn: the checkpoint after its note, or its interrupt. */
const endsTurn = (call: string, given: readonly unknown[]): boolean =>
  call === "put" && JSON.stringify(given[1]).includes('"trip_notes":["sea"]');
const asks = (call: string, given: readonly unknown[]): boolean =>
  call === "putWrites" && JSON.stringify(given[1]).includes("__interrupt__");

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("a clock that is set back by a minute, on %s", (_, makeSaver) => {
  test("a turn that the saver hides is superseded before any node runs, and is never done", async () => {
    const saver = makeSaver();
    const { session, graph } = tripSession({ saver });
    const first = await session.send("sea");
    const before = await checkpointsOf(saver);
    const hidden = await withClockShift(-60_000, () => session.send("hills"));
    expect(first).toMatchObject({ outcome: "done" });
    // Only its input was stored.
    expect(await checkpointsOf(saver)).toBe(before + 1);
    const shown = await graph.getState({ configurable: { thread_id: "t" } });
    expect(hidden).toEqual({
      outcome: "superseded",
      status: "superseded",
      threadId: "t",
      checkpointId: anyText,
      newestId: idOf(shown),
      stored: false,
    });
    expect((await session.state())?.trip_notes).toEqual(["sea"]);
    expect((await session.history()).map(({ userInput }) => userInput)).toEqual(["sea"]);
  });

  test("edits, proposals and answers of people are superseded as well", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    const results = await withClockShift(-60_000, async () => [
      await session.update({ trip_notes: ["stairs"] }, { author: "user:ann" }),
      await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "Legs." }),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["superseded", "superseded"]);
    expect((await session.state())?.trip_notes).toEqual(["sea"]);
  });

  test("turns are done again when the clock is correct", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    await withClockShift(-100_000, () => session.send("hills"));
    expect(await session.send("snow")).toMatchObject({ outcome: "done", state: { trip_notes: ["sea", "snow"] } });
  });
});

describe("a saver that orders checkpoints by insertion", () => {
  /** Orders checkpoints by insertion, regardless of their ids. */
  class OrderedSaver extends MemorySaver {
    readonly #order: string[] = [];

    override async put(...given: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
      const stored = await super.put(...given);
      this.#order.push(given[1].id);
      return stored;
    }

    override getTuple(config: Parameters<MemorySaver["getTuple"]>[0]): ReturnType<MemorySaver["getTuple"]> {
      if (config.configurable?.["checkpoint_id"] !== undefined) return super.getTuple(config);
      const configurable = { ...config.configurable, checkpoint_id: this.#order.at(-1) };
      return super.getTuple(this.#order.length === 0 ? config : { configurable });
    }
  }

  test("keeps turns after the clock was set back, and they are done", async () => {
    const { session } = tripSession({ saver: new OrderedSaver() });
    await session.send("sea");
    const second = await withClockShift(-60_000, () => session.send("hills"));
    expect(second).toMatchObject({ outcome: "done", state: { trip_notes: ["sea", "hills"] } });
    const third = await withClockShift(-60_000, () => session.send("snow"));
    expect(third).toMatchObject({ outcome: "done", state: { trip_notes: ["sea", "hills", "snow"] } });
    expect((await session.history()).map(({ userInput }) => userInput)).toEqual(["snow", "hills", "sea"]);
  });
});

/** Two sessions with separate locks on one thread, and a function that ends the lease of the first. */
function twoHosts(asksFirst: boolean) {
  const saver = new MemorySaver();
  const leases = new DatabaseSync(":memory:");
  const [one, other] = [sqliteLocks(leases), sqliteLocks(leases)];
  const first = tripSession({ saver, locks: one, asks: asksFirst });
  const second = tripSession({ saver, locks: other });
  const endLease = () => leases.exec("UPDATE tidemark_leases SET expires_at = 0");
  return { saver, first: first.session, second: second.session, endLease };
}

describe("a lease that is lost after the last write", () => {
  test("does not return another caller's state: the turn is fenced and stored", async () => {
    const { saver, first, second, endLease } = twoHosts(false);
    afterWrite(saver, endsTurn, async () => {
      endLease();
      expect(await second.send("hills")).toMatchObject({ outcome: "done", state: { trip_notes: ["sea", "hills"] } });
    });
    expect(await first.send("sea")).toEqual({
      outcome: "fenced",
      status: "fenced",
      threadId: "t",
      token: 1,
      stored: true,
    });
  });

  test("a turn that had only asked is fenced, and not stored", async () => {
    const { saver, first, second, endLease } = twoHosts(true);
    afterWrite(saver, asks, async () => {
      endLease();
      expect(await second.send("hills")).toMatchObject({ outcome: "done" });
    });
    expect(await first.send("sea")).toEqual({
      outcome: "fenced",
      status: "fenced",
      threadId: "t",
      token: 1,
      stored: false,
    });
    expect((await second.state())?.trip_notes).toEqual(["hills"]);
  });

  test("a question whose write was dropped is fenced", async () => {
    const { saver, first, second, endLease } = twoHosts(true);
    // The lease is lost just before the interrupt is stored.
    afterWrite(
      saver,
      (call, given) => call === "put" && JSON.stringify(given[1]).includes("branch:to:ask"),
      async () => {
        endLease();
        expect(await second.send("hills", { unfinished: "refuse" })).toMatchObject({ outcome: "unfinished" });
      },
    );
    expect(await first.send("sea")).toMatchObject({ outcome: "fenced", stored: false });
    expect(await first.pending()).toEqual([]);
  });

  test("a turn without a successor is fenced as well, and stored", async () => {
    const { saver, first, second, endLease } = twoHosts(false);
    afterWrite(saver, endsTurn, async () => {
      endLease();
      expect(await second.continue()).toMatchObject({ outcome: "nothingToContinue" });
    });
    expect(await first.send("sea")).toEqual({
      outcome: "fenced",
      status: "fenced",
      threadId: "t",
      token: 1,
      stored: true,
    });
  });

  test("an edit is fenced, and stored", async () => {
    const { saver, first, second, endLease } = twoHosts(false);
    afterWrite(
      saver,
      (call, given) => call === "put" && JSON.stringify(given[1]).includes("stairs"),
      async () => {
        endLease();
        await second.send("hills");
      },
    );
    const edited = await first.update({ trip_notes: ["stairs"] }, { author: "user:ann" });
    expect(edited).toEqual({ outcome: "fenced", threadId: "t", token: 1, stored: true });
    expect((await second.state())?.trip_notes).toEqual(["stairs", "hills"]);
  });
});

describe("a program that writes without the session", () => {
  test("does not hide a turn: if it builds on the turn, the turn is superseded, and stored", async () => {
    const { session, graph, saver } = tripSession();
    afterWrite(saver, endsTurn, async () => {
      await graph.updateState({ configurable: { thread_id: "t" } }, { trip_notes: ["past"] }, "note");
    });
    expect(await session.send("sea")).toMatchObject({ outcome: "superseded", stored: true });
    expect((await session.state())?.trip_notes).toEqual(["sea", "past"]);
  });
});

/** Locks with changed leases. */
const locksWith = (change: (lease: Lease) => Partial<Lease>): ThreadLocks => {
  const locks = memoryLocks();
  return {
    async acquire(threadId, options) {
      const acquisition = await locks.acquire(threadId, options);
      if (acquisition.outcome !== "acquired") return acquisition;
      return { outcome: "acquired", lease: { ...acquisition.lease, ...change(acquisition.lease) } };
    },
  };
};

describe("locks that fail", () => {
  test("to release do not hide a turn", async () => {
    const failing = locksWith((lease) => ({
      release: async () => {
        await lease.release();
        throw new Error("Connection terminated unexpectedly");
      },
    }));
    const { session } = tripSession({ locks: failing });
    expect(await session.send("sea")).toMatchObject({ outcome: "done", state: { trip_notes: ["sea"] } });
    expect(await session.send("hills")).toMatchObject({ outcome: "done" });
  });

  test("to check the lease after the last write do not hide a turn", async () => {
    let stored = false;
    const silent = locksWith((lease) => ({
      holds: () => (stored ? Promise.reject(new Error("Connection terminated")) : lease.holds()),
    }));
    const { session, saver } = tripSession({ locks: silent });
    afterWrite(saver, endsTurn, () => {
      stored = true;
      return Promise.resolve();
    });
    expect(await session.send("sea")).toMatchObject({ outcome: "done", state: { trip_notes: ["sea"] } });
  });

  test("while an interrupt is stored fail the turn, and no missing interrupt is returned", async () => {
    let step = 0;
    const problem = new Error("Connection terminated");
    const flaky = locksWith((lease) => ({
      holds: () => (step === 1 ? Promise.reject(problem) : lease.holds()),
    }));
    const { session, saver } = tripSession({ locks: flaky, asks: true });
    afterWrite(
      saver,
      (call, given) => call === "put" && JSON.stringify(given[1]).includes("branch:to:ask"),
      () => {
        step = 1;
        return Promise.resolve();
      },
    );
    await expect(session.send("sea")).rejects.toBe(problem);
    step = 2;
    expect(await session.pending()).toEqual([]);
  });
});
