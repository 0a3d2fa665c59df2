import { coreStateErrors } from "@tidemark/core-state";
import { freezeDeep } from "@tidemark/core-state/internal";
import { describe, expect, test } from "vitest";
import { editState } from "../../src/ownership/edit-state.ts";
import { BareTrip, commitAll, first, now, Trip, proposalOf } from "../trip.ts";
import { parsed } from "../untyped.ts";

const by = { author: "user:ann", reason: "A typo.", writer: "root", now };
const edit = (update: object, values: object = first, more: Partial<Parameters<typeof editState>[3]> = {}) =>
  editState(Trip, freezeDeep(values), update, { ...by, ...more }).changed;

describe("editState", () => {
  test("returns the changes, author, reason and raised version", () => {
    expect(edit({ trip_city: "Oslo" }, { ...first, runtime_turn_id: "turn_3" })).toEqual({
      trip_city: "Oslo",
      runtime_audit_log: [
        {
          action: "edit",
          author: "user:ann",
          reason: "A typo.",
          turnId: "turn_3",
          fields: ["trip_city"],
          timestamp: now,
        },
      ],
      runtime_field_versions: { trip_city: 1 },
      runtime_updated_at: now,
    });
  });

  test("applies reducers like the update of a node", () => {
    const values = { ...first, trip_notes: ["sea"], trip_tasks: [{ id: "a", status: "open", note: "kept" }] };
    expect(edit({ trip_notes: ["hills"], trip_tasks: [{ id: "a", status: "done" }] }, values)).toMatchObject({
      trip_notes: ["sea", "hills"],
      trip_tasks: [{ id: "a", status: "done", note: "kept" }],
    });
  });

  test.each([{}, parsed('{"trip_city":null}'), { trip_city: undefined }])(
    "of %j leaves the field itself out",
    (update) => {
      expect(edit(update)).not.toHaveProperty("trip_city");
    },
  );

  test.each([{}, { trip_city: undefined }])("an empty edit, %j, is not recorded", (update) => {
    expect(edit(update)).toEqual({});
  });

  test("makes proposals stale that were based on the previous value", () => {
    const stale = proposalOf({ trip_city: "Rome" });
    const values = { ...first, ...edit({ trip_city: "Oslo" }) };
    expect(commitAll(values, [stale]).decisions).toMatchObject([{ reason: { code: "stale", base: 0, current: 1 } }]);
  });

  test("a log, versions and a time that are edited themselves are not lost", () => {
    const entry = { action: "transition", from: "a", to: "b", timestamp: now };
    const changed = edit(
      {
        trip_city: "Oslo",
        runtime_audit_log: [entry],
        runtime_field_versions: { trip_city: 9, trip_notes: 4 },
        runtime_updated_at: "2031-01-01T00:00:00Z",
      },
      first,
      { roles: ["runtime"] },
    );
    expect(changed["runtime_audit_log"]).toMatchObject([entry, { action: "edit", author: "user:ann" }]);
    expect(changed["runtime_field_versions"]).toEqual({ trip_city: 10, trip_notes: 4 });
    expect(changed["runtime_updated_at"]).toBe("2031-01-01T00:00:00Z");
  });

  test.each([
    ["a field of another owner", { trip_locked: "mine" }],
    ["a field of the framework", { runtime_turn_id: "turn_9" }],
    ["an unknown field", { trip_citty: "Oslo" }],
    ["an invalid value", { trip_city: 7 }],
    ["a value that is not an update", []],
    ["a key that can change a prototype", parsed('{"__proto__":{"trip_city":"Oslo"}}')],
    ["a LangGraph command", parsed('{"trip_notes":{"__overwrite__":[]}}')],
  ])("refuses %s", (_, update) => {
    let thrown: unknown = null;
    try {
      edit(update);
    } catch (error) {
      thrown = error;
    }
    expect(coreStateErrors.invalidUpdate.is(thrown)).toBe(true);
  });

  test("may write fields that its roles own", () => {
    expect(edit({ trip_city: "Oslo" }, first, { writer: "planner", roles: ["root"] })).toMatchObject({
      trip_city: "Oslo",
    });
  });

  test("keeps the later of two times", () => {
    const later = "2031-01-01T00:00:00Z";
    expect(edit({ trip_city: "Oslo" }, { ...first, runtime_updated_at: later })).not.toHaveProperty(
      "runtime_updated_at",
    );
  });

  test("works on a state without bookkeeping fields", () => {
    const { changed } = editState(BareTrip, { trip_city: null }, { trip_city: "Oslo" }, by);
    expect(changed).toEqual({ trip_city: "Oslo" });
  });

  test.each([undefined, 7, {}])("a turn id of %j is ignored", (runtime_turn_id) => {
    expect(edit({ trip_city: "Oslo" }, { ...first, runtime_turn_id })).toMatchObject({
      runtime_audit_log: [{ turnId: null }],
    });
  });
});
