import { expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";
import { fieldGroups } from "../../src/fields/field-groups.ts";
import type { TaskRecord } from "../../src/schemas/task-record.ts";

const task: TaskRecord = {
  taskId: "task_1",
  timestamp: "2026-01-08T20:30:00Z",
  agentOrigin: "root_agent",
  intent: "flight_search",
  status: "pending",
  metadata: { userQuery: "Fly me to Oslo" },
};
const { task_ledger: ledger } = SeedState.fields;

test("the ledger has one record per task, in the order of their addition", () => {
  const second = { ...task, taskId: "task_2" };
  expect(ledger.reducer?.([task], [second, { ...task, status: "done" }])).toEqual([
    { ...task, status: "done" },
    second,
  ]);
});

test("a change of a known task keeps the other attributes, and merges the metadata", () => {
  const changed = ledger.reducer?.([task], [{ taskId: "task_1", status: "done", metadata: { reasoning: "booked" } }]);
  expect(changed).toEqual([
    { ...task, status: "done", metadata: { userQuery: "Fly me to Oslo", reasoning: "booked" } },
  ]);
});

test("a change of a task that is not in the ledger is refused, with its path", () => {
  const update = [
    { ...task, status: "done" },
    { taskId: "task_9", status: "done" },
  ];
  expect(() => ledger.reducer?.([task], update)).toThrow(
    'The update at "[1]" must be a complete task (found: a change of "task_9", which is not in the ledger).',
  );
});

test("a task that is added and changed in one update is complete", () => {
  const update = [task, { taskId: "task_1", status: "in_progress" }];
  expect(ledger.reducer?.([], update)).toEqual([{ ...task, status: "in_progress" }]);
});

test("the ledger returns itself when nothing changed", () => {
  const current = [task];
  for (const update of [undefined, null, [], [task]]) expect(ledger.reducer?.(current, update)).toBe(current);
});

test("the lifetime of the ledger is the thread, and that of the other fields the turn", () => {
  const lifetimes = Object.values(fieldGroups.task).map((field) => field.lifetime);
  expect(lifetimes).toEqual(["turn", "turn", "turn", "thread"]);
});
