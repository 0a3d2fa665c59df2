import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areForms, likeness, relatedTo } from "../../src/domain/related-words.ts";
import { isWeak, stem, termsOf, weightOf, wordsOf } from "../../src/domain/words.ts";

describe("words", () => {
  test("are lower case, without accents, and names in camel case have their parts", () => {
    expect(wordsOf("Café d'été turnStart JSON")).toEqual(["cafe", "d", "turnstart", "turn", "start", "json"]);
  });

  test.each([
    ["counted", "counts"],
    ["studies", "study"],
    ["bookings", "booked"],
    ["children", "child"],
    ["stopped", "stop"],
    ["boxes", "box"],
    ["carried", "carry"],
  ])("%s and %s are one stem", (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  test.each([
    ["shower", "shown"],
    ["station", "state"],
    ["water", "wait"],
    ["light", "lightning"],
  ])("%s and %s are not", (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
    expect(areForms(stem(one), stem(other))).toBe(false);
  });

  test("stand once among the terms, and those that carry no topic do not", () => {
    expect(termsOf("What is the ferry, and when does a ferry sail?")).toEqual(["ferri", "sail"]);
  });

  test("weigh by what they tell: names most, verbs less, words that ask least", () => {
    expect(weightOf("puffin", 5)).toBeGreaterThan(weightOf(stem("deliver"), 5));
    expect(weightOf(stem("deliver"), 5)).toBeGreaterThan(weightOf("often", 5));
    expect(isWeak("often")).toBe(true);
  });

  test("of any text give each term once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(new Set(termsOf(text)).size).toBe(termsOf(text).length);
      }),
    );
  });
});

describe("related words", () => {
  test("go both ways", () => {
    expect(relatedTo(stem("bike")).has(stem("bicycle"))).toBe(true);
    expect(relatedTo(stem("bicycle")).has(stem("bike"))).toBe(true);
  });

  test("count for less than the word itself", () => {
    const found = new Set([stem("bicycle")]);
    expect(likeness(found, stem("bicycles"))).toBe(1);
    expect(likeness(found, stem("bike"))).toBeLessThan(1);
    expect(likeness(found, stem("puffin"))).toBe(0);
  });

  test.each([
    ["recover", "recovery"],
    ["accurate", "accuracy"],
    ["accessible", "accessibility"],
    ["drive", "driven"],
  ])("%s and %s are forms of one word", (one, other) => {
    expect(likeness(new Set([stem(one)]), stem(other))).toBeGreaterThan(0.9);
  });
});
