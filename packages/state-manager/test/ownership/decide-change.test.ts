import { describe, expect, test } from "vitest";
import { commitAll, first, proposalOf } from "../trip.ts";
import { parsed } from "../untyped.ts";

const outcomes = (result: ReturnType<typeof commitAll>) => result.decisions.map(({ outcome }) => outcome);
const reasons = (result: ReturnType<typeof commitAll>) =>
  result.decisions.map((each) => (each.outcome === "refused" ? each.reason : each.outcome));

describe("a change", () => {
  test("no proposal changes a field without permission or the bookkeeping of a commit", () => {
    const result = commitAll(
      first,
      [proposalOf({ trip_locked: "mine" }), proposalOf({ runtime_field_versions: { trip_city: 9 } }, { agent: "x" })],
      { roles: ["runtime"] },
    );
    expect(reasons(result)).toEqual([
      { code: "notAllowed", owners: [] },
      { code: "notAllowed", owners: ["runtime"] },
    ]);
    expect(result.values.trip_locked).toBe("as it was");
  });

  test("an unchanged value is accepted and keeps its version", () => {
    const result = commitAll(first, [proposalOf({ trip_city: null })]);
    expect(result.decisions).toMatchObject([{ outcome: "accepted", how: "unchanged", version: 0 }]);
    expect(result.versions).toEqual({});
  });

  test("an invalid value, and one that its reducer refuses, are refused with the path", () => {
    const seat = proposalOf((draft) => {
      draft.trip_outbound.seat = "12A";
    });
    const forged = { ...seat, changes: { trip_outbound: { patches: [{ op: "replace", path: "/seat", value: 7 }] } } };
    const unkeyed = { ...seat, proposalId: "q", changes: { trip_tasks: { value: [{ id: "", status: "x" }] } } };
    expect(reasons(commitAll(first, [forged, unkeyed]))).toMatchObject([
      { code: "invalid", at: "seat" },
      { code: "invalid", at: "[0].id" },
    ]);
  });

  test("a proposal with a version that does not exist yet is refused", () => {
    const forged = { ...proposalOf({ trip_city: "Oslo" }), baseVersions: { trip_city: 7 } };
    expect(reasons(commitAll(first, [forged]))).toEqual([{ code: "futureBase", base: 7, current: 0 }]);
  });

  test.each(["toString", "trip_citty", ""])("of the unknown field %j is refused", (field) => {
    const changes: object = parsed(`{${JSON.stringify(field)}:{"value":1}}`);
    const result = commitAll(first, [{ ...proposalOf({}), changes, baseVersions: {} }]);
    expect(result.decisions).toMatchObject([{ field, outcome: "refused", reason: { code: "unknownField" } }]);
  });

  test.each([
    "messages",
    "control_proposals",
    "execution_pending_approvals",
    "runtime_audit_log",
    "runtime_field_versions",
    "runtime_updated_at",
  ])("of %s is refused for any roles of the committing agent", (field) => {
    const changes = { [field]: { value: [] } };
    const roles = ["any", "runtime", "approval", "messages"];
    const result = commitAll(first, [{ ...proposalOf({}), changes }], { roles });
    expect(result.decisions).toMatchObject([{ field, outcome: "refused", reason: { code: "notAllowed" } }]);
    expect(result.versions).toEqual({});
  });

  test("defaults its base version to 0", () => {
    const silent = { ...proposalOf({ trip_city: "Oslo" }), baseVersions: {} };
    expect(outcomes(commitAll(first, [silent]))).toEqual(["accepted"]);
    const moved = { ...first, runtime_field_versions: { trip_city: 1 } };
    expect(reasons(commitAll(moved, [silent]))).toEqual([{ code: "stale", base: 0, current: 1 }]);
  });

  test("an accepted change lists each changed place once", () => {
    const seat = proposalOf((draft) => void (draft.trip_outbound.seat = "12A"));
    const patch = { op: "replace", path: "/seat", value: "1C" };
    const twice = { ...seat, changes: { trip_outbound: { patches: [patch, { ...patch, value: "2C" }] } } };
    const result = commitAll(first, [twice]);
    expect(result.decisions).toMatchObject([{ outcome: "accepted", at: ["/seat"] }]);
    expect(result.values.trip_outbound.seat).toBe("2C");
  });

  test("several edits are applied together or not at all", () => {
    const seat = proposalOf((draft) => void (draft.trip_outbound.seat = "12A"));
    const patches = [
      { op: "replace", path: "/seat", value: "1C", was: "" },
      { op: "replace", path: "/flight", value: "SK 4", was: "another" },
    ];
    const result = commitAll(first, [{ ...seat, changes: { trip_outbound: { patches } } }]);
    expect(reasons(result)).toEqual([{ code: "conflict", with: null, at: "/flight" }]);
    expect(result.values.trip_outbound).toEqual(first.trip_outbound);
  });
});

const takeSeat = (value: string, agent: string) =>
  proposalOf(
    (draft) => {
      draft.trip_outbound.seat = value;
    },
    { agent },
  );

const push = (note: string, agent: string) =>
  proposalOf(
    (draft) => {
      draft.trip_notes.push(note);
    },
    { agent },
  );

describe("rebase", () => {
  const policies = {
    trip_city: "rebase",
    trip_notes: "rebase",
    trip_outbound: "rebase",
    trip_tasks: "rebase",
  } as const;

  test("an update of a field with a reducer is reduced, so both changes are kept", () => {
    const result = commitAll(
      first,
      [proposalOf({ trip_notes: ["sea"] }), proposalOf({ trip_notes: ["hills"] }, { agent: "follower" })],
      { policies },
    );
    expect(result.values.trip_notes).toEqual(["sea", "hills"]);
    expect(result.decisions).toMatchObject([
      { how: "clean", version: 1 },
      { how: "rebased", version: 2 },
    ]);
    expect(result.updates.map((update) => update.trip_notes)).toEqual([["sea"], ["hills"]]);
  });

  test("edits of different places of one value are both applied", () => {
    const seat = proposalOf((draft) => {
      draft.trip_outbound.seat = "12A";
    });
    const flight = proposalOf(
      (draft) => {
        draft.trip_outbound.flight = "SK 4";
      },
      { agent: "follower" },
    );
    const result = commitAll(first, [seat, flight], { policies });
    expect(result.values.trip_outbound).toEqual({ flight: "SK 4", seat: "12A" });
    expect(outcomes(result)).toEqual(["accepted", "accepted"]);
  });

  test("edits of the same place are a conflict with the place and the other proposal", () => {
    const result = commitAll(first, [takeSeat("12A", "planner"), takeSeat("1C", "follower")], { policies });
    expect(reasons(result)).toEqual(["accepted", { code: "conflict", with: "planner", at: "/seat" }]);
  });

  test("appends are always appended", () => {
    const result = commitAll(first, [push("sea", "planner"), push("hills", "follower")], { policies });
    expect(result.values.trip_notes).toEqual(["sea", "hills"]);
    expect(result.replaced.trip_notes).toEqual(["sea", "hills"]);
  });

  test("a whole value cannot be rebased", () => {
    const result = commitAll(
      first,
      [proposalOf({ trip_city: "Oslo" }), proposalOf({ trip_city: "Rome" }, { agent: "b" })],
      {
        policies,
      },
    );
    expect(reasons(result)).toEqual(["accepted", { code: "conflict", with: "planner", at: "" }]);
  });

  test("edits whose place was changed by the owner itself, without a version, are a conflict too", () => {
    const seat = proposalOf((draft) => {
      draft.trip_outbound.seat = "12A";
    });
    const values = { ...first, trip_outbound: { flight: "", seat: "1C" } };
    expect(reasons(commitAll(values, [seat]))).toEqual([{ code: "conflict", with: null, at: "/seat" }]);
  });

  test("an edit that replaces an unseen value is a conflict, with any operation", () => {
    for (const op of ["add", "replace"]) {
      const value = { flight: "SK 4", seat: "1C" };
      const blind = {
        ...takeSeat("1C", "follower"),
        changes: { trip_outbound: { patches: [{ op, path: "", value }] } },
      };
      const result = commitAll(first, [takeSeat("12A", "planner"), blind], { policies });
      expect(reasons(result)).toEqual(["accepted", { code: "conflict", with: "planner", at: "" }]);
      expect(result.values.trip_outbound).toEqual({ flight: "", seat: "12A" });
    }
  });

  test("a value of an earlier commit is attributed to no proposal of this one", () => {
    const moved = commitAll(first, [takeSeat("12A", "planner")]).values;
    expect(reasons(commitAll(moved, [takeSeat("1C", "follower")], { policies }))).toEqual([
      { code: "conflict", with: null, at: "/seat" },
    ]);
  });
});

describe("keepBoth", () => {
  const policies = { trip_city: "keepBoth" } as const;
  const proposals = [
    proposalOf({ trip_city: "Oslo" }),
    proposalOf({ trip_city: "Rome", trip_notes: ["sun"] }, { agent: "follower" }),
  ];

  test("the first is applied, the second stays open with both values, and its other changes are applied", () => {
    const result = commitAll({ ...first, control_proposals: proposals }, proposals, { policies });
    expect(result.decisions[1]).toMatchObject({
      outcome: "kept",
      current: "Oslo",
      proposed: { value: "Rome" },
      against: "planner",
      answerId: "follower/trip_city",
    });
    expect(result.values.trip_notes).toEqual(["sun"]);
    expect(result.values.control_proposals).toMatchObject([
      { proposalId: "follower", changes: { trip_city: { value: "Rome" } } },
    ]);
  });

  test.each([
    [true, "Rome", "chosen"],
    [false, "Oslo", undefined],
  ])("the answer %s leaves %s", (answer, city, how) => {
    const open = commitAll({ ...first, control_proposals: proposals }, proposals, { policies }).values;
    const result = commitAll(open, open.control_proposals, { policies, answers: { "follower/trip_city": answer } });
    expect(result.values.trip_city).toBe(city);
    expect(result.decisions).toMatchObject([how === undefined ? { reason: { code: "declined" } } : { how }]);
    expect(result.values.control_proposals).toEqual([]);
  });

  test("the answer yes overwrites the current values, and no keeps them", () => {
    const rules = { trip_outbound: "keepBoth" } as const;
    const seats = [takeSeat("12A", "planner"), takeSeat("1C", "follower")];
    const open = commitAll({ ...first, control_proposals: seats }, seats, { policies: rules }).values;
    const answered = (answer: boolean) =>
      commitAll(open, open.control_proposals, { policies: rules, answers: { "follower/trip_outbound": answer } });
    expect(answered(true).decisions).toMatchObject([{ outcome: "accepted", how: "chosen", version: 2, at: ["/seat"] }]);
    expect(answered(true).values.trip_outbound).toEqual({ flight: "", seat: "1C" });
    expect(reasons(answered(false))).toEqual([{ code: "declined" }]);
    expect(answered(false).values.trip_outbound).toEqual({ flight: "", seat: "12A" });
  });

  test("the answer yes does not restore a removed place", () => {
    const values = { ...first, trip_tasks: [{ id: "a", status: "open" }] };
    const done = proposalOf(
      (draft) => {
        const [task] = draft.trip_tasks;
        if (task !== undefined) task.status = "done";
      },
      { on: values },
    );
    const cleared = { ...values, trip_tasks: [], runtime_field_versions: { trip_tasks: 1 } };
    const result = commitAll(cleared, [done], { answers: { "planner/trip_tasks": true } });
    expect(reasons(result)).toEqual([{ code: "conflict", with: null, at: "/0/status" }]);
  });

  test("other answers and invalid answers decide nothing", () => {
    const open = commitAll({ ...first, control_proposals: proposals }, proposals, { policies }).values;
    for (const answers of [{ "planner/trip_city": true }, { trip_city: true }, { "follower/trip_city/": true }]) {
      const result = commitAll(open, open.control_proposals, { policies, answers });
      expect(outcomes(result)).toEqual(["kept"]);
    }
  });
});
