import { type Refusal, refusalText } from "@tidemark/state-manager/internal";
import { describe, expect, test } from "vitest";
import { commitAll, first, proposalOf } from "../trip.ts";

/** Every code, once: a new code without a text does not compile. */
const refusals = {
  malformed: [{ code: "malformed", message: "no id" }, "malformed: no id"],
  alreadyDecided: [{ code: "alreadyDecided" }, "answered before"],
  unknownField: [{ code: "unknownField" }, "unknown field"],
  notAllowed: [{ code: "notAllowed", owners: ["root", "planner"] }, "not allowed: owned by root, planner"],
  invalid: [{ code: "invalid", at: "[0].id", message: "Too small." }, "invalid at [0].id: Too small."],
  stale: [{ code: "stale", base: 1, current: 4 }, "stale: based on version 1, now 4"],
  conflict: [{ code: "conflict", with: "p1", at: "/seat" }, "conflict with p1 at /seat"],
  futureBase: [{ code: "futureBase", base: 9, current: 0 }, "based on version 9, but the field is at 0"],
  changedSinceAsked: [{ code: "changedSinceAsked" }, "changed since it was asked"],
  declined: [{ code: "declined" }, "declined"],
  forgotten: [{ code: "forgotten" }, "the values of the user were deleted meanwhile"],
  tooOld: [{ code: "tooOld" }, "too many later changes: it may have been decided before"],
} satisfies { [Code in Refusal["code"]]: [Extract<Refusal, { code: Code }>, string] };

describe("refusalText", () => {
  test.each(Object.entries(refusals))("has a text for %s", (_, [reason, text]) => {
    expect(refusalText(reason)).toBe(text);
  });

  test.each<[Refusal, string]>([
    [{ code: "notAllowed", owners: [] }, "not allowed: owned by nobody"],
    [{ code: "invalid", at: "", message: "Too small." }, "invalid: Too small."],
    [{ code: "conflict", with: null, at: "" }, "conflict"],
    [{ code: "conflict", with: null, at: "/seat" }, "conflict at /seat"],
    [{ code: "conflict", with: "p1", at: "" }, "conflict with p1"],
  ])("leaves unknown details out of %j", (reason, text) => {
    expect(refusalText(reason)).toBe(text);
  });

  test("is the text of a refused change in the audit log", () => {
    const both = [proposalOf({ trip_city: "Oslo" }), proposalOf({ trip_city: "Rome" }, { agent: "follower" })];
    expect(commitAll(first, both).values.runtime_audit_log).toMatchObject([
      { refused: {} },
      { proposedBy: "follower", refused: { trip_city: "conflict with planner" } },
    ]);
  });
});
