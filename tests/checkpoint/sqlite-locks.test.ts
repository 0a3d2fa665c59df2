import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, importThreads } from "@tidemark/checkpoint";
import { sqliteLocks, sqliteSaver, type SqliteSaver } from "@tidemark/checkpoint/sqlite";
import { stateManagerErrors } from "@tidemark/state-manager";
import { fencedSaver } from "@tidemark/state-manager/internal/langgraph";
import { describe, expect, test } from "vitest";

const place = { configurable: { thread_id: "a", checkpoint_ns: "" } };

test("a writer whose lease is gone does not get its checkpoint in", async () => {
  const saver = sqliteSaver();
  const locks = sqliteLocks(saver.database, { leaseMilliseconds: 60_000 });
  const first = await locks.acquire("a");
  expect(first.outcome).toBe("acquired");
  if (first.outcome !== "acquired") return;
  // Asked just before, the lease was still there: only the statement itself can tell.
  const late = fencedSaver(saver, { ...first.lease, holds: () => Promise.resolve(true) });
  await late.put(place, emptyCheckpoint(), { source: "loop", step: 0, parents: {} }, {});
  saver.database.exec("UPDATE tidemark_leases SET token = token + 1");
  const newest = await saver.getTuple(place);
  const there = { configurable: { ...place.configurable, checkpoint_id: newest?.checkpoint.id } };
  await late.putWrites(there, [["n", 1]], "task");
  expect(saver.database.prepare("SELECT count(*) AS n FROM tidemark_writes").get()).toMatchObject({ n: 0 });
  const own = { configurable: { ...there.configurable, tidemark_fence: first.lease.token } };
  const error: unknown = await saver.putWrites(own, [["n", 1]], "task").catch((reason: unknown) => reason);
  expect(checkpointErrors.fenced.is(error)).toBe(true);
  const refused: unknown = await late
    .put(place, { ...emptyCheckpoint(), id: "late" }, { source: "loop", step: 1, parents: {} }, {})
    .catch((reason: unknown) => reason);
  expect(stateManagerErrors.fenced.is(refused)).toBe(true);
  expect(saver.database.prepare("SELECT count(*) AS n FROM checkpoints").get()).toMatchObject({ n: 1 });
  expect(saver.database.prepare("SELECT count(*) AS n FROM tidemark_documents").get()).toMatchObject({ n: 1 });
});

test("a thread whose id SQLite cannot hold as it is is fenced like any other", async () => {
  const saver = sqliteSaver();
  const held = await sqliteLocks(saver.database, { leaseMilliseconds: 60_000 }).acquire("\ud800");
  expect(held.outcome).toBe("acquired");
  if (held.outcome !== "acquired") return;
  const { token } = held.lease;
  const there = { configurable: { thread_id: "\ud800", checkpoint_ns: "", checkpoint_id: "x", tidemark_fence: token } };
  await saver.putWrites(there, [["n", 1]], "early");
  saver.database.exec("UPDATE tidemark_leases SET token = token + 1");
  const error: unknown = await saver.putWrites(there, [["n", 1]], "late").catch((reason: unknown) => reason);
  expect(checkpointErrors.fenced.is(error)).toBe(true);
});

test("a thread is not removed under a lease that is gone, and is under the newest one", async () => {
  const saver = sqliteSaver();
  const locks = sqliteLocks(saver.database);
  const held = await locks.acquire("a");
  if (held.outcome !== "acquired") throw new Error("busy");
  await saver.put(place, emptyCheckpoint(), { source: "loop", step: 0, parents: {} }, {});
  saver.database.exec("UPDATE tidemark_leases SET token = token + 1");
  // Asked just before, the lease was still there: only the transaction itself can tell.
  const late = fencedSaver(saver, { ...held.lease, holds: () => Promise.resolve(true) });
  await expect(late.deleteThread("a")).rejects.toMatchObject({ code: "state-manager/fenced" });
  await expect(saver.deleteThread("a", { fence: held.lease.token })).rejects.toMatchObject({
    code: "checkpoint/fenced",
  });
  expect(await saver.getTuple(place)).toBeDefined();
  await saver.deleteThread("a", { fence: held.lease.token + 1 });
  expect(await saver.getTuple(place)).toBeUndefined();
});

test("a copy is written under no lease", async () => {
  const saver = sqliteSaver();
  const locks = sqliteLocks(saver.database);
  const held = await locks.acquire("a");
  if (held.outcome !== "acquired") throw new Error("busy");
  await fencedSaver(saver, held.lease).put(place, emptyCheckpoint(), { source: "loop", step: 0, parents: {} }, {});
  await saver.copyThread("a", "b");
  expect((await saver.getTuple({ configurable: { thread_id: "b" } }))?.metadata).toEqual({
    source: "loop",
    step: 0,
    parents: {},
  });
  await held.lease.release();
});

test("a graph runs under a lease as without one", async () => {
  const saver = sqliteSaver();
  const held = await sqliteLocks(saver.database).acquire("a");
  if (held.outcome !== "acquired") throw new Error("busy");
  const app = new StateGraph(
    Annotation.Root({ n: Annotation<number>({ reducer: (one, other) => one + other, default: () => 0 }) }),
  )
    .addNode("add", () => ({ n: 1 }))
    .addEdge(START, "add")
    .addEdge("add", END)
    .compile({ checkpointer: fencedSaver(saver, held.lease) });
  for (let turn = 0; turn < 3; turn += 1) await app.invoke({ n: 1 }, place);
  expect((await app.getState(place)).values).toEqual({ n: 6 });
  await held.lease.release();
});

const metadata = { source: "loop" as const, step: 0, parents: {} };

/** Writes checkpoints one after the other, each under a new lease, and gives back the last lease and their ids. */
async function writeUnderLeases(saver: SqliteSaver, count: number) {
  const locks = sqliteLocks(saver.database);
  const ids: string[] = [];
  for (let step = 0; ; step += 1) {
    const held = await locks.acquire("a");
    if (held.outcome !== "acquired") throw new Error("busy");
    const config = { configurable: { ...place.configurable, checkpoint_id: ids.at(-1) } };
    const checkpoint = { ...emptyCheckpoint(), id: uuid6(step) };
    await fencedSaver(saver, held.lease).put(config, checkpoint, metadata, {});
    ids.push(checkpoint.id);
    if (ids.length === count) return { ids, lease: held.lease };
    await held.lease.release();
  }
}

test.each([0, 1, 2, 3])("a thread whose turns were written under leases is pruned to the last %i", async (keepLast) => {
  const saver = sqliteSaver();
  const { ids, lease } = await writeUnderLeases(saver, 4);
  const kept = Math.max(1, keepLast);
  expect(await saver.prune("a", { keepLast })).toBe(4 - kept);
  const left: string[] = [];
  for await (const { checkpoint } of saver.list(place)) left.push(checkpoint.id);
  expect(left).toEqual(ids.slice(4 - kept).toReversed());
  // Who may write is as before.
  const next = { configurable: { ...place.configurable, checkpoint_id: ids.at(-1) } };
  await fencedSaver(saver, lease).put(next, { ...emptyCheckpoint(), id: uuid6(9) }, metadata, {});
  await lease.release();
});

test("a prune lets in no writer whose lease is gone, and needs no lease itself", async () => {
  const saver = sqliteSaver();
  const { ids, lease } = await writeUnderLeases(saver, 4);
  saver.database.exec("UPDATE tidemark_leases SET expires_at = 0");
  const next = await sqliteLocks(saver.database).acquire("a");
  if (next.outcome !== "acquired") throw new Error("busy");
  expect(await saver.prune("a", { keepLast: 2 })).toBe(2);
  const late = fencedSaver(saver, { ...lease, holds: () => Promise.resolve(true) });
  const there = { configurable: { ...place.configurable, checkpoint_id: ids.at(-1) } };
  const refused: unknown = await late
    .put(there, { ...emptyCheckpoint(), id: uuid6(9) }, metadata, {})
    .catch((reason: unknown) => reason);
  expect(stateManagerErrors.fenced.is(refused)).toBe(true);
  await fencedSaver(saver, next.lease).put(there, { ...emptyCheckpoint(), id: uuid6(10) }, metadata, {});
  await next.lease.release();
  await lease.release();
});

test("threads that were written under leases are imported into a file whose leases have gone further", async () => {
  const source = sqliteSaver();
  const { ids, lease } = await writeUnderLeases(source, 3);
  await lease.release();
  const target = sqliteSaver();
  const locks = sqliteLocks(target.database);
  for (let token = 1; token < 9; token += 1) {
    const held = await locks.acquire("a");
    if (held.outcome === "acquired") await held.lease.release();
  }
  expect(await importThreads(source, target)).toEqual({ imported: ["a"], skipped: [] });
  expect(await importThreads(source, target)).toEqual({ imported: [], skipped: ["a"] });
  const arrived = await target.getTuple({ configurable: { ...place.configurable, checkpoint_id: ids[1] } });
  expect(arrived?.metadata).toEqual(metadata);
});

test("the trigger of the locks reaches nobody as an error of the driver", async () => {
  const saver = sqliteSaver();
  const { lease } = await writeUnderLeases(saver, 2);
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(5) };
  // Only the trigger takes this for a token: the smallest one.
  const noted = Object.assign({}, metadata, { tidemark_fence: true, tidemark_fence_of: checkpoint.id });
  const refused: unknown = await saver.put(place, checkpoint, noted, {}).catch((reason: unknown) => reason);
  expect(checkpointErrors.fenced.is(refused) && refused.details).toEqual({ threadId: "a" });
  await lease.release();
});

const leases = (saver: SqliteSaver): unknown =>
  saver.database.prepare("SELECT count(*) AS n FROM tidemark_leases").get()?.["n"];

describe("the lease of a thread that is removed", () => {
  test("goes with it, deleted or expired", async () => {
    const saver = sqliteSaver();
    const locks = sqliteLocks(saver.database);
    for (let index = 0; index < 20; index += 1) {
      const held = await locks.acquire(`t${index}`);
      if (held.outcome !== "acquired") throw new Error("busy");
      const config = { configurable: { thread_id: `t${index}`, checkpoint_ns: "" } };
      await fencedSaver(saver, held.lease).put(config, emptyCheckpoint(), metadata, {});
      await held.lease.release();
      if (index % 2 === 0) await saver.deleteThread(`t${index}`);
      else await saver.expireThread(`t${index}`, "2026-01-01T00:00:00Z");
    }
    expect(leases(saver)).toBe(10);
    expect(await saver.removeExpired("2026-01-02T00:00:00Z")).toHaveLength(10);
    expect(leases(saver)).toBe(0);
  });

  test("lets in none of its writers, before the id is used again and after", async () => {
    const saver = sqliteSaver();
    const { ids, lease } = await writeUnderLeases(saver, 3);
    const frozen = { ...lease, holds: () => Promise.resolve(true) };
    const refusedPut = async (): Promise<boolean> => {
      const there = { configurable: { ...place.configurable, checkpoint_id: ids.at(-1) } };
      const refused: unknown = await fencedSaver(saver, frozen)
        .put(there, { ...emptyCheckpoint(), id: uuid6(50) }, metadata, {})
        .catch((reason: unknown) => reason);
      return stateManagerErrors.fenced.is(refused);
    };
    const refusedWrites = async (): Promise<boolean> => {
      const there = { ...place.configurable, checkpoint_id: String(ids.at(-1)), tidemark_fence: lease.token };
      const refused: unknown = await saver
        .putWrites({ configurable: there }, [["n", 1]], "task")
        .catch((reason: unknown) => reason);
      return checkpointErrors.fenced.is(refused);
    };
    await saver.deleteThread("a");
    expect(leases(saver)).toBe(0);
    expect([await refusedPut(), await refusedWrites()]).toEqual([true, true]);
    const next = await sqliteLocks(saver.database).acquire("a");
    if (next.outcome !== "acquired") throw new Error("busy");
    expect(next.lease.token).toBeGreaterThan(lease.token);
    expect([await refusedPut(), await refusedWrites()]).toEqual([true, true]);
    await fencedSaver(saver, next.lease).put(place, emptyCheckpoint(), metadata, {});
    const other = await sqliteLocks(saver.database).acquire("b");
    if (other.outcome !== "acquired") throw new Error("busy");
    await fencedSaver(saver, other.lease).put(
      { configurable: { thread_id: "b", checkpoint_ns: "" } },
      emptyCheckpoint(),
      metadata,
      {},
    );
    expect(saver.database.prepare("SELECT count(*) AS n FROM checkpoints").get()).toMatchObject({ n: 2 });
    for (const held of [next, other]) await held.lease.release();
    await lease.release();
  });
});
