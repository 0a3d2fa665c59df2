import { describe, expect, test } from "vitest";
import { activityLines } from "../src/activity-lines.ts";

const at = (second: number) => `2026-11-21T09:00:0${second}Z`;

describe("activityLines", () => {
  test("lists proposals, commits, refusals and approvals, newest first", () => {
    const lines = activityLines({
      runtime_audit_log: [
        { step: "scout", timestamp: at(1), confidence: 0.9, explanation: "It rains." },
        commit({ accepted: { trip_city: [""] }, timestamp: at(3) }),
        commit({ accepted: {}, refused: { trip_city: "It has moved on." }, timestamp: at(4) }),
        decided({ timestamp: at(5) }),
        {
          action: "effect",
          requestId: "a",
          by: "booker",
          approvedBy: "user:ann",
          edited: true,
          fields: ["trip_ticket"],
          turnId: null,
          timestamp: at(6),
        },
      ],
      control_proposals: [
        {
          proposalId: "p-1",
          proposedBy: "scout",
          turnId: null,
          reason: "It rains there.",
          createdAt: at(2),
          changes: { trip_city: { value: "Bergen" } },
          baseVersions: {},
        },
      ],
      execution_pending_approvals: {
        a: approval({ status: "approved", decidedBy: "user:ann", decidedAt: at(5) }),
        b: approval({ id: "b", requestedAt: at(7) }),
      },
    });
    expect(lines.map(({ who, what }) => `${who} ${what}`)).toEqual([
      "booker asks for approval",
      "booker wrote trip_ticket, approved by ann",
      "ann approved it with an edit",
      "root accepted nothing, proposed by scout",
      "root committed trip_city, proposed by scout",
      "scout proposes trip_city",
      "scout answered, 90 % sure",
    ]);
    expect(lines[3]?.why).toBe("It rains there. trip_city: It has moved on.");
  });

  test("ignores invalid entries, and returns an empty list for an empty state", () => {
    expect(activityLines({ runtime_audit_log: [{ action: "dance" }, null], control_proposals: "none" })).toEqual([]);
    expect(activityLines({})).toEqual([]);
  });
});

const commit = (parts: object) => ({
  action: "commit",
  proposalId: "p-0",
  proposedBy: "scout",
  decidedBy: "root",
  reason: "It rains there.",
  turnId: null,
  accepted: {},
  refused: {},
  timestamp: at(0),
  ...parts,
});

const decided = (parts: object) => ({
  action: "approval",
  requestId: "a",
  capability: "booker",
  approvalType: "booker",
  stepObjective: "Book the train",
  outcome: "approved",
  decidedBy: "user:ann",
  reason: "",
  asked: {},
  edited: { seat: "window" },
  hash: "h",
  requestedAt: at(0),
  turnId: null,
  timestamp: at(0),
  ...parts,
});

const approval = (parts: object) => ({
  id: "a",
  status: "pending",
  stepObjective: "Book the train",
  capability: "booker",
  approvalType: "booker",
  hash: "h",
  requestedAt: at(0),
  expiresAt: null,
  decidedBy: null,
  decidedAt: null,
  payload: {},
  ...parts,
});
