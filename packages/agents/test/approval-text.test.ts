import { describe, expect, test } from "vitest";
import { approvalText, planApprovalPayload, requestApproval } from "../src/index.ts";

const now = "2026-01-08T20:30:00.000Z";
const requestOf = (id: string, capability = "mail", payload = {}) =>
  requestApproval({ id, capability, stepObjective: `Do ${id}`, payload, now });
const request = requestOf("a");

describe("approvalText", () => {
  test("asks about one request, and lists several with their ids", () => {
    expect(approvalText({ kind: "question", pending: [request] })).toBe("May I go on? Do a. Answer yes or no, or ask.");
    expect(approvalText({ kind: "question", pending: [request, requestOf("b")] })).toBe(
      "2 things wait for approval: Do a (a); Do b (b). Answer each by its id.",
    );
  });

  test("says what was not understood", () => {
    expect(approvalText({ kind: "unclear", said: "hm", pending: [request] })).toMatch(/"hm" means yes or no/);
    expect(approvalText({ kind: "unclear", said: "", pending: [request] })).toMatch(/no answer I understand/);
  });

  test("shows what would be done", () => {
    const plan = requestOf("p", "plan", planApprovalPayload({ steps: [{ agentId: "mail", task: "Write" }] }));
    expect(approvalText({ kind: "explained", request: plan })).toBe('Do p: [{"agentId":"mail","task":"Write"}]');
  });

  test("says that nothing was done", () => {
    for (const kind of ["expired", "changed"] as const) {
      expect(approvalText({ kind, request })).toMatch(/"Do a".*Nothing was done\.$/);
    }
    expect(approvalText({ kind: "rejected", request, reason: null })).toBe('"Do a" was rejected. Nothing was done.');
    expect(approvalText({ kind: "rejected", request, reason: "Late" })).toMatch(/rejected: Late\. Nothing/);
    expect(approvalText({ kind: "refused", message: "Too late." })).toBe("Too late.");
  });
});
