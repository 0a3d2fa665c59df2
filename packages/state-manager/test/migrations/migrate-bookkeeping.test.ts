import { describe, expect, test } from "vitest";
import { migrateBookkeeping } from "../../src/migrations/migrate-bookkeeping.ts";

const step = { to: 2, description: "Renamed.", rename: { trip_place: "trip_places" }, change: { trip_places: String } };

describe("migrateBookkeeping", () => {
  test("records nothing without records and changes", () => {
    expect(migrateBookkeeping({ to: 2, description: "Renamed.", rename: { trip_place: "trip_places" } }, {})).toEqual(
      {},
    );
  });

  test("adds a version to a changed field, even if it had none", () => {
    expect(migrateBookkeeping(step, { trip_places: "x" })).toEqual({ runtime_field_versions: { trip_places: 1 } });
    expect(migrateBookkeeping(step, { trip_places: "x", runtime_field_versions: { trip_place: 3, other: 1 } })).toEqual(
      {
        runtime_field_versions: { trip_places: 4, other: 1 },
      },
    );
  });

  test("leaves invalid records unchanged for the subsequent check", () => {
    const values = {
      control_proposals: [null, 5, { changes: "none" }],
      runtime_audit_log: ["?", { fields: [1, "trip_place"] }],
    };
    expect(migrateBookkeeping({ ...step, change: {} }, values)).toEqual({
      control_proposals: [null, 5, { changes: "none" }],
      runtime_audit_log: ["?", { fields: [1, "trip_places"] }],
    });
  });

  test("leaves records unchanged that a step migrates itself", () => {
    const change = { runtime_field_versions: () => ({}), control_proposals: () => [], runtime_audit_log: () => [] };
    const values = {
      runtime_field_versions: { trip_place: 1 },
      control_proposals: [{ changes: { trip_place: {} } }],
      runtime_audit_log: [],
    };
    expect(migrateBookkeeping({ ...step, change }, values)).toEqual({});
  });
});
