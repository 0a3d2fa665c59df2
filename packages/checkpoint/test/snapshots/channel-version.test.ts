import fc from "fast-check";
import { expect, test } from "vitest";
import { isUnique, nextVersion } from "../../src/snapshots/channel-version.ts";

test("a version is greater than the one before, also of another saver", () => {
  fc.assert(fc.property(fc.option(fc.nat(), { nil: undefined }), (before) => nextVersion(before) > (before ?? 0)));
});

test("a version follows one that was counted in text", () => {
  for (const before of ["7", "00000000000000000000000000000002.0.24", "x"])
    expect(Number.isSafeInteger(nextVersion(before))).toBe(true);
  expect(nextVersion(String(2 ** 40))).toBeGreaterThan(2 ** 40);
});

test("two versions after the same one differ", () => {
  const versions = Array.from({ length: 500 }, () => nextVersion(7));
  expect(new Set(versions).size).toBeGreaterThan(498);
});

test("versions of a counter differ from ours", () => {
  expect([isUnique(1), isUnique("2"), isUnique(nextVersion(undefined)), isUnique(nextVersion(3))]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
