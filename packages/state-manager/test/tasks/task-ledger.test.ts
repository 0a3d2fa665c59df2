import { AgentState, applyUpdate, checkUpdate, initialState, type TaskRecord } from "@tidemark/core-state";
import { addTask } from "@tidemark/state-manager/internal";
import { countingIds } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, having } from "../matchers.ts";
import { parsed, untyped } from "../untyped.ts";

const now = "2030-01-31T12:00:00.000Z";
const sources = () => ({ now, ids: countingIds("task") });
const minimal = Object.freeze({ intent: "flight_search", agentOrigin: "planner" });
const task = (taskId: string): TaskRecord => ({ ...minimal, taskId, timestamp: now, status: "pending", metadata: {} });

describe("addTask", () => {
  test("TR-16 fills in id, time, status and metadata, and does not change its arguments", () => {
    const values = Object.freeze({ task_ledger: Object.freeze([task("a")]) });
    const added = addTask(values, minimal, sources());
    const complete = { ...minimal, taskId: "task_1", timestamp: now, status: "pending", metadata: {} };
    expect(added).toEqual({ added: true, task: complete, update: { task_ledger: [complete] } });
    expect(minimal).toEqual({ intent: "flight_search", agentOrigin: "planner" });
    expect(values.task_ledger).toEqual([task("a")]);
  });

  test("TR-16 keeps the given properties and replaces an empty id", () => {
    const givenTask = {
      ...minimal,
      taskId: "mine",
      timestamp: "2029-01-01T00:00:00Z",
      status: "in_progress",
      metadata: { a: 1 },
    } as const;
    expect(addTask({}, givenTask, sources())).toMatchObject({ added: true, task: givenTask });
    expect(addTask({}, { ...minimal, taskId: "" }, sources())).toMatchObject({ task: { taskId: "task_1" } });
  });

  test("TR-17 an id in the ledger is a duplicate and produces no update", () => {
    expect(addTask({ task_ledger: [task("a")] }, { ...minimal, taskId: "a" }, sources())).toEqual({
      added: false,
      reason: "duplicate",
      taskId: "a",
    });
  });

  test("a generated id is not in the ledger, even after the counter restarted", () => {
    const values = { task_ledger: [task("task_1"), task("task_2")] };
    expect(addTask(values, minimal, sources())).toMatchObject({ added: true, task: { taskId: "task_3" } });
  });

  test("ids that repeat end in an error, and neither in a loop nor in another task's id", () => {
    const stuck = { now, ids: { next: () => "same" } };
    expect(() => addTask({ task_ledger: [task("same")] }, minimal, stuck)).toThrow(
      having({ code: "state-manager/invalidTask" }),
    );
  });

  test.each([
    ["an unknown status", { status: "pending | done" }, "status"],
    ["no intent", { intent: undefined }, "intent"],
    ["no origin", { agentOrigin: "" }, "agentOrigin"],
    ["a time without Z", { timestamp: "2030-01-31 12:00" }, "timestamp"],
    ["metadata that are not JSON", { metadata: { at: new Date(0) } }, "metadata.at"],
    ["metadata that can change a prototype", { metadata: parsed('{"__proto__":{"x":1}}') }, "metadata.__proto__"],
    ["an unknown attribute", { task_id: "x" }, ""],
  ])("a task with %s is refused with its path", (_, part, at) => {
    expect(addTask({}, untyped({ ...minimal, ...part }), sources())).toEqual({
      added: false,
      reason: "invalid",
      at,
      message: anyText,
    });
  });

  test("a task without an intent does not compile", () => {
    // @ts-expect-error the intent is missing
    expect(addTask({}, { agentOrigin: "planner" }, sources()).added).toBe(false);
  });

  test("law: any number of tasks, added one by one through the state, are all stored once", () => {
    const tasks = fc.array(fc.record({ taskId: fc.constantFrom("", "a", "b", "task_1") }), { maxLength: 8 });
    fc.assert(
      fc.property(tasks, (newTasks) => {
        let values = initialState(AgentState);
        let accepted = 0;
        const from = sources();
        for (const { taskId } of newTasks) {
          const added = addTask(values, { ...minimal, taskId }, from);
          if (!added.added) continue;
          expect(checkUpdate(AgentState, added.update, { agent: "root" }).ok).toBe(true);
          values = applyUpdate(AgentState, values, added.update);
          accepted += 1;
        }
        const ids = values.task_ledger.map((each) => each.taskId);
        expect(ids).toHaveLength(accepted);
        expect(new Set(ids).size).toBe(accepted);
      }),
    );
  });
});
