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
  journey_traveller: "Ann",
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

  test("lifts through every step, names the version, and leaves what it was given alone", () => {
    expect(migrate(toThree, old)).toMatchObject({
      journey_travellers: ["Ann"],
      journey_notes: [{ text: "sea" }, { text: "hills" }],
      journey_seats: 1,
      runtime_schema_version: 3,
    });
    expect(Object.keys(migrate(toThree, old))).not.toContain("journey_draft");
    expect(Object.keys(migrate(toThree, old))).not.toContain("journey_traveller");
    expect(old.journey_notes).toEqual(["sea", "hills"]);
  });

  test("gives values of the present version back as they are", () => {
    const values = initialState(JourneyThree);
    expect(migrate(toThree, values, 3)).toBe(values);
  });

  test("passes on what is no field, such as the edges of a graph", () => {
    expect(migrate(toThree, { ...old, "branch:to:ask": null })).toMatchObject({ "branch:to:ask": null });
  });

  test("lets two fields trade their names", () => {
    const swapped = defineMigrations(JourneyTwo, [
      { to: 2, doc: "Traded.", rename: { journey_travellers: "journey_draft", journey_draft: "journey_travellers" } },
    ]);
    const migrated = migrate(swapped, { journey_travellers: "a text", journey_draft: ["Ann"] }, 1);
    expect(migrated).toEqual({ journey_travellers: ["Ann"], journey_draft: "a text", runtime_schema_version: 2 });
  });

  test("a value under a name that another field takes over is not mistaken for it", () => {
    expect(migrate(toTwo, { journey_traveller: "Ann", journey_travellers: ["nobody"] }, 1)).toMatchObject({
      journey_travellers: ["Ann"],
    });
  });

  test("values that name no version are as old as can be", () => {
    expect([versionOfValues(toThree, {}), versionOfValues(fromTwoToThree, {}), versionOfValues(toThree, old)]).toEqual([
      1, 2, 1,
    ]);
  });

  test("refuses what a newer version wrote, and what is older than its first step", () => {
    expect(() => migrate(toTwo, { runtime_schema_version: 3 })).toThrow(
      "written by version 3 of the state, but this program supports versions up to 2",
    );
    expect(() => migrate(fromTwoToThree, { runtime_schema_version: 1 })).toThrow(
      "written by version 1 of the state, but the first migration starts from version 2",
    );
  });

  test("a step that throws is named, with its field and its cause", () => {
    const error = errorOf(() => migrate(toTwo, { journey_notes: "no list" }, 1));
    expect(error).toMatchObject({
      code: "state-manager/migrationFailed",
      details: { from: 1, to: 2, at: "journey_notes" },
    });
    expect(Reflect.get(Object(error), "cause")).toBeInstanceOf(Error);
  });

  test("a result that does not fit its field is refused, also where no step touched it", () => {
    expect(() => migrate(toThree, { ...old, control_iteration: "three" })).toThrow(
      /control_iteration.*expected number/,
    );
    expect(() => migrate(toTwo, { journey_traveller: 5 }, 1)).toThrow(/failed at "journey_travellers"/);
  });
});

describe("what names fields travels along", () => {
  const proposal = propose(JourneyOne, initialState(JourneyOne), {
    agent: "planner",
    changes: { journey_traveller: "Ben" },
    reason: "Ben asked.",
    now: "2026-01-01T00:00:00.000Z",
    proposalId: "p1",
  });

  test("versions, proposals and the audit log follow a rename, and a field of a new shape has a new version", () => {
    const migrated = migrate(toTwo, {
      ...old,
      runtime_field_versions: { journey_traveller: 4, control_is_killed: 2 },
      control_proposals: [proposal],
      runtime_audit_log: [
        {
          action: "commit",
          proposalId: "p0",
          proposedBy: "planner",
          decidedBy: "root",
          reason: "",
          turnId: null,
          accepted: { journey_traveller: [""] },
          refused: { journey_draft: "stale" },
          timestamp: "2026-01-01T00:00:00.000Z",
        },
        {
          action: "edit",
          author: "ann",
          reason: "",
          turnId: null,
          fields: ["journey_traveller"],
          timestamp: "2026-01-01T00:00:00.000Z",
        },
      ],
    });
    expect(migrated["runtime_field_versions"]).toEqual({
      journey_travellers: 5,
      control_is_killed: 2,
      journey_notes: 1,
    });
    expect(migrated["control_proposals"]).toMatchObject([
      { changes: { journey_travellers: { value: "Ben" } }, baseVersions: { journey_travellers: 0 } },
    ]);
    expect(migrated["runtime_audit_log"]).toMatchObject([
      { accepted: { journey_travellers: [""] }, refused: { journey_draft: "stale" } },
      { fields: ["journey_travellers"] },
    ]);
  });
});

describe("migrateWrite", () => {
  test("lifts an update as its field's values are lifted, and forgets one of a field that is gone", () => {
    expect(migrateWrite(toThree, { name: "journey_notes", value: ["sea"], form: "update" }, 1)).toEqual({
      name: "journey_notes",
      value: [{ text: "sea" }],
      form: "update",
    });
    expect(migrateWrite(toThree, { name: "journey_draft", value: "x", form: "update" }, 1)).toBeNull();
    expect(migrateWrite(toThree, { name: "journey_traveller", value: "Ann", form: "update" }, 1)).toMatchObject({
      name: "journey_travellers",
      value: ["Ann"],
    });
  });

  test("takes the way of updates where a step gives one", () => {
    const counted = defineMigrations(JourneyTwo, [
      {
        to: 2,
        doc: "Notes of records.",
        change: { journey_notes: () => [] },
        changeUpdate: { journey_notes: () => [{ text: "an update" }] },
      },
    ]);
    const write = { name: "journey_notes", value: ["x"] };
    expect(migrateWrite(counted, { ...write, form: "update" }, 1)?.value).toEqual([{ text: "an update" }]);
    expect(migrateWrite(counted, { ...write, form: "value" }, 1)?.value).toEqual([]);
  });

  test("a lifted update that does not fit is refused", () => {
    expect(() => migrateWrite(toTwo, { name: "journey_traveller", value: 5, form: "update" }, 1)).toThrow(
      /failed at "journey_travellers"/,
    );
  });
});

test("migrateSent lifts the arguments of a task by every step that says how", () => {
  expect(migrateSent(toThree, "ask", { sent: { place: "sea" }, from: 1 })).toEqual({ place: "sea", migrated: true });
  expect(migrateSent(toThree, "ask", { sent: { place: "sea" }, from: 2 })).toEqual({ place: "sea" });
});

const versionOne = fc.record({
  journey_traveller: fc.string(),
  journey_notes: fc.array(fc.string()),
  journey_draft: fc.string(),
});

test("lifting in two goes is lifting in one", () => {
  fc.assert(
    fc.property(versionOne, (values) => {
      expect(migrate(fromTwoToThree, migrate(toTwo, values, 1), 2)).toEqual(migrate(toThree, values, 1));
    }),
  );
});

test("a write lifted and folded is the fold lifted", () => {
  const { reducer: foldOld } = JourneyOne.fields.journey_notes;
  const { reducer: foldNew } = JourneyTwo.fields.journey_notes;
  fc.assert(
    fc.property(versionOne, fc.array(fc.string()), (values, added) => {
      const folded: unknown = foldOld?.(values.journey_notes, added);
      const migrated = migrateWrite(toTwo, { name: "journey_notes", value: added, form: "update" }, 1)?.value;
      const before = migrate(toTwo, values, 1)["journey_notes"];
      expect(Reflect.apply(foldNew ?? String, undefined, [before, migrated])).toEqual(
        migrate(toTwo, { ...values, journey_notes: folded }, 1)["journey_notes"],
      );
    }),
  );
});
