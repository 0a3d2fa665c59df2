import type { ConflictPolicy } from "../../src/ownership/conflict-policy.ts";
import type { Proposal } from "@tidemark/core-state";
import { asUser } from "@tidemark/state-manager";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planTurn, turnUpdate } from "../../src/turns/turn.ts";
import { commitAll, first, now, proposalOf, Trip } from "../trip.ts";
import { applyUpdate } from "@tidemark/core-state";

type Values = ReturnType<typeof commitAll>["values"];

const policies = { trip_notes: "rebase", trip_tasks: "rebase" } as const;

/** The values after this number of other decided proposals. */
function afterOthers(from: Values, count: number, prefix: string): Values {
  let values = from;
  for (let index = 0; index < count; index += 1) {
    const other = proposalOf(
      { trip_tasks: [{ id: "t", status: String(index) }] },
      { id: `${prefix}${index}`, on: values },
    );
    ({ values } = commitAll(values, [other], { policies }));
  }
  return values;
}

const outcomes = ({ decisions }: ReturnType<typeof commitAll>) =>
  decisions.map((each) => (each.outcome === "refused" ? each.reason.code : each.outcome));

describe("the memory of decisions", () => {
  test.each([1, 150, 205, 450])("a decided proposal is not accepted again after %i others", (count) => {
    const note = proposalOf({ trip_notes: ["sea"] }, { id: "a:1" });
    const later = afterOthers(commitAll(first, [note], { policies }).values, count, "b:");
    const again = commitAll(later, [note], { policies });
    expect(outcomes(again)).toEqual([count < 200 ? "alreadyDecided" : "tooOld"]);
    expect(again.values.trip_notes).toEqual(["sea"]);
  });

  test("a declined proposal is not asked again after many others", () => {
    const ask = { ...policies, trip_city: "ask" } as const;
    const moved = commitAll(first, [proposalOf({ trip_city: "Oslo" }, { id: "first" })]).values;
    const late = proposalOf({ trip_city: "Rome" }, { id: "late" });
    const declined = commitAll(moved, [late], { policies: ask, answers: { "late/trip_city": false } });
    const later = afterOthers(declined.values, 205, "b:");
    expect(outcomes(commitAll(later, [late], { policies: ask }))).toEqual(["tooOld"]);
  });

  test("a proposal made now is decided, however many were decided before", () => {
    const later = afterOthers(first, 205, "b:");
    const fresh = proposalOf({ trip_city: "Oslo" }, { id: "fresh", on: later });
    expect(outcomes(commitAll(later, [fresh]))).toEqual(["accepted"]);
  });

  test("a proposal that claims later decisions is refused", () => {
    const claims: Proposal = {
      ...proposalOf({ trip_city: "Oslo" }),
      baseVersions: { trip_city: 0, control_proposals: 3 },
    };
    expect(outcomes(commitAll(first, [claims]))).toEqual(["futureBase"]);
  });

  test("an open proposal stays open while others are decided, over turns, and its answer is applied", () => {
    const ask = { ...policies, trip_city: "ask" } as const;
    const moved = commitAll(first, [proposalOf({ trip_city: "Oslo" }, { id: "first" })]).values;
    const late = proposalOf({ trip_city: "Rome" }, { id: "late" });
    const asked = commitAll({ ...moved, control_proposals: [late] }, [late], { policies: ask });
    const later = afterOthers(asked.values, 405, "b:");
    const { update } = turnUpdate(planTurn(Trip), { ...later }, { turnId: "turn_2", userInput: null, now });
    const next = { ...later, ...update };
    const [open] = next.control_proposals;
    expect(open?.proposalId).toBe("late");
    const answered = commitAll(next, [open], { policies: ask, answers: { "late/trip_city": true } });
    expect([outcomes(answered), answered.values.trip_city]).toEqual([["accepted"], "Rome"]);
    const replayed = commitAll(afterOthers(answered.values, 205, "c:"), [open, late], { policies: ask });
    expect(outcomes(replayed)).toEqual(["tooOld", "alreadyDecided"]);
  });

  test("a proposal that ended with its turn is not decided later", () => {
    const undecided = proposalOf({ trip_city: "Rome" }, { id: "undecided" });
    const start = { ...first, control_proposals: [undecided] };
    const { update } = turnUpdate(planTurn(Trip), start, { turnId: "turn_2", userInput: null, now });
    const { control_proposals: _, ...written } = update;
    const values = applyUpdate(Trip, first, written);
    expect(outcomes(commitAll(values, [undecided]))).toEqual(["alreadyDecided"]);
    expect(outcomes(commitAll(afterOthers(values, 205, "b:"), [undecided]))).toEqual(["tooOld"]);
  });

  test("other entries of the audit log do not make it forget who decided", () => {
    const note = proposalOf({ trip_notes: ["sea"] }, { id: "a:1" });
    const edit = {
      action: "edit",
      author: asUser("ann"),
      reason: "",
      turnId: null,
      fields: [],
      timestamp: now,
    } as const;
    const once = commitAll(first, [note], { policies }).values;
    const values = applyUpdate(Trip, once, { runtime_audit_log: Array.from({ length: 250 }, () => edit) });
    expect(outcomes(commitAll(values, [note], { policies }))).toEqual(["tooOld"]);
    const fresh = proposalOf({ trip_notes: ["sun"] }, { id: "a:2", on: values });
    expect(outcomes(commitAll(values, [fresh], { policies }))).toEqual(["accepted"]);
  });

  test("over thousands of commits, with replays of any age, every change is applied at most once", () => {
    const policy = fc.constantFrom<ConflictPolicy>("reject", "rebase", "keepBoth", "ask");
    const step = fc.record({
      /** Number of new proposals of one commit. */
      fresh: fc.integer({ min: 0, max: 60 }),
      /** Share of all earlier proposals at which replays begin, and their number. */
      replay: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 5 })),
      edits: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 40 }), policy, (steps, notes) => {
        let values: Values = first;
        const made: Proposal[] = [];
        for (const { fresh, replay, edits } of steps) {
          const added = Array.from({ length: fresh }, (_, index) => {
            const id = `a:${made.length + index}`;
            const changes = index % 3 === 0 ? { trip_notes: [id] } : { trip_tasks: [{ id: "t", status: id }] };
            return proposalOf(changes, { id, on: values });
          });
          made.push(...added);
          const start = Math.floor(replay[0] * made.length);
          const again = made.slice(start, start + replay[1]);
          ({ values } = commitAll(values, [...again, ...added], { policies: { ...policies, trip_notes: notes } }));
          const edit = { action: "edit", author: "ann", reason: "", turnId: null, fields: [], timestamp: now } as const;
          values = applyUpdate(Trip, values, { runtime_audit_log: Array.from({ length: edits }, () => edit) });
        }
        expect(new Set(values.trip_notes).size).toBe(values.trip_notes.length);
        const applied = new Set(
          made.filter(({ changes }) => "trip_notes" in changes).map(({ proposalId }) => proposalId),
        );
        expect(values.trip_notes.every((each) => applied.has(each))).toBe(true);
        expect(notes !== "rebase" || values.trip_notes.length === applied.size).toBe(true);
      }),
      { numRuns: Math.min(20, fc.readConfigureGlobal().numRuns ?? 20) },
    );
  });
});
