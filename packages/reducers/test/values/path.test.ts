import { expect, test } from "vitest";
import { formatPath } from "../../src/values/path.ts";

test.each([
  [[], ""],
  [["steps", 0, "startedAt"], "steps[0].startedAt"],
  [["T", "start time"], 'T["start time"]'],
  [[3, "id"], "[3].id"],
  [["a", "__proto__"], "a.__proto__"],
  [["a", "7"], 'a["7"]'],
  [["a", Symbol("x")], "a[Symbol(x)]"],
])("%o is formatted as %s", (path, text) => {
  expect(formatPath(path)).toBe(text);
});
