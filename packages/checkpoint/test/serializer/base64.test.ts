import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { fromBase64, toBase64 } from "../../src/serializer/base64.ts";

afterEach(() => void vi.unstubAllGlobals());

test("bytes are written and read the same with Node and without", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = toBase64(bytes);
      expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
      vi.stubGlobal("Buffer", undefined);
      expect([toBase64(bytes), fromBase64(text)]).toEqual([text, new Uint8Array(bytes)]);
      vi.unstubAllGlobals();
    }),
  );
});

test("more bytes than a call has arguments are written without Node, too", () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  const text = toBase64(bytes);
  vi.stubGlobal("Buffer", undefined);
  expect(toBase64(bytes) === text).toBe(true);
  expect(fromBase64(text)).toEqual(bytes);
});

test("a view over part of a buffer is written without the rest", () => {
  expect(toBase64(new Uint8Array([1, 2, 3, 4]).subarray(1, 3))).toBe("AgM=");
});
