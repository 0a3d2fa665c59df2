import { freezeDeep } from "@tidemark/core-state/internal";
import { initialState } from "@tidemark/core-state";
import { defineMigrations, migrate, propose } from "@tidemark/state-manager";
import { versionOfValues } from "@tidemark/state-manager/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { migrateSent, migrateWrite } from "../../src/migrations/migrate.ts";
import { fromTwoToThree, JourneyOne, JourneyThree, JourneyTwo, toThree, toTwo } from "./journeys.ts";
import { untyped } from "../untyped.ts";

const old = freezeDeep({
  ...initialState(JourneyOne),
  journey_traveler: "Ann",
  journey_notes: ["sea", "hills"],
  journey_draft: "half a",
  runtime_schema_version: 1,
});

const errorOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe("migrate", () => {
  test.each([null, undefined, "text"])("refuses %j for values and for migrations", (wrong) => {
    const typed = { code: "state-manager/invalidArgument" };
    expect(errorOf(() => migrate(toTwo, untyped(wrong)))).toMatchObject(typed);
    expect(errorOf(() => migrate(untyped(wrong), {}))).toMatchObject(typed);
  });

  test("migrates through every step, sets the version, and does not change its input", () => {
    expect(migrate(toThree, old)).toMatchObject({
      journey_travelers: ["Ann"],
      journey_notes: [{ text: "sea" }, { text: "hills" }],
      journey_seats: 1,
      runtime_schema_version: 3,
    });
    expect(Object.keys(migrate(toThree, old))).not.toContain("journey_draft");
    expect(Object.keys(migrate(toThree, old))).not.toContain("journey_traveler");
    expect(old.journey_notes).toEqual(["sea", "hills"]);
  });

  test("returns values of the current version unchanged", () => {
    const values = initialState(JourneyThree);
    expect(migrate(toThree, values, 3)).toBe(values);
  });

  test("keeps names that are not fields, such as the edges of a graph", () => {
    expect(migrate(toThree, { ...old, "branch:to:ask": null })).toMatchObject({ "branch:to:ask": null });
  });

  test("lets two fields swap names", () => {
    const swapped = defineMigrations(JourneyTwo, [
      {
        to: 2,
        description: "Traded.",
        rename: { journey_travelers: "journey_draft", journey_draft: "journey_travelers" },
      },
    ]);
    const migrated = migrate(swapped, { journey_travelers: "a text", journey_draft: ["Ann"] }, 1);
    expect(migrated).toEqual({ journey_travelers: ["Ann"], journey_draft: "a text", runtime_schema_version: 2 });
  });

  test("a renamed value is not confused with the previous value of that name", () => {
    expect(migrate(toTwo, { journey_traveler: "Ann", journey_travelers: ["nobody"] }, 1)).toMatchObject({
      journey_travelers: ["Ann"],
    });
  });

  test("values without a version have the oldest version", () => {
    expect([versionOfValues(toThree, {}), versionOfValues(fromTwoToThree, {}), versionOfValues(toThree, old)]).toEqual([
      1, 2, 1,
    ]);
  });

  test("refuses values of a newer version and of a version before the first step", () => {
    expect(() => migrate(toTwo, { runtime_schema_version: 3 })).toThrow(
      "written by version 3 of the state, but this program supports versions up to 2",
    );
    expect(() => migrate(fromTwoToThree, { runtime_schema_version: 1 })).toThrow(
      "written by version 1 of the state, but the first migration starts from version 2",
    );
  });

  test("a step that throws is reported with its field and cause", () => {
    const error = errorOf(() => migrate(toTwo, { journey_notes: "no list" }, 1));
    expect(error).toMatchObject({
      code: "state-manager/migrationFailed",
      details: { from: 1, to: 2, at: "journey_notes" },
    });
    expect(Reflect.get(Object(error), "cause")).toBeInstanceOf(Error);
  });

  test("an invalid result is refused, also for a field that no step changed", () => {
    expect(() => migrate(toThree, { ...old, control_iteration: "three" })).toThrow(
      /control_iteration.*expected number/,
    );
    expect(() => migrate(toTwo, { journey_traveler: 5 }, 1)).toThrow(/failed at "journey_travelers"/);
  });
});

describe("records that refer to fields", () => {
  const proposal = propose(JourneyOne, initialState(JourneyOne), {
    agent: "planner",
    changes: { journey_traveler: "Ben" },
    reason: "Ben asked.",
    now: "2026-01-01T00:00:00.000Z",
    proposalId: "p1",
  });

  test("versions, proposals and the audit log follow a rename, and a changed field gets a new version", () => {
    const migrated = migrate(toTwo, {
      ...old,
      runtime_field_versions: { journey_traveler: 4, control_is_killed: 2 },
      control_proposals: [proposal],
      runtime_audit_log: [
        {
          action: "commit",
          proposalId: "p0",
          proposedBy: "planner",
          decidedBy: "root",
          reason: "",
          turnId: null,
          accepted: { journey_traveler: [""] },
          refused: { journey_draft: "stale" },
          timestamp: "2026-01-01T00:00:00.000Z",
        },
        {
          action: "edit",
          author: "ann",
          reason: "",
          turnId: null,
          fields: ["journey_traveler"],
          timestamp: "2026-01-01T00:00:00.000Z",
        },
      ],
    });
    expect(migrated["runtime_field_versions"]).toEqual({
      journey_travelers: 5,
      control_is_killed: 2,
      journey_notes: 1,
    });
    expect(migrated["control_proposals"]).toMatchObject([
      { changes: { journey_travelers: { value: "Ben" } }, baseVersions: { journey_travelers: 0 } },
    ]);
    expect(migrated["runtime_audit_log"]).toMatchObject([
      { accepted: { journey_travelers: [""] }, refused: { journey_draft: "stale" } },
      { fields: ["journey_travelers"] },
    ]);
  });
});

describe("migrateWrite", () => {
  test("migrates an update like the values of its field, and drops one of a removed field", () => {
    expect(migrateWrite(toThree, { name: "journey_notes", value: ["sea"], form: "update" }, 1)).toEqual({
      name: "journey_notes",
      value: [{ text: "sea" }],
      form: "update",
    });
    expect(migrateWrite(toThree, { name: "journey_draft", value: "x", form: "update" }, 1)).toBeNull();
    expect(migrateWrite(toThree, { name: "journey_traveler", value: "Ann", form: "update" }, 1)).toMatchObject({
      name: "journey_travelers",
      value: ["Ann"],
    });
  });

  test("uses `changeUpdate` of a step if present", () => {
    const counted = defineMigrations(JourneyTwo, [
      {
        to: 2,
        description: "Notes as records.",
        change: { journey_notes: () => [] },
        changeUpdate: { journey_notes: () => [{ text: "an update" }] },
      },
    ]);
    const write = { name: "journey_notes", value: ["x"] };
    expect(migrateWrite(counted, { ...write, form: "update" }, 1)?.value).toEqual([{ text: "an update" }]);
    expect(migrateWrite(counted, { ...write, form: "value" }, 1)?.value).toEqual([]);
  });

  test("an invalid migrated update is refused", () => {
    expect(() => migrateWrite(toTwo, { name: "journey_traveler", value: 5, form: "update" }, 1)).toThrow(
      /failed at "journey_travelers"/,
    );
  });
});

test("migrateSent migrates the arguments of a task with `changeSent` of every step", () => {
  expect(migrateSent(toThree, "ask", { sent: { place: "sea" }, from: 1 })).toEqual({ place: "sea", migrated: true });
  expect(migrateSent(toThree, "ask", { sent: { place: "sea" }, from: 2 })).toEqual({ place: "sea" });
});

const versionOne = fc.record({
  journey_traveler: fc.string(),
  journey_notes: fc.array(fc.string()),
  journey_draft: fc.string(),
});

test("migrating in two steps equals migrating in one", () => {
  fc.assert(
    fc.property(versionOne, (values) => {
      expect(migrate(fromTwoToThree, migrate(toTwo, values, 1), 2)).toEqual(migrate(toThree, values, 1));
    }),
  );
});

test("a migrated write that is reduced equals the migrated result", () => {
  const { reducer: reduceOld } = JourneyOne.fields.journey_notes;
  const { reducer: reduceNew } = JourneyTwo.fields.journey_notes;
  fc.assert(
    fc.property(versionOne, fc.array(fc.string()), (values, added) => {
      const reduced: unknown = reduceOld?.(values.journey_notes, added);
      const migrated = migrateWrite(toTwo, { name: "journey_notes", value: added, form: "update" }, 1)?.value;
      const before = migrate(toTwo, values, 1)["journey_notes"];
      expect(Reflect.apply(reduceNew ?? String, undefined, [before, migrated])).toEqual(
        migrate(toTwo, { ...values, journey_notes: reduced }, 1)["journey_notes"],
      );
    }),
  );
});
