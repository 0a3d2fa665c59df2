import { applyUpdate } from "@tidemark/core-state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CommitDraft } from "../../src/ownership/commit-draft.ts";
import { first, now, Trip } from "../trip.ts";
import { parsed } from "../untyped.ts";

const made = (proposalId: string, update?: unknown) => ({ proposalId, update });

/** Writes for LangGraph after these changes. */
const writesOf = (...changes: readonly (readonly [field: string, next: unknown, update?: unknown])[]) => {
  const draft = new CommitDraft(Trip, first);
  for (const [field, next, update] of changes) draft.make(field, next, made("p", update));
  return draft.writes();
};

describe("a draft", () => {
  test("starts with the values of the state and defaults for missing ones", () => {
    const draft = new CommitDraft(Trip, { trip_city: "Oslo" });
    expect([draft.value("trip_city"), draft.value("trip_notes"), draft.version("trip_city")]).toEqual(["Oslo", [], 0]);
    expect(draft.lastChangedBy("trip_city")).toBeNull();
    expect(draft.versions).toEqual({});
    expect(draft.writes()).toEqual({ updates: [], replaced: {} });
  });

  test("counts changes on top of the initial versions", () => {
    const draft = new CommitDraft(Trip, { ...first, runtime_field_versions: { trip_city: 4, trip_notes: 2 } });
    draft.make("trip_city", "Oslo", made("p", "Oslo"));
    draft.make("trip_city", "Rome", made("q", "Rome"));
    expect([draft.startVersion("trip_city"), draft.version("trip_city")]).toEqual([4, 6]);
    expect(draft.versions).toEqual({ trip_city: 6, trip_notes: 2 });
    expect(draft.changedVersions()).toEqual({ trip_city: 6 });
    expect(draft.lastChangedBy("trip_city")).toBe("q");
  });

  test("freezes new values, and does not change the values that it was created from", () => {
    const values = { ...first, trip_outbound: { flight: "SK 4", seat: "" } };
    const draft = new CommitDraft(Trip, values);
    draft.make("trip_outbound", { flight: "SK 4", seat: "1C" }, made("p"));
    expect(Object.isFrozen(draft.value("trip_outbound"))).toBe(true);
    expect(values.trip_outbound.seat).toBe("");
    expect(draft.valuesWith({})).toMatchObject({ trip_outbound: { seat: "1C" } });
  });

  test("null is a value, not a missing change", () => {
    const draft = new CommitDraft(Trip, { ...first, trip_city: "Oslo" });
    draft.make("trip_city", null, made("p", null));
    expect(draft.value("trip_city")).toBeNull();
    expect(draft.writes().updates).toEqual([{ trip_city: null }]);
  });

  test("applies its bookkeeping to the values", () => {
    const draft = new CommitDraft(Trip, { ...first, runtime_field_versions: { trip_notes: 1 } });
    expect(draft.valuesWith({ runtime_field_versions: { trip_city: 3 } })).toMatchObject({
      runtime_field_versions: { trip_notes: 1, trip_city: 3 },
    });
  });
});

describe("the writes of a commit", () => {
  test("contain the last value of a field without a reducer once", () => {
    expect(writesOf(["trip_city", "Oslo", "Oslo"], ["trip_city", "Rome", "Rome"])).toEqual({
      updates: [{ trip_city: "Rome" }],
      replaced: {},
    });
  });

  test("contain each update of a field with a reducer in order", () => {
    expect(writesOf(["trip_notes", ["a"], ["a"]], ["trip_notes", ["a", "b"], ["b"]], ["trip_city", "Rome"])).toEqual({
      updates: [{ trip_notes: ["a"], trip_city: "Rome" }, { trip_notes: ["b"] }],
      replaced: {},
    });
  });

  test("contain the whole value of a field with a reducer that was replaced", () => {
    expect(writesOf(["trip_notes", ["a"], ["a"]], ["trip_notes", ["b"]])).toEqual({
      updates: [],
      replaced: { trip_notes: ["b"] },
    });
  });

  test("reach the values of the draft, for any changes in any order", () => {
    const change = fc.oneof(
      fc.record({ field: fc.constant("trip_notes"), update: fc.array(fc.constantFrom("a", "b"), { minLength: 1 }) }),
      fc.record({ field: fc.constant("trip_notes"), put: fc.array(fc.constantFrom("c", "d")) }),
      fc.record({ field: fc.constant("trip_city"), put: fc.constantFrom("Oslo", "Rome", null) }),
      fc.record({ field: fc.constant("trip_outbound"), put: fc.constant({ flight: "SK 4", seat: "1C" }) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const draft = new CommitDraft(Trip, first);
        for (const [index, each] of changes.entries()) {
          if ("update" in each) {
            const before: readonly unknown[] = [draft.value(each.field)].flat();
            draft.make(each.field, [...before, ...each.update], made(String(index), each.update));
          } else draft.make(each.field, each.put, made(String(index)));
        }
        const { updates, replaced } = draft.writes();
        const reduced = updates.reduce<typeof first>((values, update) => applyUpdate(Trip, values, update), first);
        expect({ ...reduced, ...replaced }).toEqual(draft.valuesWith({}));
      }),
    );
  });
});

describe("bookkeeping in the state", () => {
  const entry = {
    action: "commit",
    proposalId: "p",
    proposedBy: "planner",
    decidedBy: "root",
    reason: "",
    turnId: null,
    accepted: { trip_city: [""] },
    refused: { trip_notes: "stale" },
    timestamp: now,
  };

  test("a change is decided if the audit log accepted or refused it for that proposal and field", () => {
    const draft = new CommitDraft(Trip, { ...first, runtime_audit_log: [entry] });
    expect(draft.decided.has("p", "trip_city")).toBe(true);
    expect(draft.decided.has("p", "trip_notes")).toBe(true);
    expect(draft.decided.has("p", "trip_outbound")).toBe(false);
    expect(draft.decided.has("q", "trip_city")).toBe(false);
  });

  test("the entries of several commits on one proposal are combined", () => {
    const later = { ...entry, accepted: {}, refused: { trip_outbound: "declined" } };
    const draft = new CommitDraft(Trip, { ...first, runtime_audit_log: [entry, later] });
    expect(["trip_city", "trip_notes", "trip_outbound"].every((field) => draft.decided.has("p", field))).toBe(true);
  });

  test.each([
    null,
    "log",
    {},
    [null, 7, "commit", []],
    [{ ...entry, action: "edit" }],
    [{ ...entry, proposalId: 7 }],
    [{ ...entry, accepted: ["trip_city"], refused: "trip_notes" }],
  ])("the log %j decides nothing", (log) => {
    const draft = new CommitDraft(Trip, { ...first, runtime_audit_log: log });
    expect(draft.decided.has("p", "trip_city")).toBe(false);
    expect(draft.decided.has("p", "trip_notes")).toBe(false);
  });

  test("a log with prototype keys has no effect", () => {
    const log: unknown = parsed(`[{"action":"commit","proposalId":"__proto__","accepted":{"__proto__":[""]}}]`);
    const draft = new CommitDraft(Trip, { ...first, runtime_audit_log: log });
    expect(draft.decided.has("__proto__", "__proto__")).toBe(true);
    expect(draft.decided.has("constructor", "toString")).toBe(false);
    expect(draft.decided.has("p", "toString")).toBe(false);
  });

  test.each([null, 7, [], { trip_city: "4" }, { trip_city: null }])("versions of %j count from 0", (versions) => {
    expect(new CommitDraft(Trip, { ...first, runtime_field_versions: versions }).version("trip_city")).toBe(0);
  });
});
