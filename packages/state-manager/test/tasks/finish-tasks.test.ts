import { AgentState, applyUpdate, checkUpdate, initialState, type TaskRecord } from "@tidemark/core-state";
import { finishTasks } from "@tidemark/state-manager";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const task = (taskId: string, status: TaskRecord["status"] = "in_progress"): TaskRecord => ({
  taskId,
  timestamp: "2030-01-31T12:00:00Z",
  agentOrigin: "root_agent",
  intent: "hotel",
  status,
  metadata: {},
});

function statusAfter({ taskId, status }: TaskRecord, given: { succeeded: string[]; failed: string[] }) {
  if (given.failed.includes(taskId) || status === "failed") return "failed";
  return given.succeeded.includes(taskId) ? "done" : status;
}

describe("finishTasks", () => {
  test("TR-26 marks succeeded tasks as done and failed ones as failed, and changes nothing else", () => {
    const values = { task_ledger: [task("a"), task("b"), task("c"), task("d", "failed")] };
    expect(finishTasks(values, { succeeded: ["a", "d"], failed: ["b"] })).toEqual({
      changes: {
        task_ledger: [
          { taskId: "a", status: "done" },
          { taskId: "b", status: "failed" },
        ],
      },
      unchanged: [{ taskId: "d", because: "failed" }],
    });
  });

  test("TR-27 has nothing to change when all tasks are done", () => {
    expect(finishTasks({ task_ledger: [task("a", "done")] }, { succeeded: ["a"] })).toEqual({
      changes: null,
      unchanged: [{ taskId: "a", because: "done" }],
    });
    expect(finishTasks({}, { succeeded: [] })).toEqual({ changes: null, unchanged: [] });
  });

  test("a task in both lists has failed, even if it was done before", () => {
    expect(finishTasks({ task_ledger: [task("a", "done")] }, { succeeded: ["a"], failed: ["a"] }).changes).toEqual({
      task_ledger: [{ taskId: "a", status: "failed" }],
    });
  });

  test("an unknown id creates no task", () => {
    expect(finishTasks({ task_ledger: [] }, { succeeded: ["", "zz"] })).toEqual({
      changes: null,
      unchanged: [
        { taskId: "", because: "unknown" },
        { taskId: "zz", because: "unknown" },
      ],
    });
  });

  test("law: applied to the ledger, only named tasks change, no failed task is done, and a repetition changes nothing", () => {
    const ids: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "zz");
    const status = fc.constantFrom("pending" as const, "in_progress" as const, "done" as const, "failed" as const);
    const outcomes = fc.record({ succeeded: fc.array(ids), failed: fc.array(ids) });
    fc.assert(
      fc.property(fc.tuple(status, status, status), outcomes, ([a, b, c], given) => {
        const ledger = [task("a", a), task("b", b), task("c", c)];
        const values = { ...initialState(AgentState), task_ledger: ledger };
        const { changes } = finishTasks(values, given);
        const update = changes ?? {};
        expect(checkUpdate(AgentState, update, { agent: "root" }).ok).toBe(true);
        const after = applyUpdate(AgentState, values, update);
        for (const [index, before] of ledger.entries()) {
          expect(after.task_ledger[index]).toEqual({ ...before, status: statusAfter(before, given) });
        }
        expect(finishTasks(after, given).changes).toBeNull();
      }),
    );
  });
});
