import { expect, test } from "vitest";
import { checkAcquire } from "../../../src/sessions/leases/lock.ts";
import { untyped } from "../../untyped.ts";

test("what is asked of locks is a thread id and a way to wait", () => {
  expect(() => checkAcquire("t", {})).not.toThrow();
  expect(() => checkAcquire("t", { onBusy: "refuse" })).not.toThrow();
  expect(() => checkAcquire("a\u0000b", {})).toThrow(/NUL/);
  expect(() => checkAcquire("t", { onBusy: untyped("never") })).toThrow('"onBusy" cannot be "never".');
});
