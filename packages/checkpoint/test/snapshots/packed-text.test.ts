import fc from "fast-check";
import { expect, test } from "vitest";
import { packText, unpackText } from "../../src/snapshots/packed-text.ts";

test("a text comes back as it was packed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), (text) => unpackText(packText(text)) === text),
  );
});

test("what repeats takes fewer bytes; what is short stays readable", () => {
  expect(packText("again ".repeat(100)).length).toBeLessThan(40);
  expect(packText('{"a":[1]}')).toBe('{"a":[1]}');
});

test("bytes that nobody has packed are refused", () => {
  expect(() => unpackText(new Uint8Array([0xff, 1]))).toThrow(/invalid/);
  expect(() => unpackText(null)).toThrow(/neither text nor bytes/);
});
