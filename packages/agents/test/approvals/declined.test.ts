import { approvalRequests, declinedApprovals, requestApproval } from "@tidemark/agents/internal";
import { expect, test } from "vitest";

const now = "2030-01-31T12:00:00.000Z";
const request = (id: string, status: string, capability = "mail") => ({
  ...requestApproval({ id, capability, stepObjective: "Send it", payload: {}, now }),
  status,
  decidedAt: status === "pending" ? null : now,
  decidedBy: status === "approved" || status === "rejected" ? "user:ann" : null,
});

test("returns the requests that will not be approved, without pending ones and those of commits", () => {
  const all = [
    request("a", "pending"),
    request("b", "approved"),
    request("c", "rejected"),
    request("d", "expired"),
    request("e", "cancelled"),
    request("f", "rejected", "commit"),
  ];
  const values = { execution_pending_approvals: Object.fromEntries(all.map((each) => [each.id, each])) };
  expect(Object.keys(approvalRequests(values))).toHaveLength(6);
  expect(declinedApprovals(values).map(({ id }) => id)).toEqual(["c", "d", "e"]);
});

test.each([undefined, null, "none", [], { a: "nonsense" }])("finds none in %j", (execution_pending_approvals) => {
  expect(declinedApprovals({ execution_pending_approvals })).toEqual([]);
});
