import { ApprovalRequest, defineState } from "@tidemark/core-state";
import { type ProposedChange } from "@tidemark/core-state/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChangeOfProposal } from "../../src/ownership/change-of-proposal.ts";
import { answerIn, isApprovalCurrent, approvalRequest, pendingApproval } from "../../src/ownership/commit-approval.ts";
import { CommitDraft } from "../../src/ownership/commit-draft.ts";
import { commitAll, first, now, Trip, proposalOf } from "../trip.ts";
import { parsed } from "../untyped.ts";

const reasons = (result: ReturnType<typeof commitAll>) =>
  result.decisions.map((each) => (each.outcome === "refused" ? each.reason : each.outcome));

const takeSeat = (value: string, agent: string) =>
  proposalOf((draft) => void (draft.trip_outbound.seat = value), { agent });

describe("ask", () => {
  const policies = { trip_city: "ask" } as const;
  const proposals = [proposalOf({ trip_city: "Oslo" }), proposalOf({ trip_city: "Rome" }, { agent: "follower" })];
  const asked = () => commitAll({ ...first, control_proposals: proposals }, proposals, { policies });

  test("a person is asked, and the proposal stays open", () => {
    const { values, approvals, decisions } = asked();
    expect(decisions[1]).toMatchObject({ outcome: "asked", answerId: "follower/trip_city" });
    expect(approvals).toMatchObject([{ id: "follower/trip_city", status: "pending", capability: "follower" }]);
    expect(values.execution_pending_approvals["follower/trip_city"]).toEqual(approvals[0]);
    expect(values.control_proposals).toMatchObject([{ proposalId: "follower" }]);
  });

  test.each(["approved", "rejected", "expired", "cancelled"] as const)(
    "a decision stored in the state is applied: %s",
    (status) => {
      const { values } = asked();
      const [request] = Object.values(values.execution_pending_approvals);
      const answered = { ...values, execution_pending_approvals: { "follower/trip_city": { ...request, status } } };
      const result = commitAll(answered, values.control_proposals, { policies });
      expect(result.values.trip_city).toBe(status === "approved" ? "Rome" : "Oslo");
      expect(result.values.execution_pending_approvals).toEqual({});
      expect(result.values.control_proposals).toEqual([]);
    },
  );

  test("an approval applies to the requested change only, and not after the field changed", () => {
    const { values } = asked();
    const again = commitAll(values, [proposalOf({ trip_city: "Bonn" }, { agent: "third", on: values })]).values;
    const result = commitAll(again, values.control_proposals, { policies, answers: { "follower/trip_city": true } });
    expect(reasons(result)).toEqual([{ code: "changedSinceAsked" }]);
    const swapped = [{ ...values.control_proposals[0], changes: { trip_city: { value: "Mars" } } }];
    expect(reasons(commitAll(values, swapped, { answers: { "follower/trip_city": true } }))).toEqual([
      { code: "changedSinceAsked" },
    ]);
  });

  test("without an answer the same request is returned", () => {
    const { values } = asked();
    const again = commitAll(values, values.control_proposals, { policies });
    expect(again.approvals).toEqual(Object.values(values.execution_pending_approvals));
  });

  test("the request is valid in a state, and contains the value that would be written", () => {
    const [request] = asked().approvals;
    expect(ApprovalRequest.parse(request)).toEqual(request);
    expect(request).toMatchObject({
      stepObjective: "It was said.",
      approvalType: "commit",
      requestedAt: now,
      payload: { proposalId: "follower", field: "trip_city", change: { value: "Rome" } },
    });
  });

  test("approved edits of a changed place are applied", () => {
    const rules = { trip_outbound: "ask" } as const;
    const seats = [takeSeat("12A", "planner"), takeSeat("1C", "follower")];
    const { values } = commitAll({ ...first, control_proposals: seats }, seats, { policies: rules });
    const answers = { "follower/trip_outbound": true };
    const result = commitAll(values, values.control_proposals, { policies: rules, answers });
    expect(result.values.trip_outbound).toEqual({ flight: "", seat: "1C" });
    expect(result.decisions).toMatchObject([{ outcome: "accepted", how: "chosen" }]);
  });
});

const each = (change: ProposedChange = { value: "Rome" }): ChangeOfProposal => ({
  proposal: { ...proposalOf({ trip_city: "Rome" }), changes: { trip_city: change } },
  field: "trip_city",
  change,
});

const hashOf = (asked: ChangeOfProposal, values: object = first) =>
  approvalRequest(asked, new CommitDraft(Trip, values), now).hash;

const answersOf = (pending: unknown) =>
  Object.fromEntries(
    Object.keys(typeof pending === "object" && pending !== null ? pending : {}).flatMap((id) => {
      const answer = answerIn(pendingApproval(pending, id));
      return answer === undefined ? [] : [[id, answer]];
    }),
  );

describe("the hash of a request", () => {
  test("is the same for the same change on the same version, at any time", () => {
    const draft = new CommitDraft(Trip, first);
    expect(approvalRequest(each(), draft, "2031-01-01T00:00:00Z").hash).toBe(hashOf(each()));
    expect(hashOf(each())).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ["the new value", each({ value: "Mars" })],
    ["an edit instead of an update", each({ patches: [{ op: "replace", path: "", value: "Rome" }] })],
    ["the proposer", { ...each(), proposal: { ...each().proposal, proposedBy: "other" } }],
    ["the proposal", { ...each(), proposal: { ...each().proposal, proposalId: "other" } }],
    ["the field", { ...each(), field: "trip_locked" }],
  ])("differs with %s", (_, other) => {
    expect(hashOf(other)).not.toBe(hashOf(each()));
  });

  test("differs with the version of the field", () => {
    expect(hashOf(each(), { ...first, runtime_field_versions: { trip_city: 1 } })).not.toBe(hashOf(each()));
  });

  test("does not depend on the rest of the state", () => {
    expect(hashOf(each(), { ...first, trip_notes: ["sea"], runtime_field_versions: { trip_notes: 3 } })).toBe(
      hashOf(each()),
    );
  });
});

describe("isApprovalCurrent", () => {
  const asked = each();
  const request = approvalRequest(asked, new CommitDraft(Trip, first), now);
  const holds = (pending: unknown, version = 0) =>
    isApprovalCurrent(
      asked,
      new CommitDraft(Trip, {
        ...first,
        execution_pending_approvals: pending,
        runtime_field_versions: { trip_city: version },
      }),
    );

  test("is true for the requested change, and for changes without a request", () => {
    expect(holds({ [request.id]: request })).toBe(true);
    expect(holds({})).toBe(true);
    expect(holds({ "planner/trip_notes": { ...request, hash: "other" } })).toBe(true);
  });

  test("is false after the field changed, and for another hash", () => {
    expect(holds({ [request.id]: request }, 1)).toBe(false);
    expect(holds({ [request.id]: { ...request, hash: "other" } })).toBe(false);
    expect(holds({ [request.id]: { approvalType: "commit" } })).toBe(false);
  });
});

describe("the answer of a stored request", () => {
  const request = { approvalType: "commit", status: "approved" };

  test("reads `approved` as true, and every other final status as false", () => {
    const statuses = ["approved", "rejected", "expired", "cancelled", "pending", "APPROVED", true];
    const pending = Object.fromEntries(statuses.map((status) => [`p/${String(status)}`, { ...request, status }]));
    expect(answersOf(pending)).toEqual({
      "p/approved": true,
      "p/rejected": false,
      "p/expired": false,
      "p/cancelled": false,
    });
  });

  test("ignores approvals of other kinds", () => {
    expect(answersOf({ "p/trip_city": { ...request, approvalType: "memory_save" } })).toEqual({});
    expect(answersOf({ "p/trip_city": { status: "approved" } })).toEqual({});
  });

  test.each([undefined, null, "approved", 7, [], [request], { a: null, b: "approved", c: [request] }])(
    "finds no answer in %j",
    (pending) => {
      expect(Object.values(answersOf(pending))).toEqual([]);
    },
  );

  test("reads own keys only", () => {
    expect(answersOf(parsed(`{"__proto__":${JSON.stringify({ a: request })}}`))).toEqual({});
    expect(answersOf({})).toEqual({});
    expect(answerIn(pendingApproval(undefined, "p/trip_city"))).toBeUndefined();
  });

  test("any JSON in place of approvals does not throw, and answers nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (pending) => {
        const keys = typeof pending === "object" && pending !== null ? Object.keys(pending) : [];
        expect(keys).toEqual(expect.arrayContaining(Object.keys(answersOf(pending))));
      }),
    );
  });
});

test("a state without approvals requests them too, and the options answer", () => {
  const bare = defineState({ version: 1, fields: { trip_city: Trip.fields.trip_city } });
  const draft = new CommitDraft(bare, { trip_city: "Oslo" });
  expect(isApprovalCurrent(each(), draft)).toBe(true);
});
