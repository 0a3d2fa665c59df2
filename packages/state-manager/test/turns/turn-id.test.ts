import { expect, test } from "vitest";
import { nextTurnId } from "@tidemark/state-manager/internal";

test.each([
  [null, "turn_1"],
  ["turn_1", "turn_2"],
  ["turn_9", "turn_10"],
  ["visit", "visit_2"],
  ["a\n9007199254740993", "a\n9007199254740994"],
])("after %j comes %j", (previous, next) => {
  expect(nextTurnId(previous)).toBe(next);
});
