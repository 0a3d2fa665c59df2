import { getCurrentTask } from "@tidemark/state-manager/internal";
import { expect, test } from "vitest";

test("getCurrentTask returns the task, or null without one", () => {
  expect(getCurrentTask({ task_current_task: "Book a table" })).toBe("Book a table");
  expect(getCurrentTask({ task_current_task: null })).toBeNull();
  expect(getCurrentTask({})).toBeNull();
});
