import { describe, expect, test } from "vitest";
import { shownRequest } from "../../src/approvals/visibility.ts";
import { approvalHash, requestApproval } from "../../src/internal.ts";

const now = "2026-01-08T20:30:00.000Z";
const request = requestApproval({
  id: "r1",
  capability: "discount",
  stepObjective: "Give a discount",
  payload: { percent: 10, of: [{ desk_margin: 12, note: { desk_margin: 13, text: "desk_margin" } }] },
  now,
});

describe("shownRequest", () => {
  test("leaves out payload values under the name of a hidden field, at any depth, and keeps the hash", () => {
    const shown = shownRequest(request, ["desk_margin"]);
    expect(shown.payload).toEqual({ percent: 10, of: [{ note: { text: "desk_margin" } }] });
    expect(shown.hash).toBe(approvalHash(request));
  });

  test("leaves out a committed change of a hidden field and the reason, which may contain the value", () => {
    const commit = {
      ...request,
      approvalType: "commit",
      stepObjective: "It is 12.",
      payload: { proposalId: "p1", field: "desk_margin", change: { value: 12 } },
    };
    expect(shownRequest(commit, ["desk_margin"])).toMatchObject({
      stepObjective: 'Change "desk_margin"',
      payload: { proposalId: "p1", field: "desk_margin" },
    });
    expect(JSON.stringify(shownRequest(commit, ["desk_margin"]))).not.toContain("12}");
    expect(shownRequest(commit, ["desk_city"])).toEqual(commit);
  });

  test("does not repeat the note, which is part of the question", () => {
    const noted = { ...request, note: { code: "unclear" as const, message: "Yes or no?", issues: [] } };
    expect(shownRequest(noted, [])).toEqual(request);
  });
});

test("shows invisible characters as text, in the objective, keys and values, and keeps the hash", () => {
  const evil = requestApproval({
    id: "r2",
    capability: "pay",
    stepObjective: "Pay \u202Enna\u202C",
    payload: { "to\u200B": ["acc-\u202E321"], note: "می‌خواهم" },
    now,
  });
  expect(shownRequest(evil, [])).toEqual({
    ...evil,
    stepObjective: "Pay \\u{202e}nna\\u{202c}",
    payload: { "to\\u{200b}": ["acc-\\u{202e}321"], note: "می‌خواهم" },
  });
});
