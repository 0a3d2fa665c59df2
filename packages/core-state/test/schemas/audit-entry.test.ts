import { expect, test } from "vitest";
import { AuditEntry } from "../../src/schemas/audit-entry.ts";

const timestamp = "2026-01-08T20:30:00Z";

test("AuditEntry is an agent's output, a transition, a commit, an edit, an approval, an approved action, or a pruning", () => {
  const entries: AuditEntry[] = [
    { step: "nl_parser", timestamp, confidence: 0.95, explanation: "Understood." },
    { action: "transition", from: "nl_parsing", to: "scheduling", timestamp },
    {
      action: "commit",
      proposalId: "p1",
      proposedBy: "planner",
      decidedBy: "root",
      reason: "The flight is booked.",
      turnId: "turn_1",
      accepted: { travel_info: ["/outbound/seatNumber"] },
      refused: { task_ledger: "stale" },
      timestamp,
    },
    { action: "edit", author: "user:ann", reason: "A typo.", turnId: null, fields: ["travel_info"], timestamp },
    {
      action: "approval",
      requestId: "r1",
      capability: "refunds",
      approvalType: "refunds",
      stepObjective: "Pay back",
      outcome: "approved",
      decidedBy: "user:ann",
      reason: "",
      asked: { amount: 180 },
      edited: { amount: 90 },
      hash: "0f",
      requestedAt: timestamp,
      turnId: "turn_1",
      timestamp,
    },
    {
      action: "effect",
      requestId: "r1",
      by: "refunds",
      approvedBy: "user:ann",
      edited: true,
      fields: ["desk_refund"],
      turnId: "turn_1",
      timestamp,
    },
    { action: "prune", field: "messages", policy: "dropOldest", entries: 12, bytes: 4_096, timestamp },
  ];
  for (const entry of entries) expect(AuditEntry.parse(entry)).toEqual(entry);
});

test("AuditEntry refuses an unknown action and a confidence out of range", () => {
  expect(AuditEntry.safeParse({ action: "party", timestamp }).success).toBe(false);
  expect(AuditEntry.safeParse({ step: "a", timestamp, confidence: 2, explanation: "" }).success).toBe(false);
});
