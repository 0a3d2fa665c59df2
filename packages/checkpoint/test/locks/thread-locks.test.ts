import { expect, test } from "vitest";
import { validateAcquire } from "../../src/locks/thread-locks.ts";
import { untyped } from "../untyped.ts";

test("acquire takes a thread id and whether to wait, and refuses anything else", () => {
  expect(() => validateAcquire("t", {})).not.toThrow();
  expect(() => validateAcquire("t", { onBusy: "refuse" })).not.toThrow();
  expect(() => validateAcquire("a\u0000b", {})).toThrow(/NUL/);
  expect(() => validateAcquire("t", { onBusy: untyped("never") })).toThrow('"onBusy" cannot be "never".');
});
