import { DatabaseSync } from "node:sqlite";
import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { openStateStore, recordIntent } from "@tidemark/state-manager/seeds";
import { type StateStoreOptions } from "@tidemark/state-manager/internal/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { now, Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";
import { withClockShift } from "../sessions/clock-shift.ts";

const open = (options: Partial<StateStoreOptions<typeof Trip>> = {}) =>
  openStateStore({
    state: Trip,
    sessionId: "ann",
    checkpointer: new MemorySaver(),
    clock: fixedClock(now),
    ids: countingIds("task"),
    ...options,
  });

/** Saver whose writes fail. */
class Full extends MemorySaver {
  override put(): Promise<never> {
    return Promise.reject(new Error("disk full"));
  }
}

describe("openStateStore", () => {
  test("TR-01 returned values are frozen, and changing a copy changes nothing", async () => {
    const store = open();
    await store.updateState({ trip_outbound: { flight: "SK 4", seat: "" } });
    const state = await store.getState();
    expect(() => Object.assign(state.trip_outbound, { seat: "1C" })).toThrow(TypeError);
    Object.assign(structuredClone(state.trip_outbound), { seat: "1C" });
    expect((await store.getState()).trip_outbound).toEqual({ flight: "SK 4", seat: "" });
  });

  test("TR-02 a branch is merged at every depth through the store", async () => {
    const store = open({ template: { trip_outbound: { flight: "SK 4", seat: "" } } });
    expect(await store.updateBranch("trip_outbound", { seat: "12A" })).toEqual({ saved: true });
    expect((await store.getState()).trip_outbound).toEqual({ flight: "SK 4", seat: "12A" });
  });

  test("TR-12 an empty update changes nothing and is saved", async () => {
    const checkpointer = new MemorySaver();
    const store = open({ checkpointer });
    expect(await store.updateState({})).toEqual({ saved: true });
    expect(await checkpointer.getTuple({ configurable: { thread_id: store.threadId } })).toBeUndefined();
  });

  test("TR-16 a task gets an id, a time and a status, and the argument is unchanged", async () => {
    const store = open();
    const task = Object.freeze({ intent: "flight_search", agentOrigin: "planner" });
    expect(await store.addTask(task)).toEqual({ saved: true });
    expect((await store.getState()).task_ledger).toEqual([
      { ...task, taskId: "task_1", timestamp: now, status: "pending", metadata: {} },
    ]);
  });

  test("TR-17 a task whose id is in use is not added", async () => {
    const store = open();
    await store.addTask({ taskId: "a", intent: "x", agentOrigin: "root" });
    expect(await store.addTask({ taskId: "a", intent: "y", agentOrigin: "root" })).toEqual({
      saved: false,
      reason: "duplicate",
      taskId: "a",
    });
    expect((await store.getState()).task_ledger).toHaveLength(1);
  });

  test("TR-18 a preview does not change the state", async () => {
    const store = open();
    const diff = await store.getProposedStateDiff({ trip_city: "Oslo" });
    expect(diff.changes).toMatchObject([{ field: "trip_city", before: null, after: "Oslo" }]);
    expect((await store.getState()).trip_city).toBeNull();
  });

  test.each(["planner", "follower", "final"])("TR-19 an update by the %s is refused", async (agent) => {
    const checkpointer = new MemorySaver();
    const store = open({ checkpointer, agent });
    expect(await store.updateState({ trip_city: "Oslo" })).toMatchObject({
      saved: false,
      reason: "refused",
      issues: [{ code: "foreignWrite", field: "trip_city" }],
    });
    expect((await open({ checkpointer }).getState()).trip_city).toBeNull();
  });

  test("TR-21 sessions are separate, each under its own thread", async () => {
    const checkpointer = new MemorySaver();
    const [ann, ben] = [open({ checkpointer }), open({ checkpointer, sessionId: "ben" })];
    await ann.updateState({ trip_city: "Oslo" });
    expect([ann.threadId, ben.threadId]).toEqual(["state_ann", "state_ben"]);
    expect((await ben.getState()).trip_city).toBeNull();
  });

  test("TR-22 a session is available to another process; a new one starts with the template", async () => {
    const checkpointer = SqliteSaver.fromConnString(":memory:");
    const template = { trip_outbound: { flight: "", seat: "window" } };
    const store = open({ checkpointer, template });
    expect(await store.getState()).toMatchObject({ ...template, task_ledger: [] });
    await store.updateState({ trip_city: "Oslo" });
    expect(await open({ checkpointer }).getState()).toMatchObject({ ...template, trip_city: "Oslo" });
  });

  test("TR-23 without storage, or when it fails, nothing changes and the result contains the reason", async () => {
    const nowhere = open({ checkpointer: null });
    expect(await nowhere.updateState({ trip_city: "Oslo" })).toEqual({ saved: false, reason: "noStore" });
    expect((await nowhere.getState()).trip_city).toBeNull();
    const full = open({ checkpointer: new Full() });
    expect(await full.updateState({ trip_city: "Oslo" })).toMatchObject({ saved: false, reason: "saveFailed" });
    expect((await full.getState()).trip_city).toBeNull();
  });

  test("TR-25 the intent of an unclear request is recorded in the store", async () => {
    const store = open();
    const { update } = recordIntent(
      await store.getState(),
      { query: "somewhere warm", intent: "complete_trip", extracted: {}, reasoning: "No city.", sufficient: false },
      { now, ids: countingIds("task") },
    );
    expect(await store.updateState(untyped(update))).toEqual({ saved: true });
    expect((await store.getState()).task_ledger).toMatchObject([{ intent: "complete_trip", status: "pending" }]);
  });

  test("concurrent updates are all stored", async () => {
    const checkpointer = new MemorySaver();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => open({ checkpointer }).updateState({ trip_notes: [`${index}`] })),
    );
    expect((await open({ checkpointer }).getState()).trip_notes).toHaveLength(20);
  });

  test("an invalid template is refused when the store is opened", () => {
    expect(() => open({ template: untyped({ trip_city: 7 }) })).toThrow(/trip_city/);
  });
});

/** Two stores with separate locks on one database, of which the first reads slowly. */
function twoStores() {
  const [checkpointer, leases] = [new MemorySaver(), new DatabaseSync(":memory:")];
  const first = open({ checkpointer, locks: sqliteLocks(leases) });
  const second = open({ checkpointer, locks: sqliteLocks(leases) });
  return { checkpointer, leases, first, second };
}

describe("a state store with several writing processes", () => {
  test("saves nothing under a lease that was lost while it read", async () => {
    const { checkpointer, leases, first, second } = twoStores();
    await first.updateState({ trip_notes: ["zero"] });
    const read = checkpointer.getTuple.bind(checkpointer);
    let due = true;
    checkpointer.getTuple = async (config) => {
      const tuple = await read(config);
      if (due) {
        due = false;
        leases.exec("UPDATE tidemark_leases SET expires_at = 0");
        await second.updateState({ trip_notes: ["of the second"] });
      }
      return tuple;
    };
    expect(await first.updateState({ trip_notes: ["of the first"] })).toEqual({ saved: false, reason: "fenced" });
    expect((await second.getState()).trip_notes).toEqual(["zero", "of the second"]);
  });

  test("reports an update as not saved when the lease was lost at its last write", async () => {
    const { checkpointer, leases, first, second } = twoStores();
    const put = checkpointer.put.bind(checkpointer);
    checkpointer.put = async (...given) => {
      const stored = await put(...given);
      checkpointer.put = put;
      leases.exec("UPDATE tidemark_leases SET expires_at = 0");
      await second.updateState({ trip_notes: ["of the second"] });
      return stored;
    };
    expect(await first.updateState({ trip_notes: ["of the first"] })).toEqual({ saved: false, reason: "fenced" });
  });

  test("reports an update as not saved when the saver hides the checkpoint because a clock was set back", async () => {
    const store = open();
    await store.updateState({ trip_notes: ["zero"] });
    const hidden = await withClockShift(-100, () => store.updateState({ trip_notes: ["one"] }));
    expect(hidden).toEqual({ saved: false, reason: "superseded" });
    expect((await store.getState()).trip_notes).toEqual(["zero"]);
  });

  test("returns the error of failing locks", async () => {
    const closed = new DatabaseSync(":memory:");
    closed.close();
    expect(await open({ locks: sqliteLocks(closed) }).updateState({ trip_notes: ["sea"] })).toMatchObject({
      saved: false,
      reason: "saveFailed",
      error: { code: "checkpoint/locksUnavailable" },
    });
  });

  test("a session id that cannot be a thread id is refused", () => {
    expect(() => open({ sessionId: "a\u0000b" })).toThrow(/NUL/);
  });
});
