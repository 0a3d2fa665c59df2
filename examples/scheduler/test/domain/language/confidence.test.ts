import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { confidenceCeilings, confidenceOf, confidenceRules } from "../../../src/domain/language/confidence.ts";
import type { ConfidenceCeilingName, ConfidenceRuleName } from "../../../src/domain/language/confidence.ts";

// Object.keys forgets that the tables are closed.
const ruleNames = Object.keys(confidenceRules).filter((name): name is ConfidenceRuleName => name in confidenceRules);
const ceilingNames = Object.keys(confidenceCeilings).filter(
  (name): name is ConfidenceCeilingName => name in confidenceCeilings,
);

describe("confidenceOf", () => {
  test("adds the points of the rules that fired to the start", () => {
    expect(confidenceOf(["intentImplied", "title"], []).value).toBe(0.65);
  });

  test("counts a rule once", () => {
    expect(confidenceOf(["title", "title"], []).value).toBe(confidenceOf(["title"], []).value);
  });

  test("stays under every ceiling", () => {
    expect(confidenceOf(["intentExplicit", "title", "exactTime"], ["missing", "impossible"]).value).toBe(0.4);
  });

  test("is within 0 and 1 for any rules and ceilings, in any order", () => {
    const rules = fc.array(fc.constantFrom(...ruleNames));
    const ceilings = fc.array(fc.constantFrom(...ceilingNames));
    fc.assert(
      fc.property(rules, ceilings, (fired, limits) => {
        const { value } = confidenceOf(fired, limits);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(confidenceOf(fired.toReversed(), limits.toReversed()).value).toBe(value);
      }),
    );
  });

  test("names every rule and ceiling in its reasoning", () => {
    expect(confidenceOf(["title"], ["missing"]).reasoning).toBe(
      "+0.25 every request starts here; +0.25 the event has a title; at most 0.60: an essential detail is missing. Confidence 0.50.",
    );
  });

  test("rejects the request by the ceiling for missing details", () => {
    for (const name of ceilingNames) expect(confidenceCeilings[name].points).toBeLessThan(0.7);
  });
});
