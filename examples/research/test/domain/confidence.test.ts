import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { confidenceIn, MIN_CONFIDENCE, type Signals } from "../../src/domain/confidence.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const signals: fc.Arbitrary<Signals> = fc.record({
  covered: share,
  unknown: share,
  formless: fc.constantFrom(0, 1),
  lead: share,
  wideLead: share,
  otherFact: fc.constantFrom(0, 1),
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

  test("never falls with coverage, and never rises with unknown words or without the asked form", () => {
    fc.assert(
      fc.property(signals, share, (given, more) => {
        const raised = (name: "covered" | "unknown"): number =>
          confidenceIn({ ...given, [name]: Math.max(given[name], more) });
        expect(raised("covered")).toBeGreaterThanOrEqual(confidenceIn(given));
        expect(raised("unknown")).toBeLessThanOrEqual(confidenceIn(given));
        expect(confidenceIn({ ...given, otherFact: 1 })).toBeLessThan(MIN_CONFIDENCE);
        expect(confidenceIn({ ...given, formless: 1 })).toBeLessThanOrEqual(confidenceIn({ ...given, formless: 0 }));
      }),
    );
  });
});
