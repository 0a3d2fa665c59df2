import { describe, expect, test } from "vitest";
import { agentErrors, approvedRequests } from "../../src/index.ts";
import {
  approvalHashNow,
  approvalRequests,
  approvalResumeData,
  validApproval,
  approvedUpdate,
  clearedApproval,
  decideApproval,
  pendingApprovals,
  planApprovalPayload,
  requestApproval,
} from "../../src/internal.ts";

const now = "2026-01-08T20:30:00.000Z";
const pending = requestApproval({ id: "r1", capability: "mail", stepObjective: "Write", payload: { to: "Ann" }, now });
const approved = decideApproval(pending, { decision: "approve" }, { by: "user:ann", now }).request ?? pending;

const read = (approval_approved: unknown, approved_payload: unknown) =>
  approvalResumeData({ approval_approved, approved_payload }, "mail");

describe("approvalResumeData", () => {
  const payload = { approvalType: "mail", to: "Ann" };

  test("AP-01 without an answer, nothing is approved", () => {
    expect(read(null, null)).toEqual({ hasAnswer: false, payload: null });
    expect(approvalResumeData({}, "mail")).toEqual({ hasAnswer: false, payload: null });
  });

  test("AP-02 an approval of this kind returns its payload", () => {
    expect(read(true, payload)).toEqual({ hasAnswer: true, payload });
  });

  test.for([
    ["AP-03", true, null],
    ["AP-03", true, {}],
    ["AP-03", true, undefined],
    ["AP-04", true, [payload]],
    ["AP-05", true, { to: "Ann" }],
    ["AP-05", true, { approvalType: "  " }],
    ["AP-05", true, { approvalType: 1 }],
    ["AP-06", true, { approvalType: "memory_save" }],
    ["AP-08", false, { to: "Ann" }],
  ] as const)("AP-03, AP-04, AP-05, AP-06, AP-08 (%s) refuse approved %s with %j", ([, answer, given]) => {
    expect(() => read(answer, given)).toThrow(/Expected the approval of "mail"/);
  });

  test("AP-07 a rejection is an answer without a payload", () => {
    expect(read(false, null)).toEqual({ hasAnswer: true, payload: null });
    expect(read(false, payload)).toEqual({ hasAnswer: true, payload: null });
  });

  test("AP-22 a leftover payload is ignored", () => {
    expect(read(null, payload)).toEqual({ hasAnswer: false, payload: null });
    expect(read("yes", payload)).toEqual({ hasAnswer: false, payload: null });
  });

  test("AP-06 names the kind that it found", () => {
    const other = { approvalType: "memory_save" };
    const details = { approvalType: "mail", found: "memory_save" };
    expect(() => read(true, other)).toThrow(agentErrors.invalidApprovedPayload(details).message);
  });

  test("AP-02 reads what `approvedUpdate` writes, and nothing after `clearedApproval`", () => {
    expect(approvalResumeData(approvedUpdate(approved), "mail").payload).toEqual({ to: "Ann", approvalType: "mail" });
    expect(approvalResumeData(clearedApproval(), "mail").hasAnswer).toBe(false);
  });
});

describe("the requests of a thread", () => {
  const values = {
    execution_pending_approvals: {
      r1: pending,
      r2: { ...approved, id: "r2" },
      broken: { id: "broken", status: "approved" },
      misplaced: { ...approved, id: "elsewhere" },
    },
  };

  test("are the valid ones that are stored under their own id", () => {
    expect(Object.keys(approvalRequests(values))).toEqual(["r1", "r2"]);
    expect(pendingApprovals(values).map(({ id }) => id)).toEqual(["r1"]);
    expect(approvedRequests(values).map(({ id }) => id)).toEqual(["r2"]);
    expect(approvedRequests(values, "memory")).toEqual([]);
  });

  test.for([null, undefined, [], "all"])("are empty for %j", (requests) => {
    expect(approvalRequests({ execution_pending_approvals: requests })).toEqual({});
  });
});

describe("the current hash of the approved work", () => {
  const plan = { steps: [{ agentId: "mail", task: "Write" }] };
  const forPlan = requestApproval({
    id: "p",
    capability: "plan",
    stepObjective: "Run it",
    payload: planApprovalPayload(plan),
    now,
  });

  test("is the hash of the stored payload", () => {
    expect(approvalHashNow(pending, {})).toBe(pending.hash);
    expect(approvalHashNow({ ...pending, payload: { to: "Eve" } }, {})).not.toBe(pending.hash);
  });

  test("AP-18 for a plan is the hash of the plan in the state", () => {
    expect(approvalHashNow(forPlan, { planning_execution_plan: plan })).toBe(forPlan.hash);
    expect(approvalHashNow(forPlan, { planning_execution_plan: { steps: [] } })).not.toBe(forPlan.hash);
    expect(approvalHashNow(forPlan, { planning_execution_plan: null })).toBeNull();
  });

  test("for a commit is left to the commit", () => {
    const commit = { ...pending, approvalType: "commit", hash: "made elsewhere" };
    expect(approvalHashNow(commit, {})).toBe("made elsewhere");
  });

  test("AP-18 must match for an approval to apply", () => {
    const given = decideApproval(forPlan, { decision: "approve" }, { by: "user:ann", now }).request ?? forPlan;
    const requests = { execution_pending_approvals: { p: given } };
    expect(validApproval({ ...requests, planning_execution_plan: plan }, "plan")).toEqual(given);
    expect(validApproval({ ...requests, planning_execution_plan: { steps: [] } }, "plan")).toBeNull();
    expect(validApproval({ ...requests, planning_execution_plan: plan }, "mail")).toBeNull();
    const waiting = { execution_pending_approvals: { p: forPlan }, planning_execution_plan: plan };
    expect(validApproval(waiting, "plan")).toBeNull();
  });

  test("can be computed by the application", () => {
    const values = { draft: "Ben", approval_approved: null };
    expect(approvalHashNow(pending, values, (_request, { draft: to }) => ({ to }))).not.toBe(pending.hash);
    expect(approvalHashNow(pending, values, () => null)).toBeNull();
  });
});
