import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleText } from "../../src/kernel/visible-text.ts";

describe("visibleText", () => {
  test.each([
    ["a change of direction", "acc-\u202E321\u202C", "acc-\\u{202e}321\\u{202c}"],
    ["an isolate", "a\u2066b\u2069", "a\\u{2066}b\\u{2069}"],
    ["a character without width", "pay\u200Bpal", "pay\\u{200b}pal"],
    ["a joiner between letters that do not need it", "pay\u200Dpal", "pay\\u{200d}pal"],
    ["a control character", "a\u0000\u001B[2J", "a\\u{0}\\u{1b}[2J"],
    ["half of a character", "a\uD800", "a\\u{d800}"],
    ["hidden letters of tags", "a\u{E0041}", "a\\u{e0041}"],
    ["a second variation", "❤\uFE0F\uFE0F", "❤\uFE0F\\u{fe0f}"],
    ["a blank letter", "a\u3164", "a\\u{3164}"],
    ["a line that only some programs break", "a\u2028b", "a\\u{2028}b"],
  ])("writes out %s", (_what, text, visible) => {
    expect(visibleText(text)).toBe(visible);
  });

  test.each([
    ["lines and tabs", "a\n\tb\r\nc"],
    ["letters of other scripts", "Åsa שלום مرحبا 你好"],
    ["emoji of several parts", "👨‍👩‍👧 ❤️ 1️⃣ 🏳️‍🌈 👩🏽‍💻"],
    ["Persian and Hindi, which need joiners", "می‌خواهم क्‍ष"],
  ])("leaves %s as they are", (_what, text) => {
    expect(visibleText(text)).toBe(text);
  });

  test("changes nothing the second time, and leaves no character that changes the order of a text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const visible = visibleText(text);
        expect(visibleText(visible)).toBe(visible);
        expect(visible).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u061C]/u);
      }),
    );
  });
});
