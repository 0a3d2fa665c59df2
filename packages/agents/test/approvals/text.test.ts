import { describe, expect, test } from "vitest";
import { type ApprovalNotice, planApprovalPayload, requestApproval } from "../../src/internal.ts";
import { approvalText } from "../../src/index.ts";

const now = "2026-01-08T20:30:00.000Z";
const requestOf = (id: string, capability = "mail", payload = {}) =>
  requestApproval({ id, capability, stepObjective: `Do ${id}`, payload, now });
const request = requestOf("a");
/** Question about a call of a tool. */
const call = (args: object, stepObjective = 'Call the tool "refund"') => {
  const payload = { agent: "desk", tool: "refund", arguments: { ...args } };
  return approvalText({ kind: "question", pending: [{ ...request, stepObjective, payload }] });
};

describe("approvalText", () => {
  test("asks about one request, and lists several with their ids", () => {
    expect(approvalText({ kind: "question", pending: [request] })).toBe(
      'Approve "Do a"? Answer yes or no, or ask a question.',
    );
    expect(approvalText({ kind: "question", pending: [request, requestOf("b")] })).toBe(
      "2 requests need approval: Do a (a); Do b (b). Answer each by its id.",
    );
  });

  test("does not quote an objective that has quotation marks", () => {
    const quoted = { ...request, stepObjective: 'Answer "Where is it?" by mail.' };
    expect(approvalText({ kind: "question", pending: [quoted] })).toBe(
      'Approve this? Answer "Where is it?" by mail. Answer yes or no, or ask a question.',
    );
  });

  test("shows the arguments of a call, unless the tool describes the call or they are long", () => {
    expect(call({ invoice: "a", amount: 80 })).toMatch(
      /^Approve this\? Call the tool "refund" with {"invoice":"a","amount":80}\. Answer/,
    );
    expect(call({})).toMatch(/^Approve this\? Call the tool "refund"\. Answer/);
    expect(call({ note: "x".repeat(300) })).toMatch(/^Approve this\? Call the tool "refund"\. Answer/);
    expect(call({ amount: 80 }, 'Call the tool "refund": Refund 80 for a')).toMatch(/: Refund 80 for a\. Answer/);
  });

  test("names the answer that was not understood", () => {
    expect(approvalText({ kind: "unclear", text: "hm", pending: [request] })).toMatch(/"hm" means yes or no/);
    expect(approvalText({ kind: "unclear", text: "", pending: [request] })).toMatch(/did not understand the answer/);
  });

  test("shows the work to approve", () => {
    const plan = requestOf("p", "plan", planApprovalPayload({ steps: [{ agentId: "mail", task: "Write" }] }));
    expect(approvalText({ kind: "explained", request: plan })).toBe('Do p: [{"agentId":"mail","task":"Write"}]');
  });

  test("tells the user that nothing was done, without the request, the person and the reason", () => {
    const secret = { ...request, stepObjective: "Refund 180, our margin is 12", decidedBy: "user:boss" };
    const results: readonly ApprovalNotice[] = [
      { kind: "rejected", request: secret, reason: "He lies" },
      { kind: "expired", request: secret },
      { kind: "changed", request: secret },
    ];
    expect(results.map(approvalText)).toEqual([
      "This was not approved, so nothing was done.",
      "This was not approved in time, so nothing was done.",
      "The request changed before it was approved, so nothing was done.",
    ]);
  });

  test("shows a refused answer to the person who answers", () => {
    expect(approvalText({ kind: "refused", message: "Too late." })).toBe("Too late.");
    expect(approvalText({ kind: "otherThread", request })).toMatch(/copied from another thread/);
  });
});
