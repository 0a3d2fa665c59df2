import { planReducer, stampPlan } from "@tidemark/reducers/internal";
import { reducerErrors } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";

interface Plan {
  readonly goal: string;
  readonly steps: readonly string[];
  readonly updatedAt: string;
}

const plan = (goal: string, updatedAt = "2030-01-01T08:00:00Z"): Plan => ({ goal, steps: ["one"], updatedAt });
const [p, q] = [plan("p"), plan("q")];
const now = "2030-01-01T09:00:00.000Z";

describe("planReducer", () => {
  test("PS-01 replaces the plan with one that has a new updatedAt, and does not change the old one", () => {
    expect(planReducer(p, stampPlan(q, now))).toEqual({ ...q, updatedAt: now });
    expect(p).toEqual(plan("p"));
  });

  test("PS-02 null clears the plan", () => {
    expect(planReducer(p, null)).toBeNull();
  });

  test("PS-03 accepts the first plan with its updatedAt", () => {
    expect(planReducer(null, stampPlan(q, now))).toEqual({ ...q, updatedAt: now });
    expect(planReducer(undefined, q)).toEqual(q);
  });

  test("PS-04 undefined returns the plan itself", () => {
    expect(planReducer(p, undefined)).toBe(p);
  });

  test("PS-05 a missing plan stays null", () => {
    expect(planReducer(null, null)).toBeNull();
    expect(planReducer<Plan>(undefined, undefined)).toBeNull();
  });

  test("PS-06 the plan in the update is copied and not changed", () => {
    const mine = { ...plan("mine"), steps: ["one"] };
    const stored = planReducer(null, stampPlan(mine, now));
    mine.steps.push("two");
    expect(mine).toEqual({ ...plan("mine"), steps: ["one", "two"] });
    expect(stored?.steps).toEqual(["one"]);
  });

  test("refuses a value that is not an object", () => {
    expect(() => planReducer(p, untyped("plan"))).toThrow(
      reducerErrors.wrongShape({ path: "", expected: "a plan", found: "string" }),
    );
  });

  testLaws<Plan | null, Plan | null | undefined>(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce: planReducer,
      initial: null,
      nullClears: true,
      update: fc.constantFrom(undefined, null, p, q),
      concat: (first, second) => (second === undefined ? first : second),
    },
    { test },
  );
});

describe("stampPlan", () => {
  test("PS-07 sets updatedAt to the given time", () => {
    expect(stampPlan(p, now).updatedAt).toBe(now);
    expect(stampPlan({ goal: "new" }, now)).toEqual({ goal: "new", updatedAt: now });
  });

  test.each([
    ["2030-01-01T09:00:00.001Z", "2030-01-01T09:00:00.001Z"],
    ["2030-01-01T09:00:01Z", "2030-01-01T09:00:01Z"],
    ["2030-01-01T08:59:59.999Z", now],
    ["2031-01-01T00:00:00Z", "2031-01-01T00:00:00Z"],
    ["2030-01-01T09:00:00Z", now],
  ])("PS-07 updatedAt never decreases: a plan of %s gets %s", (previous, expected) => {
    expect(stampPlan(plan("p", previous), now).updatedAt).toBe(expected);
  });

  test("an updatedAt that is not a UTC time is replaced", () => {
    expect(stampPlan(plan("p", "tomorrow"), now).updatedAt).toBe(now);
    expect(stampPlan(plan("p", "2031-01-01T00:00:00+02:00"), now).updatedAt).toBe(now);
  });

  test.each(["2030-01-01T09:00:00", "2030-01-01", "1893488400000", "2030-01-01T09:00:00+00:00"])(
    "refuses %s as the time",
    (time) => {
      expect(() => stampPlan(p, time)).toThrow(reducerErrors.invalidTime({ time }));
    },
  );

  test("returns a frozen copy", () => {
    expect(stampPlan(p, now)).not.toBe(p);
    expect(Object.isFrozen(stampPlan(p, now).steps)).toBe(true);
  });
});
