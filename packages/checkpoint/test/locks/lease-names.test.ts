import { expect, test } from "vitest";
import { leaseMarks, tokenIn, tokenOfMetadata, withoutLease } from "../../src/kernel/lease-names.ts";

test("a token counts only on the checkpoint that it was written with, not where LangGraph has copied it", () => {
  const metadata = { source: "loop", ...leaseMarks(7, "first") };
  expect(tokenOfMetadata(metadata, "first")).toBe(7);
  expect(tokenOfMetadata(metadata, "second")).toBeNull();
});

test.each([[{}], [{ tidemark_fence: "7" }], [{ tidemark_fence: 1.5 }], [Object.create({ tidemark_fence: 7 })]])(
  "%j names no token",
  (source: object) => {
    expect(tokenIn(source)).toBeNull();
  },
);

test("metadata without a lease is returned as it is, and with one without its marks", () => {
  const plain = { source: "input" };
  expect(withoutLease(plain)).toBe(plain);
  expect(withoutLease({ ...plain, ...leaseMarks(7, "first") })).toEqual(plain);
});
