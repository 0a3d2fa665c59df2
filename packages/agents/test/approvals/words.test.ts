import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readApprovalWords } from "../../src/internal.ts";

describe("readApprovalWords", () => {
  test.for([
    "yes",
    "Y",
    "Yes!",
    "ok.",
    "yep",
    "  yes  ",
    "YES!!!",
    "Yes, please",
    "ＹＥＳ",
    "yes…",
    "“yes”",
    "\u200Byes\u00A0",
  ])("AP-12 reads %j as approval", (text) => {
    expect(readApprovalWords(text)).toBe("approve");
  });

  test.for(["no", "N", "nope", "nah", "cancel", "No.", "No, thanks", "stop!", "deny", "Don’t", "👎🏽"])(
    "AP-13 reads %j as rejection",
    (text) => {
      expect(readApprovalWords(text)).toBe("reject");
    },
  );

  test.for(["approve", "sure", "go ahead", "Go  ahead!", "Proceed.", "please proceed", "go\nahead", "👍", "👍🏿", "✔️"])(
    "AP-14 reads %j as approval",
    (text) => {
      expect(readApprovalWords(text)).toBe("approve");
    },
  );

  test.for(["yes?", "what does step 2 do?", "", "   ", "?!", "ok？", "yes؟", "maybe", "no?"])(
    "AP-15 does not decide by %j",
    (text) => {
      expect(readApprovalWords(text)).toBe("unclear");
    },
  );

  test.for([
    "yes but only step 1",
    "yes, but only step 1",
    "not ok",
    "yes no",
    "no yes",
    "don't stop",
    "do not approve",
    "yesterday",
    "I said no to the last one, yes to this",
    "yes\nbut",
    "y e s",
    "уes", // the first letter is Cyrillic
    "constructor",
    "__proto__",
  ])("AP-16 does not decide by %j", (text) => {
    expect(readApprovalWords(text)).toBe("unclear");
  });

  test("text with a question mark never decides", () => {
    fc.assert(
      fc.property(fc.constantFrom("yes", "no", "ok", "go ahead"), fc.string(), fc.string(), (words, before, after) => {
        expect(readApprovalWords(`${before}${words}?${after}`)).toBe("unclear");
      }),
    );
  });

  test("only a listed word decides, regardless of the text around it", () => {
    const word = fc.constantFrom("yes", "no", "but", "not", "only", "step 1", "later", "sure", "cancel");
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), (words) => {
        expect(readApprovalWords(words.join(" "))).toBe("unclear");
      }),
    );
  });

  test("reads only short texts", () => {
    expect(readApprovalWords(`yes${" ".repeat(1_000_000)}`)).toBe("unclear");
  });
});
