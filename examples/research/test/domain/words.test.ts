import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areInflections, similarity, relatedTo } from "../../src/domain/related-words.ts";
import { isWeak, stem, termsOf, weightOf, wordsOf } from "../../src/domain/words.ts";

describe("words", () => {
  test("are lower case without accents, and camel case names are followed by their parts", () => {
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
  ])("%s and %s have the same stem", (a, b) => {
    expect(stem(a)).toBe(stem(b));
  });

  test.each([
    ["shower", "shown"],
    ["station", "state"],
    ["water", "wait"],
    ["light", "lightning"],
  ])("%s and %s have different stems", (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
    expect(areInflections(stem(a), stem(b))).toBe(false);
  });

  test("become distinct terms without function words", () => {
    expect(termsOf("What is the ferry, and when does a ferry sail?")).toEqual(["ferri", "sail"]);
  });

  test("have the most weight as names, less as common verbs, and the least as asking words", () => {
    expect(weightOf("puffin", 5)).toBeGreaterThan(weightOf(stem("deliver"), 5));
    expect(weightOf(stem("deliver"), 5)).toBeGreaterThan(weightOf("often", 5));
    expect(isWeak("often")).toBe(true);
  });

  test("of any text become distinct terms", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(new Set(termsOf(text)).size).toBe(termsOf(text).length);
      }),
    );
  });
});

describe("related words", () => {
  test("are symmetric", () => {
    expect(relatedTo(stem("bike")).has(stem("bicycle"))).toBe(true);
    expect(relatedTo(stem("bicycle")).has(stem("bike"))).toBe(true);
  });

  test("are less similar than the word itself", () => {
    const stems = new Set([stem("bicycle")]);
    expect(similarity(stems, stem("bicycles"))).toBe(1);
    expect(similarity(stems, stem("bike"))).toBeLessThan(1);
    expect(similarity(stems, stem("puffin"))).toBe(0);
  });

  test.each([
    ["recover", "recovery"],
    ["accurate", "accuracy"],
    ["accessible", "accessibility"],
    ["drive", "driven"],
  ])("%s and %s are inflections of the same word", (a, b) => {
    expect(similarity(new Set([stem(a)]), stem(b))).toBeGreaterThan(0.9);
  });
});
