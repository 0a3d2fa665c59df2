import { type BaseCheckpointSaver, emptyCheckpoint, MemorySaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { memoryLocks, type Lease } from "@tidemark/checkpoint/internal";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, expect, test } from "vitest";
import { openSession } from "../../src/langgraph.ts";
import { TurnSaver } from "../../src/sessions/turn-saver.graph.ts";
import { Trip } from "../trip.ts";
import { tripGraph } from "./session-graph.ts";

const place = { configurable: { thread_id: "t", checkpoint_ns: "" } };
const metadata = { source: "loop", step: 0, parents: {} } as const;

/** A lease that counts how often it was asked. */
async function leased(locks: ThreadLocks): Promise<{ readonly lease: Lease; readonly asked: () => number }> {
  const acquired = await locks.acquire("t");
  if (acquired.outcome !== "acquired") throw new Error(acquired.outcome);
  let count = 0;
  const holds = () => {
    count += 1;
    return acquired.lease.holds();
  };
  return { lease: { ...acquired.lease, holds }, asked: () => count };
}

describe("a saver whose own locks have given the lease", () => {
  test("does not ask for the lease, and is refused by the statement after another one was given", async () => {
    const saver = sqliteSaver();
    const { locks } = saver;
    const { lease, asked } = await leased(locks);
    const late = new TurnSaver(saver, lease, { locks });
    const first = { ...emptyCheckpoint(), id: "one" };
    const at = await late.put(place, first, metadata, {});
    await lease.release();
    const next = new TurnSaver(saver, (await leased(locks)).lease, { locks });
    await next.put(at, { ...emptyCheckpoint(), id: "two" }, metadata, {});
    await expect(late.put(at, { ...emptyCheckpoint(), id: "three" }, metadata, {})).rejects.toMatchObject({
      code: "state-manager/fenced",
    });
    await late.putWrites(at, [["trip_notes", ["late"]]], "task");
    expect((await saver.getTuple(at))?.pendingWrites).toEqual([]);
    expect((await saver.getTuple(place))?.checkpoint.id).toBe("two");
    expect(asked()).toBe(0);
  });

  test("writes nothing after its turn has ended, although nobody else has the thread", async () => {
    const saver = sqliteSaver();
    const { locks } = saver;
    const { lease } = await leased(locks);
    const late = new TurnSaver(saver, lease, { locks });
    const at = await late.put(place, emptyCheckpoint(), metadata, {});
    late.end();
    await lease.release();
    await late.putWrites(at, [["trip_notes", ["late"]]], "task");
    expect((await saver.getTuple(place))?.pendingWrites).toEqual([]);
    await expect(late.put(at, { ...emptyCheckpoint(), id: "two" }, metadata, {})).rejects.toMatchObject({
      code: "state-manager/fenced",
    });
  });
});

test.each<readonly [string, (locks: ThreadLocks) => BaseCheckpointSaver, () => ThreadLocks]>([
  ["locks of another database", () => sqliteSaver(), () => sqliteSaver().locks],
  ["locks of this process", () => sqliteSaver(), memoryLocks],
  [
    "a saver of somebody else that has such locks",
    (locks) => Object.assign(new MemorySaver(), { locks }),
    () => sqliteSaver().locks,
  ],
])("with %s, the lease is asked before each write", async (_, make, open) => {
  const locks = open();
  const { lease, asked } = await leased(locks);
  const saver = new TurnSaver(make(locks), lease, { locks });
  const at = await saver.put(place, emptyCheckpoint(), metadata, {});
  await saver.putWrites(at, [["trip_notes", []]], "task");
  expect(asked()).toBe(2);
});

/** A saver that starts at what it has read. */
async function started() {
  const stored = new MemorySaver();
  const { lease } = await leased(memoryLocks());
  const saver = new TurnSaver(stored, lease);
  const at = await saver.put(place, { ...emptyCheckpoint(), channel_versions: { a: 1 } }, metadata, {});
  await saver.putWrites(at, [["a", "before"]], "one");
  const tuple = await saver.getTuple(place);
  saver.startAt(tuple);
  return { stored, saver, at, tuple };
}

describe("a checkpoint that was read under the lease", () => {
  test("is given to the next reader, who may change it, and is read again by the one after", async () => {
    const { stored, saver, tuple } = await started();
    const reads: unknown[] = [];
    const read = stored.getTuple.bind(stored);
    stored.getTuple = (config) => {
      reads.push(config);
      return read(config);
    };
    const given = await saver.getTuple(place);
    expect([given, reads]).toEqual([tuple, []]);
    given?.pendingWrites?.splice(0);
    Object.assign(given?.checkpoint.channel_versions ?? {}, { a: 2 });
    expect(tuple).toMatchObject({
      pendingWrites: [["one", "a", "before"]],
      checkpoint: { channel_versions: { a: 1 } },
    });
    await saver.getTuple(place);
    expect(reads).toHaveLength(1);
  });

  test("is not given any more after a write", async () => {
    const { saver, at } = await started();
    await saver.putWrites(at, [["a", "after"]], "two");
    expect((await saver.getTuple(place))?.pendingWrites).toHaveLength(2);
  });

  test("is not given any more after another checkpoint", async () => {
    const { saver, at } = await started();
    await saver.put(at, { ...emptyCheckpoint(), id: "two" }, metadata, {});
    expect((await saver.getTuple(place))?.checkpoint.id).toBe("two");
  });
});

describe("a turn", () => {
  test("reads its thread before it runs and after it, however many checkpoints it stores", async () => {
    let reads = 0;
    class Counting extends MemorySaver {
      override async getTuple(...args: Parameters<MemorySaver["getTuple"]>) {
        reads += 1;
        return super.getTuple(...args);
      }
    }
    const session = openSession({ graph: tripGraph(new Counting()), state: Trip, threadId: "t" });
    await session.send("sea");
    reads = 0;
    expect((await session.send("hills", { idempotencyKey: "two" })).outcome).toBe("done");
    expect(reads).toBe(2);
    reads = 0;
    await session.state();
    await session.pending();
    await session.unfinished();
    expect(reads).toBe(3);
    reads = 0;
    expect((await session.send("hills", { idempotencyKey: "two" })).outcome).toBe("done");
    expect(reads).toBe(1);
  });
});
