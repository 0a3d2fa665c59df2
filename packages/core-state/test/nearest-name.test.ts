import { expect, test } from "vitest";
import { nearestName } from "../src/kernel/nearest-name.ts";

const known = ["task_current_task", "planning_execution_plan", "control_has_error", "messages"];

test.each([
  ["task_curent_task", "task_current_task"],
  ["TASK_CURRENT_TASK", "task_current_task"],
  ["has_error", "control_has_error"],
  ["message", "messages"],
  ["messagse", "messages"],
  ["weather", null],
  ["", null],
])("%s suggests %s", (name, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});

test("a name of a million letters returns quickly, because no known name can be close", () => {
  expect(nearestName("x".repeat(1_000_000), known)).toBeNull();
});

test("two swapped letters count as one difference, also in a short name", () => {
  expect(nearestName("mial", ["mail", "plan"])).toBe("mail");
  expect(nearestName("amil", ["mail", "plan"])).toBe("mail");
  expect(nearestName("lami", ["mail", "plan"])).toBeNull();
});
