import { describe, expect, test } from "vitest";
import { migrateBookkeeping } from "../../src/migrations/migrate-bookkeeping.ts";

const step = { to: 2, doc: "Renamed.", rename: { trip_place: "trip_places" }, change: { trip_places: String } };

describe("migrateBookkeeping", () => {
  test("notes nothing where nothing was noted and no shape changed", () => {
    expect(migrateBookkeeping({ to: 2, doc: "Renamed.", rename: { trip_place: "trip_places" } }, {})).toEqual({});
  });

  test("gives a field of a new shape a version, also when nobody had written it before", () => {
    expect(migrateBookkeeping(step, { trip_places: "x" })).toEqual({ runtime_field_versions: { trip_places: 1 } });
    expect(migrateBookkeeping(step, { trip_places: "x", runtime_field_versions: { trip_place: 3, other: 1 } })).toEqual(
      {
        runtime_field_versions: { trip_places: 4, other: 1 },
      },
    );
  });

  test("leaves what does not look like a note as it is, for the check that follows", () => {
    const values = {
      control_proposals: [null, 5, { changes: "none" }],
      runtime_audit_log: ["?", { fields: [1, "trip_place"] }],
    };
    expect(migrateBookkeeping({ ...step, change: {} }, values)).toEqual({
      control_proposals: [null, 5, { changes: "none" }],
      runtime_audit_log: ["?", { fields: [1, "trip_places"] }],
    });
  });

  test("keeps out of the way of a step that lifts the notes itself", () => {
    const change = { runtime_field_versions: () => ({}), control_proposals: () => [], runtime_audit_log: () => [] };
    const values = {
      runtime_field_versions: { trip_place: 1 },
      control_proposals: [{ changes: { trip_place: {} } }],
      runtime_audit_log: [],
    };
    expect(migrateBookkeeping({ ...step, change }, values)).toEqual({});
  });
});
