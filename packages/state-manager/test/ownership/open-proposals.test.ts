import { asUser } from "@tidemark/state-manager";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approvalsOf, endedEntry, unansweredProposals } from "../../src/ownership/open-proposals.ts";
import { DecidedChanges } from "../../src/ownership/decided-changes.ts";
import { commitAll, first, proposalOf, Trip } from "../trip.ts";

const ann = proposalOf({ trip_city: "Oslo" }, { agent: asUser("ann"), id: "a" });
const ben = proposalOf({ trip_notes: ["sea"] }, { agent: asUser("ben"), id: "b" });
const agent = proposalOf({ trip_city: "Rome" }, { agent: "planner", id: "p" });

const unanswered = (values: Readonly<Record<string, unknown>>) =>
  unansweredProposals(values, new DecidedChanges(Trip, values));
const open = (proposals: unknown, log: unknown = []) =>
  unanswered({ ...first, control_proposals: proposals, runtime_audit_log: log }).open;

describe("unansweredProposals", () => {
  test("returns proposals of people in order, without those of agents", () => {
    expect(open([ben, agent, ann])).toEqual([ben, ann]);
  });

  test("leaves out proposals that a commit has decided, with any result", () => {
    for (const decidedBy of ["root", "planner"]) {
      const { runtime_audit_log: log } = commitAll(first, [ann], { decidedBy }).values;
      expect(log).toHaveLength(1);
      expect(open([ann, ben], log)).toEqual([ben]);
    }
  });

  test.each([undefined, null, "proposals", 7, {}, { length: 1, 0: ann }])("finds none in %j", (proposals) => {
    expect(open(proposals)).toEqual([]);
  });

  test.each([
    null,
    [ann],
    "user:ann",
    { ...ann, proposalId: "" },
    { ...ann, proposedBy: ["user:ann"] },
    { ...ann, proposedBy: "user:" },
    { ...ann, changes: { trip_city: "Oslo" } },
    { ...ann, more: true },
    { proposalId: "a", settled: true },
  ])("leaves out %j, which is not a proposal of a person", (raw) => {
    expect(open([raw, ben])).toEqual([ben]);
  });

  test.each([undefined, null, "log", {}, [null, 7, ["a"], { action: "commit" }, { proposalId: 7 }]])(
    "the log %j decides nothing",
    (log) => {
      expect(open([ann], log)).toEqual([ann]);
    },
  );

  test("empty values have no proposals", () => {
    expect(unanswered({})).toEqual({ open: [], ended: [] });
  });

  test("any JSON does not throw, and results only in proposals of people", () => {
    const item = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(ann, agent));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(item)), fc.jsonValue(), (proposals, log) => {
        const items = Array.isArray(proposals) ? proposals : [];
        expect(open(proposals, log)).toEqual(items.filter((each) => each === ann));
      }),
    );
  });

  test("keeps open proposals of any author, also partly decided ones", () => {
    const both = proposalOf({ trip_city: "Rome", trip_notes: ["sea"] }, { id: "p" });
    const { runtime_audit_log: log } = commitAll(first, [agent]).values;
    const { trip_notes: left } = both.changes;
    const kept = { ...both, changes: { ...(left && { trip_notes: left }) }, openSince: "2026-01-08T20:30:00.000Z" };
    expect(unanswered({ control_proposals: [kept], runtime_audit_log: log })).toEqual({
      open: [kept],
      ended: [],
    });
  });

  test("an undecided proposal of an agent ends with its turn and is recorded in the log", () => {
    expect(unanswered({ control_proposals: [agent, ann] })).toEqual({ open: [ann], ended: [agent] });
    expect(endedEntry(agent, "2026-01-08T20:30:00.000Z")).toMatchObject({
      proposalId: "p",
      decidedBy: "runtime",
      accepted: {},
      refused: { trip_city: "its turn ended unanswered" },
      timestamp: "2026-01-08T20:30:00.000Z",
    });
  });
});

describe("approvalsOf", () => {
  test("returns the approvals of these proposals only", () => {
    const policies = { trip_city: "ask" } as const;
    const other = proposalOf({ trip_city: "Bern" }, { agent: "follower", id: "q" });
    const { values, approvals } = commitAll(first, [proposalOf({ trip_city: "Kiel" }), agent, other], { policies });
    expect(approvals.map(({ id }) => id)).toEqual(["p/trip_city", "q/trip_city"]);
    expect(Object.keys(approvalsOf([agent], { ...values }))).toEqual(["p/trip_city"]);
    expect(approvalsOf([agent], { execution_pending_approvals: { "p/trip_city": "nonsense" } })).toEqual({});
  });
});
