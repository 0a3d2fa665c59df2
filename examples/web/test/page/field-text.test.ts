import { describe, expect, test } from "vitest";
import { shortText, writtenText } from "../../page/field-text.ts";

const field = { name: "trip_city", description: "", lifetime: "thread", owners: ["root"], default: null };
const values = { trip_city: "Bergen", runtime_turn_id: "t-2" };

describe("shortText", () => {
  test.each([
    ["Bergen", '"Bergen"'],
    ["x".repeat(100), `"${"x".repeat(59)}…`],
    [Array.from({ length: 40 }, () => "rain"), "40 entries"],
    [{ city: "x".repeat(80), sky: 1 }, "{ city, sky }"],
  ])("says %j in a few words", (value, text) => {
    expect(shortText(value)).toBe(text);
  });
});

describe("writtenText", () => {
  test("names who proposed, who committed, why, and when", () => {
    const written = {
      outcome: "proposal",
      by: "scout",
      decidedBy: "root",
      proposalId: "p",
      reason: "It rains.",
      turnId: "t-2",
      step: 4,
    } as const;
    expect(writtenText(field, { values, written })).toEqual({
      who: "scout, committed by root",
      more: "It rains. · this turn, step 4",
    });
  });

  test("names who approved what an agent wrote", () => {
    const written = {
      outcome: "approved",
      by: "booker",
      approvedBy: "user:ann",
      requestId: "r",
      turnId: "t-2",
      step: 4,
    } as const;
    const who = [true, false].map((edited) => writtenText(field, { values, written: { ...written, edited } }).who);
    expect(who).toEqual(["booker, approved by user:ann with an edit", "booker, approved by user:ann"]);
  });

  test("names a node of an earlier turn", () => {
    const written = { outcome: "node", by: "booker", turnId: "t-1", step: 2 } as const;
    expect(writtenText(field, { values, written })).toEqual({ who: "booker", more: "an earlier turn, step 2" });
  });

  test("says that nobody wrote a first value, and never guesses", () => {
    expect(writtenText(field, { values: { trip_city: null }, written: undefined }).who).toBe("nobody");
    expect(writtenText(field, { values, written: undefined }).who).toBe("not known");
    expect(writtenText(field, { values, written: { outcome: "unknown" } }).who).toBe("not known");
  });
});
