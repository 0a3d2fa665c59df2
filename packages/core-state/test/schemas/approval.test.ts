import { describe, expect, test } from "vitest";
import { ApprovalRequest } from "../../src/schemas/approval.ts";

const pending: ApprovalRequest = {
  id: "approval-1",
  status: "pending",
  stepObjective: "Delete the old invoices",
  capability: "invoices",
  approvalType: "python",
  hash: "sha256:0f",
  requestedAt: "2026-01-21T10:00:00Z",
  expiresAt: null,
  decidedBy: null,
  decidedAt: null,
  payload: { code: "rm()" },
};
const decidedAt = "2026-01-21T10:05:00Z";

const accepts = (change: Partial<Record<keyof ApprovalRequest, unknown>>): boolean =>
  ApprovalRequest.safeParse({ ...pending, ...change }).success;

describe("ApprovalRequest", () => {
  test("has five statuses, each with its decision", () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ status: "approved", decidedBy: "ada", decidedAt })).toBe(true);
    expect(accepts({ status: "rejected", decidedBy: "ada", decidedAt })).toBe(true);
    expect(accepts({ status: "expired", decidedAt })).toBe(true);
    expect(accepts({ status: "cancelled", decidedAt })).toBe(true);
    expect(accepts({ status: "postponed" })).toBe(false);
  });

  test("refuses a pending request with a decision", () => {
    expect(accepts({ decidedAt })).toBe(false);
    expect(accepts({ decidedBy: "ada" })).toBe(false);
  });

  test("refuses a decision without a time, or by a person without that person's id", () => {
    expect(accepts({ status: "approved", decidedBy: "ada" })).toBe(false);
    expect(accepts({ status: "approved", decidedAt })).toBe(false);
    expect(accepts({ status: "rejected", decidedAt })).toBe(false);
  });

  test("can contain its thread, the payload before an edit, and a note about the last answer", () => {
    expect(accepts({ threadId: "t", askedPayload: { code: "ls()" } })).toBe(true);
    expect(accepts({ note: { code: "unclear", message: "Yes or no?", issues: [] } })).toBe(true);
    expect(accepts({ note: { code: "odd", message: "", issues: [] } })).toBe(false);
    expect(accepts({ threadId: "" })).toBe(false);
  });

  test("refuses a request without a hash", () => {
    expect(accepts({ hash: "" })).toBe(false);
    expect(accepts({ id: "" })).toBe(false);
    expect(accepts({ approvalType: "" })).toBe(false);
  });
});
