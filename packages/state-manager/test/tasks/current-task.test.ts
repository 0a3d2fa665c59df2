import { getCurrentTask } from "@tidemark/state-manager/internal";
import { expect, test } from "vitest";

test("getCurrentTask gives the task, or null while there is none", () => {
  expect(getCurrentTask({ task_current_task: "Book a table" })).toBe("Book a table");
  expect(getCurrentTask({ task_current_task: null })).toBeNull();
  expect(getCurrentTask({})).toBeNull();
});
