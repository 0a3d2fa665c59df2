import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWeak, termOf, termsOf, wordsOf } from "../../src/domain/words.ts";

describe("words", () => {
  test("are lower case without accents, and camel case names are followed by their parts", () => {
    expect(wordsOf("Café d'été turnStart JSON")).toEqual(["cafe", "d", "turnstart", "turn", "start", "json"]);
  });

  test.each([
    ["counted", "counts"],
    ["studies", "study"],
    ["bookings", "booked"],
    ["stopped", "stop"],
    ["boxes", "box"],
    ["carried", "carry"],
    ["worn", "wears"],
    ["paid", "paying"],
    ["decision", "decided"],
  ])("%s and %s have the same stem", (a, b) => {
    expect(termOf(a)).toBe(termOf(b));
  });

  test.each([
    ["shower", "shown"],
    ["station", "state"],
    ["water", "wait"],
    ["light", "lightning"],
  ])("%s and %s have different stems", (a, b) => {
    expect(termOf(a)).not.toBe(termOf(b));
  });

  test("become distinct terms without function words", () => {
    expect(termsOf("What is the ferry, and when does a ferry sail?")).toEqual(["ferri", "sail"]);
  });

  test("that only ask for a kind of answer are weak", () => {
    expect([isWeak("often"), isWeak("puffin")]).toEqual([true, false]);
  });

  test("of any text become distinct terms", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(new Set(termsOf(text)).size).toBe(termsOf(text).length);
      }),
    );
  });
});
