import { AuditEntry } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { approvalEntry, effectEntry, turnIdOf } from "../../src/approvals/audit.ts";
import { decideApproval, requestApproval } from "../../src/internal.ts";

const now = "2026-01-08T20:30:00.000Z";
const request = requestApproval({ id: "r1", capability: "mail", stepObjective: "Send", payload: { to: "ann" }, now });
const schema = { safeParse: (data: unknown) => ({ success: true as const, data }) };
const edited = decideApproval(request, { decision: "edit", payload: { to: "ben" } }, { by: "user:ann", now, schema });

describe("the audit log of approvals", () => {
  test("contains the requested and the approved payload", () => {
    const entry = approvalEntry(edited.request ?? request, { turnId: "turn_1" });
    expect(entry).toMatchObject({ outcome: "approved", asked: { to: "ann" }, edited: { to: "ben" }, turnId: "turn_1" });
    expect(AuditEntry.parse(entry)).toEqual(entry);
  });

  test("records a request that ended without a decision", () => {
    const entry = approvalEntry({ ...request, status: "expired", decidedAt: now }, { turnId: null });
    expect(entry).toMatchObject({ outcome: "expired", decidedBy: null, edited: null, reason: "" });
    expect(AuditEntry.parse(entry)).toEqual(entry);
  });

  test("contains the agent and the person who approved", () => {
    const entry = effectEntry(edited.request ?? request, { by: "mail", fields: ["a"], turnId: null, timestamp: now });
    expect(entry).toMatchObject({ by: "mail", approvedBy: "user:ann", edited: true, fields: ["a"] });
    expect(AuditEntry.parse(entry)).toEqual(entry);
  });

  test("contains the people whose approvals count, in their order", () => {
    const people = { user: "kim", requester: "ann", signatures: 2, notRequester: true };
    const signatures = [{ by: "user:lou", at: now }];
    const decided = decideApproval(
      { ...request, signatures },
      { decision: "approve" },
      { by: "user:kim", now, approvers: people },
    );
    const approved = decided.request ?? request;
    const work = { by: "mail", fields: ["a"], turnId: null, timestamp: now };
    for (const entry of [approvalEntry(approved, { turnId: null }), effectEntry(approved, work)]) {
      expect(entry).toMatchObject({ signedBy: ["user:lou", "user:kim"] });
      expect(AuditEntry.parse(entry)).toEqual(entry);
    }
  });

  test("contains the turn, if known", () => {
    expect([turnIdOf({ runtime_turn_id: "turn_1" }), turnIdOf({ runtime_turn_id: "" }), turnIdOf({})]).toEqual([
      "turn_1",
      null,
      null,
    ]);
  });
});
