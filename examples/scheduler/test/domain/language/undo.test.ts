import { expect, test } from "vitest";
import { asksUndo } from "../../../src/domain/language/undo.ts";

test.each([
  "undo",
  "Undo!",
  "undo that please",
  "please undo the last change",
  "take back my last change",
  "revert it",
])("%j asks to take back the last change", (text) => {
  expect(asksUndo(text)).toBe(true);
});

test.each(["undo the dentist", "take back the library books on Monday", "what was the last change?", "", "undoing"])(
  "%j does not",
  (text) => {
    expect(asksUndo(text)).toBe(false);
  },
);
