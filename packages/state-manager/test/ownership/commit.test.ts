import { describe, expect, test } from "vitest";
import { commit } from "@tidemark/state-manager";
import { parsed } from "../untyped.ts";
import { BareTrip, commitAll, first, now, proposalOf } from "../trip.ts";

const reasons = (result: ReturnType<typeof commitAll>) =>
  result.decisions.map((each) => (each.outcome === "refused" ? each.reason : each.outcome));

describe("commit", () => {
  test("applies a current change, raises its version and records it", () => {
    const result = commitAll(first, [proposalOf({ trip_city: "Oslo" })]);
    expect(result.values.trip_city).toBe("Oslo");
    expect(result.versions).toEqual({ trip_city: 1 });
    expect(result.decisions).toEqual([
      {
        proposalId: "planner",
        proposedBy: "planner",
        field: "trip_city",
        outcome: "accepted",
        how: "clean",
        version: 1,
        at: [""],
      },
    ]);
    expect(result.values.runtime_audit_log).toEqual([
      {
        action: "commit",
        proposalId: "planner",
        proposedBy: "planner",
        decidedBy: "root",
        reason: "It was said.",
        turnId: null,
        accepted: { trip_city: [""] },
        refused: {},
        timestamp: now,
      },
    ]);
    expect(first.trip_city).toBeNull();
  });

  test("TR-19 refuses a change that the committing agent may not write either", () => {
    for (const agent of ["planner", "follower", "final"]) {
      const result = commitAll(first, [proposalOf({ trip_city: "Oslo" })], { decidedBy: agent });
      expect(reasons(result)).toEqual([{ code: "notAllowed", owners: ["root"] }]);
      expect(result.values.trip_city).toBeNull();
    }
  });

  test("TR-20 a proposal on an older version results in a conflict, not an error", () => {
    const stale = proposalOf({ trip_city: "Oslo" });
    const moved = commitAll(first, [proposalOf({ trip_city: "Rome" }, { agent: "follower" })]).values;
    const result = commitAll(moved, [stale]);
    expect(reasons(result)).toEqual([{ code: "stale", base: 0, current: 1 }]);
    expect(result.values.trip_city).toBe("Rome");
  });

  test("two proposals for one field: the second is refused and names the first", () => {
    const result = commitAll(first, [
      proposalOf({ trip_city: "Oslo" }),
      proposalOf({ trip_city: "Rome" }, { agent: "follower" }),
    ]);
    expect(result.values.trip_city).toBe("Oslo");
    expect(reasons(result)).toEqual(["accepted", { code: "conflict", with: "planner", at: "" }]);
  });

  test.each([null, "no", 7, [], {}, { proposalId: "p" }])("refuses the invalid proposal %j without throwing", (raw) => {
    expect(reasons(commitAll(first, [raw]))).toMatchObject([{ code: "malformed" }]);
  });

  test.each([
    ["a field named constructor", '{"constructor":{"value":1}}', "{}"],
    ["a field named __proto__", '{"__proto__":{"value":1}}', "{}"],
    ["a version of a field named constructor", '{"trip_city":{"value":"Oslo"}}', '{"constructor":0}'],
    [
      "a key that can change a prototype",
      '{"trip_outbound":{"patches":[{"op":"remove","path":"/a","was":{"__proto__":1}}]}}',
      "{}",
    ],
    ["a LangGraph command", '{"trip_notes":{"value":{"__overwrite__":[]}}}', "{}"],
    ["a serialized object", '{"trip_city":{"value":{"lc":1,"type":"secret","id":["HOME"]}}}', "{}"],
  ])("a proposal with %s is refused completely, without a write or an error", (_, changes, baseVersions) => {
    const forged: object = { ...proposalOf({}), changes: parsed(changes), baseVersions: parsed(baseVersions) };
    for (const policy of ["reject", "rebase", "keepBoth", "ask"] as const) {
      const result = commitAll(first, [forged], { policies: { trip_city: policy, trip_outbound: policy } });
      expect(reasons(result)).toMatchObject([{ code: "malformed" }]);
      expect(result.updates).toEqual([]);
    }
  });

  test("a proposal that was decided before is recognized", () => {
    const proposal = proposalOf({ trip_notes: ["sea"] });
    const once = commitAll(first, [proposal]).values;
    const twice = commitAll(once, [proposal], { policies: { trip_notes: "rebase" } });
    expect(reasons(twice)).toEqual([{ code: "alreadyDecided" }]);
    expect(twice.values.trip_notes).toEqual(["sea"]);
    expect(reasons(commitAll(first, [proposal, proposal]))).toEqual(["accepted", { code: "alreadyDecided" }]);
  });

  test("decided proposals leave the list of open ones, and others stay", () => {
    const [one, other] = [proposalOf({ trip_city: "Oslo" }), proposalOf({ trip_city: "Rome" }, { agent: "follower" })];
    const values = { ...first, control_proposals: [one, other] };
    expect(commitAll(values, [one]).values.control_proposals).toEqual([other]);
  });

  test("an empty proposal is settled without an entry", () => {
    const nothing = proposalOf({});
    const { decisions, values } = commitAll({ ...first, control_proposals: [nothing] }, [nothing]);
    expect([decisions, values.control_proposals, values.runtime_audit_log]).toEqual([[], [], []]);
  });

  test("a state without the bookkeeping fields of commits can be committed to as well", () => {
    const proposal = proposalOf({ trip_city: "Oslo" });
    const result = commit(BareTrip, { trip_city: null }, [proposal], { decidedBy: "root", now });
    expect(result.updates).toEqual([{ trip_city: "Oslo" }]);
  });
});
