import { describe, expect, test } from "vitest";
import { Proposal, SettledProposal } from "../../src/schemas/proposal.ts";

const proposal: Proposal = {
  proposalId: "p1",
  proposedBy: "planner",
  turnId: "turn-1",
  reason: "The flight is booked.",
  createdAt: "2026-01-08T20:30:00Z",
  changes: {
    travel_info: { patches: [{ op: "replace", path: "/outbound/seatNumber", value: "12A" }] },
    task_custom_message: { value: null },
  },
  baseVersions: { travel_info: 3, task_custom_message: 0 },
};
const accepts = (change: object): boolean => Proposal.safeParse({ ...proposal, ...change }).success;
const acceptsPatch = (patch: object): boolean => accepts({ changes: { travel_info: { patches: [patch] } } });

describe("Proposal", () => {
  test("accepts values and patches, by field", () => {
    expect(Proposal.parse(proposal)).toEqual(proposal);
  });

  test("refuses a change with neither a value nor patches, or with both", () => {
    expect(accepts({ changes: { a: {} } })).toBe(false);
    expect(accepts({ changes: { a: { patches: [] } } })).toBe(false);
    expect(accepts({ changes: { a: { value: 1, patches: [{ op: "remove", path: "/x" }] } } })).toBe(false);
  });

  test("refuses a value that a checkpoint would change", () => {
    expect(accepts({ changes: { a: { value: Number.NaN } } })).toBe(false);
    expect(accepts({ changes: { a: { value: undefined } } })).toBe(false);
  });

  test("refuses patches that are not JSON Patch operations", () => {
    expect(acceptsPatch({ op: "add", path: "", value: {} })).toBe(true);
    expect(acceptsPatch({ op: "remove", path: "/a~1b/~0/0" })).toBe(true);
    expect(acceptsPatch({ op: "remove", path: "a/b" })).toBe(false);
    expect(acceptsPatch({ op: "remove", path: "/a~2" })).toBe(false);
    expect(acceptsPatch({ op: "add", path: "/a" })).toBe(false);
    expect(acceptsPatch({ op: "move", path: "/a", from: "/b" })).toBe(false);
  });

  test("records the previous value of an edit, and only the id of a settled proposal", () => {
    expect(acceptsPatch({ op: "replace", path: "/seat", value: "12A", was: null })).toBe(true);
    expect(acceptsPatch({ op: "add", path: "/seat", value: "12A", was: null })).toBe(false);
    expect(SettledProposal.safeParse({ proposalId: "p1", settled: true }).success).toBe(true);
    expect(SettledProposal.safeParse({ ...proposal, settled: true }).success).toBe(false);
  });

  test("refuses versions that are not counts", () => {
    expect(accepts({ baseVersions: { a: -1 } })).toBe(false);
    expect(accepts({ baseVersions: { a: 0.5 } })).toBe(false);
  });
});
