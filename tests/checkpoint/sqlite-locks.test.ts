import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "@tidemark/checkpoint";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { sqliteLocks, stateManagerErrors } from "@tidemark/state-manager";
import { fencedSaver } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";

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
  const [newest] = saver.database.prepare("SELECT checkpoint_id AS id FROM checkpoints").all();
  const there = { configurable: { ...place.configurable, checkpoint_id: String(newest?.["id"]) } };
  await late.putWrites(there, [["n", 1]], "task");
  expect(saver.database.prepare("SELECT count(*) AS n FROM tidemark_writes").get()).toMatchObject({ n: 0 });
  const own = { configurable: { ...there.configurable, tidemark_fence: first.lease.token } };
  const told: unknown = await saver.putWrites(own, [["n", 1]], "task").catch((error: unknown) => error);
  expect(checkpointErrors.fenced.is(told)).toBe(true);
  const refused: unknown = await late
    .put(place, { ...emptyCheckpoint(), id: "late" }, { source: "loop", step: 1, parents: {} }, {})
    .catch((error: unknown) => error);
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
  const told: unknown = await saver.putWrites(there, [["n", 1]], "late").catch((error: unknown) => error);
  expect(checkpointErrors.fenced.is(told)).toBe(true);
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
