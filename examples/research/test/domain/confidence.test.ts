import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { confidenceIn, confidenceText, MIN_CONFIDENCE, type Signals } from "../../src/domain/confidence.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const signals: fc.Arbitrary<Signals> = fc.record({
  covered: share,
  paired: share,
  unrelated: share,
  unsaid: fc.constantFrom(0, 1),
  formless: fc.constantFrom(0, 1),
  specific: share,
  fragment: fc.constantFrom(0, 1),
  lead: share,
  passageLead: share,
  otherFact: fc.constantFrom(0, 1),
  mentioned: fc.constantFrom(0, 1),
});

describe("the confidence", () => {
  test("is a probability", () => {
    fc.assert(
      fc.property(signals, (given) => {
        expect(confidenceIn(given)).toBeGreaterThanOrEqual(0);
        expect(confidenceIn(given)).toBeLessThan(1);
      }),
    );
  });

  test("never falls with what speaks for a passage, and never rises with unrelated words or without the asked form", () => {
    fc.assert(
      fc.property(signals, share, (given, more) => {
        const raised = (name: keyof Signals): number => confidenceIn({ ...given, [name]: Math.max(given[name], more) });
        for (const name of ["covered", "paired", "specific", "lead", "passageLead"] as const)
          expect(raised(name)).toBeGreaterThanOrEqual(confidenceIn(given));
        expect(raised("unsaid")).toBeLessThanOrEqual(confidenceIn(given));
        expect(raised("unrelated")).toBeLessThanOrEqual(confidenceIn(given));
        expect(confidenceIn({ ...given, otherFact: 1 })).toBeLessThan(MIN_CONFIDENCE);
        expect(confidenceText(confidenceIn({ ...given, mentioned: 1 }))).toMatch(/^Uncertain/);
        expect(raised("fragment")).toBeLessThanOrEqual(confidenceIn(given));
        expect(confidenceIn({ ...given, formless: 1 })).toBeLessThanOrEqual(confidenceIn({ ...given, formless: 0 }));
      }),
    );
  });
});
