import { describe, expect, test } from "vitest";
import { HandoffReason, HandoffRecord } from "../../src/schemas/handoff.ts";

const record: HandoffRecord = {
  handoffId: "h1",
  fromAgentId: "supervisor",
  toAgentId: "invoices",
  reason: "plan_step",
  timestamp: "2026-01-21T10:00:00Z",
};

describe("HandoffRecord", () => {
  test("accepts a record with and without optional attributes", () => {
    expect(HandoffRecord.safeParse(record).success).toBe(true);
    const full = { ...record, explanation: "Step 1", payload: { invoice: 7 }, planStepId: "a" };
    expect(HandoffRecord.parse(full)).toEqual(full);
  });

  test("PS-27 accepts the five reasons and no other", () => {
    expect(HandoffReason.options).toHaveLength(5);
    for (const reason of HandoffReason.options)
      expect(HandoffRecord.safeParse({ ...record, reason }).success).toBe(true);
    expect(HandoffRecord.safeParse({ ...record, reason: "boredom" }).success).toBe(false);
  });

  test.each(["handoffId", "fromAgentId", "toAgentId"])("refuses an empty %s", (key) => {
    expect(HandoffRecord.safeParse({ ...record, [key]: "" }).success).toBe(false);
  });

  test("refuses a payload that a checkpoint would change, with its path", () => {
    const result = HandoffRecord.safeParse({ ...record, payload: { when: { day: new Date(0) } } });
    expect(result.error?.issues[0]?.path).toEqual(["payload", "when", "day"]);
  });
});
