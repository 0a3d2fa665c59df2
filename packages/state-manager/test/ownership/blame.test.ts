import { blame, readPlace, type StateMoment } from "@tidemark/state-manager/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pointerOf } from "../../src/ownership/apply-patch.ts";
import { commitAll, first, proposalOf } from "../trip.ts";
import { parsed } from "../untyped.ts";

/** Step of the graph with these values, overridden by `parts`. */
const moment = (values: object, parts: Partial<StateMoment> = {}): StateMoment => ({
  values: { ...values },
  step: 1,
  source: "loop",
  writers: [],
  isFirst: false,
  ...parts,
});
const begin = (values: object = {}) => moment(values, { step: -1, source: "input", isFirst: true });
const by = (node: string, ...fields: string[]) => ({ writers: [{ node, fields }] });

const commitEntry = (accepted: object, proposalId = "p1") => ({
  action: "commit",
  proposalId,
  proposedBy: "planner",
  decidedBy: "root",
  reason: "It was said.",
  turnId: "turn_1",
  accepted,
  refused: {},
});
const proposal = {
  outcome: "proposal",
  by: "planner",
  decidedBy: "root",
  proposalId: "p1",
  reason: "It was said.",
  turnId: "turn_1",
};
const logged = (...entries: readonly unknown[]) => ({ runtime_audit_log: entries });

/** Field `x` without a reducer, in a history that starts after its writes. Each entry of the log is one write. */
const unreduced = { unreduced: { default: null } };
const cut = (x: unknown, ...entries: readonly unknown[]) => [
  moment({ x, runtime_field_versions: { x: entries.length }, ...logged(...entries) }),
];

const madeByEdit = (...log: readonly unknown[]) => [
  moment({ x: { y: 1 }, z: 1, ...logged(...log) }, { step: -1, source: "update", isFirst: true }),
];

const commitEntries = (...places: readonly string[]) =>
  places.map((at, index) => commitEntry({ x: [at] }, `p${index}`));

/** Step that committed a proposal for each of these places of `x`. */
const committed = (x: unknown, ...places: readonly string[]) => [
  moment({ x, ...logged(...commitEntries(...places)) }, by("commit", "x")),
  begin(),
];

describe("readPlace", () => {
  test.each([
    ["trip_city", ["trip_city"]],
    ["trip_outbound.seat", ["trip_outbound", "seat"]],
    ["task_ledger[2].status", ["task_ledger", "2", "status"]],
    ["a[0][1]", ["a", "0", "1"]],
    ["a..b.", ["a", "b"]],
    ["[0]", ["0"]],
    ["__proto__.x", ["__proto__", "x"]],
    ["a.b/c~d", ["a", "b/c~d"]],
    ["", []],
  ])("reads %j as %j", (place, keys) => {
    expect(readPlace(place)).toEqual(keys);
  });
});

describe("blame", () => {
  test("returns the node that wrote a value", () => {
    const history = [moment({ x: { y: 2 } }, by("a", "x")), moment({ x: { y: 1 } }, { step: 0, isFirst: true })];
    expect(blame(history, "x.y")).toEqual({ outcome: "node", by: "a", turnId: null, step: 1 });
  });

  test("finds the step that wrote the value, and skips later ones that did not change it", () => {
    const history = [
      moment({ x: 2, y: 9 }, { step: 3, ...by("c", "x", "y") }),
      moment({ x: 2, y: 1 }, { step: 2, ...by("b", "x") }),
      moment({ x: 1, y: 1 }, { step: 1, ...by("a", "x") }),
      begin(),
    ];
    expect(blame(history, "x")).toMatchObject({ by: "b", step: 2 });
    expect(blame(history, "y")).toMatchObject({ by: "c", step: 3 });
  });

  test("is unknown if several nodes of one step wrote the field", () => {
    const writers = [...by("a", "x").writers, ...by("b", "x").writers, ...by("c", "y").writers];
    expect(blame([moment({ x: 1, y: 1 }, { writers }), begin()], "x")).toEqual({ outcome: "unknown" });
    expect(blame([moment({ x: 1, y: 1 }, { writers }), begin()], "y")).toMatchObject({ outcome: "node", by: "c" });
  });

  test("returns a node that ran several times in one step", () => {
    const writers = [...by("a", "x").writers, ...by("a", "x").writers];
    expect(blame([moment({ x: 1 }, { writers }), begin()], "x")).toMatchObject({ outcome: "node", by: "a" });
  });

  test("attributes an input to the turn that starts with it", () => {
    const history = [
      moment({ x: 2, runtime_turn_id: "turn_3" }, { step: 7 }),
      moment({ x: 2, runtime_turn_id: "turn_2" }, { step: 6, source: "input" }),
      moment({ x: 2, runtime_turn_id: "turn_2" }, { step: 5 }),
      moment({ x: 2, runtime_turn_id: "turn_1" }, { step: 4, ...by("__start__", "x") }),
      moment({ x: 1, runtime_turn_id: "turn_1" }, { step: 3, source: "input" }),
      begin(),
    ];
    expect(blame(history, "x")).toEqual({ outcome: "input", turnId: "turn_2", step: 4 });
    expect(blame(history.slice(3), "x")).toEqual({ outcome: "input", turnId: "turn_1", step: 4 });
  });

  test("attributes the first state to an edit that made it", () => {
    const edit = { action: "edit", author: "user:ann", reason: "New.", turnId: null, fields: ["x"] };
    expect(blame(madeByEdit(edit), "x")).toEqual({
      outcome: "edit",
      by: "user:ann",
      reason: "New.",
      turnId: null,
      step: -1,
    });
    expect(blame(madeByEdit(edit), "x.y")).toEqual({ outcome: "unknown" });
    expect(blame(madeByEdit(edit), "z")).toEqual({ outcome: "default" });
    expect(blame(madeByEdit(), "x")).toEqual({ outcome: "unknown" });
  });

  test("recognizes an input by its source and by LangGraph's task", () => {
    expect(blame([moment({ x: 1 }, { source: "input" }), begin()], "x")).toEqual({
      outcome: "input",
      turnId: null,
      step: 1,
    });
    expect(blame([moment({ x: 1 }, by("__start__", "x")), begin()], "x")).toMatchObject({ outcome: "input" });
  });

  test("a removed value was written too", () => {
    expect(blame([moment({ x: {} }, by("a", "x")), moment({ x: { y: 1 } }), begin()], "x.y")).toMatchObject({
      by: "a",
    });
  });

  test("contains the turn, if known", () => {
    for (const [id, turnId] of [
      ["turn_4", "turn_4"],
      [7, null],
      [undefined, null],
    ]) {
      expect(blame([moment({ x: 1, runtime_turn_id: id }, by("a", "x")), begin()], "x")).toMatchObject({ turnId });
    }
  });

  test("returns nobody for a default", () => {
    expect(blame([begin({ x: 1 })], "x")).toEqual({ outcome: "default" });
    expect(blame([moment({ x: 1 }), begin({ x: 1 })], "x")).toEqual({ outcome: "default" });
    expect(blame([begin()], "nothing.at[0].all")).toEqual({ outcome: "default" });
  });

  test("is unknown if history is missing, or no node of the step wrote the field", () => {
    expect(blame([], "x")).toEqual({ outcome: "unknown" });
    expect(blame([moment({ x: 1 }, by("a", "x"))], "x")).toEqual({ outcome: "unknown" });
    expect(blame([moment({ x: 1 }, by("a", "y")), begin()], "x")).toEqual({ outcome: "unknown" });
  });

  test.each(["__proto__", "__proto__.polluted", "constructor.name", "x.toString", "x.length"])(
    "reads only own keys of the place %j",
    (place) => {
      expect(blame([moment({ x: "text" }, by("a", "x")), begin({ x: "text" })], place)).toEqual({ outcome: "default" });
    },
  );

  test("ignores prototypes when the kind of a value changes", () => {
    const history = [moment({ x: {} }, by("a", "x")), begin({ x: [] })];
    expect(blame(history, "x.constructor")).toEqual({ outcome: "default" });
    expect(blame(history, "x")).toMatchObject({ by: "a" });
  });

  test("a newer state with the same value at the place changes nothing", () => {
    const value = fc.constantFrom(1, 2, 3);
    const step = fc.record({ x: value, y: value, node: fc.constantFrom("a", "b") });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), value, (steps, y) => {
        const moments = steps.map(({ node, ...values }, index) =>
          moment(values, { step: index, ...by(node, "x", "y") }),
        );
        const history = [...moments.toReversed(), begin()];
        const newer = moment({ x: steps.at(-1)?.x, y }, { step: 99, ...by("late", "x", "y") });
        expect(blame([newer, ...history], "x")).toEqual(blame(history, "x"));
      }),
    );
  });
});

describe("blame by the audit log", () => {
  const entry = commitEntry({ x: ["/seat"] });

  test("returns the proposal whose entry was added with the change, before any node", () => {
    const history = [moment({ x: { seat: 1 }, ...logged(entry) }, by("commit", "x")), begin()];
    expect(blame(history, "x.seat")).toEqual({ ...proposal, step: 1 });
  });

  test("ignores an entry that was added before the change", () => {
    const history = [
      moment({ x: { seat: 2 }, ...logged(entry) }, by("a", "x")),
      moment({ x: { seat: 1 }, ...logged(entry) }),
      begin(),
    ];
    expect(blame(history, "x.seat")).toMatchObject({ outcome: "node", by: "a" });
  });

  test("replaces missing history, without a step, and the newest entry counts", () => {
    const older = commitEntry({ x: [""] }, "p0");
    expect(blame(cut(1, older, commitEntry({ x: [""] })), "x", unreduced)).toEqual({
      ...proposal,
      step: null,
    });
  });

  test.each([
    ["at the place", "/seat"],
    ["above the place", ""],
    ["inside the place", "/seat/row/0"],
  ])("an edit %s applies", (_, pointer) => {
    const history = cut({ seat: 1 }, commitEntry({ x: [pointer] }));
    expect(blame(history, "x.seat", unreduced)).toMatchObject({ outcome: "proposal" });
  });

  test("does not attribute an item of a list, which may have been another one before", () => {
    for (const pointer of ["/0", "/-"]) {
      expect(blame(cut([1, 2], commitEntry({ x: [pointer] })), "x[0]", unreduced)).toEqual({ outcome: "unknown" });
    }
  });

  test("does not attribute a field with a reducer, or one that may have one", () => {
    expect(blame(cut({ seat: 1 }, entry), "x.seat")).toEqual({ outcome: "unknown" });
    expect(blame(cut({ seat: 1 }, entry), "x")).toEqual({ outcome: "unknown" });
  });

  test("does not attribute a field with more writes than the log contains", () => {
    const [values] = cut({ seat: 1 }, entry).map((each) => each.values);
    for (const versions of [{ x: 2 }, { x: 0 }, {}, null]) {
      const history = [moment({ ...values, runtime_field_versions: versions })];
      expect(blame(history, "x.seat", unreduced)).toEqual({ outcome: "unknown" });
    }
  });

  test("does not attribute the default, to which a new turn may have reset the field", () => {
    const options = { unreduced: { default: { seat: 1 } } };
    expect(blame(cut({ seat: 1 }, entry), "x.seat", options)).toEqual({ outcome: "unknown" });
    expect(blame(cut({ seat: 2 }, entry), "x.seat", options)).toMatchObject({ outcome: "proposal" });
  });

  test("returns the newest of several entries of one step only if it overwrites the others", () => {
    expect(blame(committed({ seat: 1 }, "/seat", "/seat"), "x.seat")).toMatchObject({ proposalId: "p1" });
    expect(blame(committed({ seat: 1 }, "/seat", "/flight"), "x.seat")).toMatchObject({ proposalId: "p0" });
    expect(blame(committed([1], "/-"), "x[0]")).toMatchObject({ proposalId: "p0" });
    expect(blame(committed([1, 2], "/-", "/-"), "x[0]")).toEqual({ outcome: "unknown" });
    expect(blame(committed({ seat: 1 }, "", ""), "x.seat")).toEqual({ outcome: "unknown" });
    expect(blame(committed({ seat: 1 }, "", ""), "x.seat", unreduced)).toMatchObject({ proposalId: "p1" });
  });

  test.each(["/flight", "/sea", "/seat2", "/flight/seat", "/"])("an edit at the other place %j does not", (pointer) => {
    const history = cut({ seat: 1 }, commitEntry({ x: ["/other", pointer] }));
    expect(blame(history, "x.seat", unreduced)).toEqual({ outcome: "unknown" });
  });

  test("finds the edit of a key that is escaped in a pointer", () => {
    for (const key of ["a/b", "a~b", "~1", "ñ/🚂"]) {
      const history = cut({ [key]: 1 }, commitEntry({ x: [pointerOf([key])] }));
      expect(blame(history, `x.${key}`, unreduced)).toMatchObject({ outcome: "proposal" });
    }
  });

  test("returns the author of an edit from outside", () => {
    const edit = { action: "edit", author: "user:ann", reason: "A typo.", turnId: null, fields: ["x"] };
    const answer = { outcome: "edit", by: "user:ann", reason: "A typo.", turnId: null };
    expect(blame([moment({ x: 1, ...logged(edit) }, { source: "update" }), begin()], "x")).toEqual({
      ...answer,
      step: 1,
    });
    expect(blame(cut(1, entry, edit), "x", unreduced)).toEqual({ ...answer, step: null });
    expect(blame(cut({ y: 1 }, edit), "x.y", unreduced)).toEqual({ outcome: "unknown" });
    expect(blame([moment({ y: 1, ...logged(edit) })], "y", unreduced)).toEqual({ outcome: "unknown" });
  });

  test.each([
    null,
    "log",
    {},
    [null, 7, [], "commit"],
    [{ action: "commit", accepted: ["x"] }],
    [{ action: "commit", accepted: { x: "/seat" } }],
    [{ action: "edit", fields: "x" }],
    [{ action: "transition", from: "x", to: "x" }],
    parsed('[{"action":"commit","accepted":{"__proto__":{"x":["/seat"]}}}]'),
  ])("the log %j attributes nothing", (log) => {
    expect(blame([moment({ x: { seat: 1 }, runtime_audit_log: log })], "x.seat")).toEqual({ outcome: "unknown" });
  });

  test("an incomplete entry is used as far as it goes", () => {
    const bare = { action: "commit", accepted: { x: [7, ""] } };
    expect(blame(cut(1, bare), "x", unreduced)).toMatchObject({
      outcome: "proposal",
      by: "",
      turnId: null,
    });
  });

  test("reads the log of a real commit", () => {
    const seat = proposalOf((draft) => void (draft.trip_outbound.seat = "1C"), { id: "p7" });
    const { values } = commitAll(first, [seat]);
    const history = [moment(values, by("commit", "trip_outbound")), begin(first)];
    expect(blame(history, "trip_outbound.seat")).toMatchObject({
      outcome: "proposal",
      proposalId: "p7",
      by: "planner",
    });
    expect(blame(history, "trip_outbound.flight")).toEqual({ outcome: "default" });
  });
});

describe("blame of writes under an approval", () => {
  const effect = {
    action: "effect",
    requestId: "r1",
    by: "refunds",
    approvedBy: "user:boss",
    edited: true,
    fields: ["desk_refund", "x"],
    turnId: "turn_1",
  };
  const approved = {
    outcome: "approved",
    by: "refunds",
    approvedBy: "user:boss",
    edited: true,
    requestId: "r1",
    turnId: "turn_1",
  };

  test("returns all people of a rule that says who may approve", () => {
    const signedBy = ["user:kim", "user:boss"];
    const history = [
      moment({ desk_refund: 1, ...logged({ ...effect, signedBy }) }, by("pay", "desk_refund", "runtime_audit_log")),
      begin({ desk_refund: null }),
    ];
    expect(blame(history, "desk_refund")).toMatchObject({ outcome: "approved", approvedBy: "user:boss", signedBy });
  });

  test("returns the agent and the person, with the step that wrote the value", () => {
    const written = { desk_refund: { amount: 90 }, ...logged(effect) };
    const history = [
      moment(written, { step: 4, ...by("pay", "desk_refund", "runtime_audit_log") }),
      begin({ desk_refund: null }),
    ];
    expect(blame(history, "desk_refund.amount")).toEqual({ ...approved, step: 4 });
  });

  test("ignores writes of other nodes in the same step", () => {
    const written = { desk_refund: { amount: 90 }, ...logged(effect) };
    const moments = (...writers: StateMoment["writers"]) => [moment(written, { writers }), begin()];
    const pay = { node: "pay", fields: ["desk_refund", "runtime_audit_log"] };
    const other = { node: "other", fields: ["desk_refund"] };
    expect(blame(moments(pay, other), "desk_refund.amount")).toEqual({ outcome: "unknown" });
    expect(blame(moments(other), "desk_refund.amount")).toMatchObject({ outcome: "node", by: "other" });
    expect(blame(moments(), "desk_refund.amount")).toEqual({ outcome: "unknown" });
  });

  test("does not explain a missing value", () => {
    const history = [
      moment({ desk_refund: {}, ...logged(effect) }, by("pay", "desk_refund", "runtime_audit_log")),
      begin({ desk_refund: { amount: 90 } }),
    ];
    expect(blame(history, "desk_refund.amount")).toMatchObject({ outcome: "node", by: "pay" });
    expect(blame(history, "desk_refund.nope")).toEqual({ outcome: "default" });
  });

  test("uses the audit log when history is missing", () => {
    expect(blame(cut(90, effect), "x", unreduced)).toEqual({ ...approved, step: null });
    expect(blame(cut(90, effect), "x")).toEqual({ outcome: "unknown" });
    expect(blame(cut({ S1: 80 }, effect), "x.S1", unreduced)).toEqual({ outcome: "unknown" });
    expect(blame(cut({ S1: 80 }, effect), "x.S2", unreduced)).toEqual({ outcome: "unknown" });
  });

  test("does not apply to fields that the agent did not write", () => {
    const history = [moment({ y: 2, ...logged(effect) }, by("a", "y", "runtime_audit_log")), begin({ y: 1 })];
    expect(blame(history, "y")).toMatchObject({ outcome: "node", by: "a" });
  });
});
