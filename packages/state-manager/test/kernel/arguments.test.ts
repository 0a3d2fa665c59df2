import { expect, test } from "vitest";
import { requireObject, requireOption, requireThreadId } from "../../src/kernel/arguments.ts";

test("an option with another value than it has names those that it has", () => {
  expect(() => requireOption("unfinished", "drop", ["keep", "refuse"])).toThrow(
    '"unfinished" cannot be "drop". Use one of: "keep", "refuse".',
  );
  expect(() => requireOption("unfinished", 7, ["keep"])).toThrow('"unfinished" cannot be a number.');
  expect(() => requireOption("unfinished", "keep", ["keep"])).not.toThrow();
});

test("a thread id is text without NUL", () => {
  expect(() => requireThreadId("a\u0000b")).toThrow(String.raw`The thread id contains a NUL character: "a\u0000b".`);
  expect(() => requireThreadId(null)).toThrow("The thread id is null.");
  for (const threadId of ["", "\u0001", "__proto__", "naïve 🚂"]) expect(() => requireThreadId(threadId)).not.toThrow();
});

test.each([[null], [undefined], ["text"], [[]]])("%j is not an object", (value) => {
  expect(() => requireObject("answers", value)).toThrow(/"answers" must be an object, not/);
});
