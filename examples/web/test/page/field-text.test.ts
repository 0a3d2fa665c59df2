import type { Blame } from "tidemark";
import { describe, expect, test } from "vitest";
import { shortText, writtenText } from "../../page/drawer/field-text.ts";

const field = { name: "trip_city", description: "", lifetime: "thread", owners: ["root"], default: null };
const values = { trip_city: "Bergen", runtime_turn_id: "t-2" };

describe("shortText", () => {
  test.each([
    ["Bergen", '"Bergen"'],
    ["x".repeat(100), `"${"x".repeat(59)}…`],
    [Array.from({ length: 40 }, () => "rain"), "40 entries"],
    [{ city: "x".repeat(80), sky: 1 }, "{ city, sky }"],
  ])("shortens %j", (value, text) => {
    expect(shortText(value)).toBe(text);
  });
});

describe("writtenText", () => {
  test("names the proposer, the committer, the reason and the time", () => {
    const written: Blame = {
      outcome: "proposal",
      by: "scout",
      decidedBy: "root",
      proposalId: "p",
      reason: "It rains.",
      turnId: "t-2",
      step: 4,
    };
    expect(writtenText(field, { values, written })).toEqual({
      who: "scout, committed by root",
      more: "It rains. · this turn, step 4",
    });
  });

  test("names the approver of a value that an agent wrote", () => {
    const who = [true, false].map((edited) => writtenText(field, { values, written: approvedWrite(edited) }).who);
    expect(who).toEqual(["booker, approved by user:ann with an edit", "booker, approved by user:ann"]);
  });

  test("names a node of an earlier turn", () => {
    const written: Blame = { outcome: "node", by: "booker", turnId: "t-1", step: 2 };
    expect(writtenText(field, { values, written })).toEqual({ who: "booker", more: "an earlier turn, step 2" });
  });

  test("reports a default value as written by nobody, and a missing record as unknown", () => {
    expect(writtenText(field, { values: { trip_city: null }, written: undefined }).who).toBe("nobody");
    expect(writtenText(field, { values, written: undefined }).who).toBe("unknown");
    expect(writtenText(field, { values, written: { outcome: "unknown" } }).who).toBe("unknown");
  });
});

const approvedWrite = (edited: boolean): Blame => ({
  outcome: "approved",
  by: "booker",
  approvedBy: "user:ann",
  edited,
  requestId: "r",
  turnId: "t-2",
  step: 4,
});
