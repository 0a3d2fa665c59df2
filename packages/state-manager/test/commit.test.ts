import { describe, expect, test } from "vitest";
import { commit } from "@tidemark/state-manager";
import { BareTrip, commitAll, first, now, wish } from "./trip.ts";

const outcomes = (result: ReturnType<typeof commitAll>) => result.decisions.map(({ outcome }) => outcome);
const reasons = (result: ReturnType<typeof commitAll>) =>
  result.decisions.map((each) => (each.outcome === "refused" ? each.reason : each.outcome));

describe("commit", () => {
  test("makes a change that is up to date, raises its version and writes it down", () => {
    const result = commitAll(first, [wish({ trip_city: "Oslo" })]);
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

  test("TR-19 refuses a change that the one who commits may not make either", () => {
    for (const agent of ["planner", "follower", "final"]) {
      const result = commitAll(first, [wish({ trip_city: "Oslo" })], { decidedBy: agent });
      expect(reasons(result)).toEqual([{ code: "notAllowed", writer: ["root"] }]);
      expect(result.values.trip_city).toBeNull();
    }
  });

  test("TR-20 a proposal on an older version is answered with a conflict, not an error", () => {
    const stale = wish({ trip_city: "Oslo" });
    const moved = commitAll(first, [wish({ trip_city: "Rome" }, { agent: "follower" })]).values;
    const result = commitAll(moved, [stale]);
    expect(reasons(result)).toEqual([{ code: "stale", base: 0, current: 1 }]);
    expect(result.values.trip_city).toBe("Rome");
  });

  test("two proposals for one field: the second is refused and names the first", () => {
    const result = commitAll(first, [wish({ trip_city: "Oslo" }), wish({ trip_city: "Rome" }, { agent: "follower" })]);
    expect(result.values.trip_city).toBe("Oslo");
    expect(reasons(result)).toEqual(["accepted", { code: "conflict", with: "planner", at: "" }]);
  });

  test("what nobody may write, and what a commit keeps its books in, no proposal changes", () => {
    const result = commitAll(
      first,
      [wish({ trip_locked: "mine" }), wish({ runtime_field_versions: { trip_city: 9 } }, { agent: "x" })],
      { roles: ["runtime"] },
    );
    expect(reasons(result)).toEqual([
      { code: "notAllowed", writer: [] },
      { code: "notAllowed", writer: ["runtime"] },
    ]);
    expect(result.values.trip_locked).toBe("as it was");
  });

  test("a change of nothing is accepted and leaves the version", () => {
    const result = commitAll(first, [wish({ trip_city: null })]);
    expect(result.decisions).toMatchObject([{ outcome: "accepted", how: "unchanged", version: 0 }]);
    expect(result.versions).toEqual({});
  });

  test("a value that no longer fits, and one that its reducer refuses, are refused with the place", () => {
    const seat = wish((draft) => {
      draft.trip_outbound.seat = "12A";
    });
    const forged = { ...seat, changes: { trip_outbound: { patches: [{ op: "replace", path: "/seat", value: 7 }] } } };
    const unkeyed = { ...seat, proposalId: "q", changes: { trip_tasks: { value: [{ id: "", status: "x" }] } } };
    expect(reasons(commitAll(first, [forged, unkeyed]))).toMatchObject([
      { code: "invalid", at: "seat" },
      { code: "invalid", at: "[0].id" },
    ]);
  });

  test("a proposal that claims a version that is yet to come is refused", () => {
    const forged = { ...wish({ trip_city: "Oslo" }), baseVersions: { trip_city: 7 } };
    expect(reasons(commitAll(first, [forged]))).toEqual([{ code: "futureBase", base: 7, current: 0 }]);
  });

  test.each([null, "no", 7, [], {}, { proposalId: "p" }])(
    "refuses %j, which is no proposal, and throws nothing",
    (raw) => {
      expect(reasons(commitAll(first, [raw]))).toMatchObject([{ code: "malformed" }]);
    },
  );

  test("a proposal that was answered before is known again", () => {
    const proposal = wish({ trip_notes: ["sea"] });
    const once = commitAll(first, [proposal]).values;
    const twice = commitAll(once, [proposal], { policies: { trip_notes: "rebase" } });
    expect(reasons(twice)).toEqual([{ code: "alreadyDecided" }]);
    expect(twice.values.trip_notes).toEqual(["sea"]);
    expect(reasons(commitAll(first, [proposal, proposal]))).toEqual(["accepted", { code: "alreadyDecided" }]);
  });

  test("answered proposals leave the list of open ones, and others stay", () => {
    const [one, other] = [wish({ trip_city: "Oslo" }), wish({ trip_city: "Rome" }, { agent: "follower" })];
    const values = { ...first, control_proposals: [one, other] };
    expect(commitAll(values, [one]).values.control_proposals).toEqual([other]);
  });

  test("a proposal of nothing is settled without a word", () => {
    const nothing = wish({});
    const { decisions, values } = commitAll({ ...first, control_proposals: [nothing] }, [nothing]);
    expect([decisions, values.control_proposals, values.runtime_audit_log]).toEqual([[], [], []]);
  });

  test("a state without the books of commits is committed to all the same", () => {
    const proposal = wish({ trip_city: "Oslo" });
    const result = commit(BareTrip, { trip_city: null }, [proposal], { decidedBy: "root", now });
    expect(result.updates).toEqual([{ trip_city: "Oslo" }]);
  });
});

const takeSeat = (value: string, agent: string) =>
  wish(
    (draft) => {
      draft.trip_outbound.seat = value;
    },
    { agent },
  );

const push = (note: string, agent: string) =>
  wish(
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

  test("an update of a folding field goes through its reducer, so both are in", () => {
    const result = commitAll(
      first,
      [wish({ trip_notes: ["sea"] }), wish({ trip_notes: ["hills"] }, { agent: "follower" })],
      { policies },
    );
    expect(result.values.trip_notes).toEqual(["sea", "hills"]);
    expect(result.decisions).toMatchObject([
      { how: "clean", version: 1 },
      { how: "rebased", version: 2 },
    ]);
    expect(result.updates.map((update) => update.trip_notes)).toEqual([["sea"], ["hills"]]);
  });

  test("edits of different places of one value are both made", () => {
    const seat = wish((draft) => {
      draft.trip_outbound.seat = "12A";
    });
    const flight = wish(
      (draft) => {
        draft.trip_outbound.flight = "SK 4";
      },
      { agent: "follower" },
    );
    const result = commitAll(first, [seat, flight], { policies });
    expect(result.values.trip_outbound).toEqual({ flight: "SK 4", seat: "12A" });
    expect(outcomes(result)).toEqual(["accepted", "accepted"]);
  });

  test("edits of the same place are a conflict that names the place and the other proposal", () => {
    const result = commitAll(first, [takeSeat("12A", "planner"), takeSeat("1C", "follower")], { policies });
    expect(reasons(result)).toEqual(["accepted", { code: "conflict", with: "planner", at: "/seat" }]);
  });

  test("appending stays appending", () => {
    const result = commitAll(first, [push("sea", "planner"), push("hills", "follower")], { policies });
    expect(result.values.trip_notes).toEqual(["sea", "hills"]);
    expect(result.replaced.trip_notes).toEqual(["sea", "hills"]);
  });

  test("a whole value cannot be rebased", () => {
    const result = commitAll(first, [wish({ trip_city: "Oslo" }), wish({ trip_city: "Rome" }, { agent: "b" })], {
      policies,
    });
    expect(reasons(result)).toEqual(["accepted", { code: "conflict", with: "planner", at: "" }]);
  });

  test("edits whose place was changed by the owner itself, unseen by versions, are a conflict all the same", () => {
    const seat = wish((draft) => {
      draft.trip_outbound.seat = "12A";
    });
    const values = { ...first, trip_outbound: { flight: "", seat: "1C" } };
    expect(reasons(commitAll(values, [seat]))).toEqual([{ code: "conflict", with: null, at: "/seat" }]);
  });
});

describe("keepBoth", () => {
  const policies = { trip_city: "keepBoth" } as const;
  const proposals = [
    wish({ trip_city: "Oslo" }),
    wish({ trip_city: "Rome", trip_notes: ["sun"] }, { agent: "follower" }),
  ];

  test("the first is made, the second stays open with both values, and what else it says is made", () => {
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
});

describe("ask", () => {
  const policies = { trip_city: "ask" } as const;
  const proposals = [wish({ trip_city: "Oslo" }), wish({ trip_city: "Rome" }, { agent: "follower" })];
  const asked = () => commitAll({ ...first, control_proposals: proposals }, proposals, { policies });

  test("a person is asked, and the proposal stays open", () => {
    const { values, approvals, decisions } = asked();
    expect(decisions[1]).toMatchObject({ outcome: "asked", answerId: "follower/trip_city" });
    expect(approvals).toMatchObject([{ id: "follower/trip_city", status: "pending", capability: "follower" }]);
    expect(values.execution_pending_approvals["follower/trip_city"]).toEqual(approvals[0]);
    expect(values.control_proposals).toMatchObject([{ proposalId: "follower" }]);
  });

  test.each(["approved", "rejected"] as const)("what a person said in the state counts: %s", (status) => {
    const { values } = asked();
    const [request] = Object.values(values.execution_pending_approvals);
    const answered = { ...values, execution_pending_approvals: { "follower/trip_city": { ...request, status } } };
    const result = commitAll(answered, values.control_proposals, { policies });
    expect(result.values.trip_city).toBe(status === "approved" ? "Rome" : "Oslo");
    expect(result.values.execution_pending_approvals).toEqual({});
    expect(result.values.control_proposals).toEqual([]);
  });

  test("an approval counts for what was asked, and for nothing that came after", () => {
    const { values } = asked();
    const again = commitAll(values, [wish({ trip_city: "Bonn" }, { agent: "third", on: values })]).values;
    const result = commitAll(again, values.control_proposals, { policies, answers: { "follower/trip_city": true } });
    expect(reasons(result)).toEqual([{ code: "changedSinceAsked" }]);
    const swapped = [{ ...values.control_proposals[0], changes: { trip_city: { value: "Mars" } } }];
    expect(reasons(commitAll(values, swapped, { answers: { "follower/trip_city": true } }))).toEqual([
      { code: "changedSinceAsked" },
    ]);
  });

  test("without an answer it is asked again, under the same id", () => {
    const { values } = asked();
    const again = commitAll(values, values.control_proposals, { policies });
    expect(again.approvals).toEqual(Object.values(values.execution_pending_approvals));
  });
});
