import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { field, fields } from "../src/kernel/field.ts";
import { defineState, type UpdateOf } from "../src/state/state.ts";
import { checkUpdate, checkValues, mayWrite, parseUpdate } from "../src/state/update.ts";

const State = defineState({
  version: 1,
  fields: fields("trip", {
    city: field({
      description: "Destination of the trip.",
      schema: z.string().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "root",
    }),
    legs: field({
      description: "Flights.",
      schema: z.array(z.object({ from: z.string(), to: z.string() })),
      default: () => [],
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
    extra: field({ description: "Whatever was found.", schema: z.unknown(), default: () => null, lifetime: "turn" }),
    clock: field({
      description: "Time of the last change.",
      schema: z.string(),
      default: () => "",
      lifetime: "turn",
      owner: "runtime",
    }),
    seats: field({
      description: "Seats.",
      schema: z.object({ count: z.int().default(1) }),
      default: () => ({ count: 1 }),
      lifetime: "turn",
    }),
  }),
});

const issuesOf = (update: unknown, agent?: string) => {
  const check = checkUpdate(State, update, agent === undefined ? {} : { agent });
  return check.ok ? [] : check.issues;
};

describe("checkUpdate", () => {
  test("returns a valid update with the same objects as values", () => {
    const legs = [{ from: "CPH", to: "LIS" }];
    const check = checkUpdate(State, { trip_legs: legs });
    expect(check.ok && check.update.trip_legs).toBe(legs);
    if (check.ok) expectTypeOf(check.update).toEqualTypeOf<UpdateOf<typeof State>>();
  });

  test("keeps the object if the schema only changes the order of its keys", () => {
    const legs = [{ to: "LIS", from: "CPH" }];
    const check = checkUpdate(State, { trip_legs: legs });
    expect(check.ok && check.update.trip_legs).toBe(legs);
  });

  test("returns the output of the schema if it differs from the value", () => {
    const check = checkUpdate(State, { trip_seats: {} });
    expect(check.ok && check.update).toEqual({ trip_seats: { count: 1 } });
  });

  test("refuses an unknown field with the closest name", () => {
    expect(issuesOf({ trip_citty: "Oslo" })).toEqual([
      {
        code: "unknownField",
        field: "trip_citty",
        nearest: "trip_city",
        message: 'The state has no field "trip_citty". Did you mean "trip_city"?',
      },
    ]);
  });

  test("suggests no name for an unknown field that resembles none", () => {
    expect(issuesOf({ weather: "rain" })).toMatchObject([{ code: "unknownField", nearest: null }]);
  });

  test.each(["__proto__", "constructor", "toString"])("the name %s is an ordinary unknown field", (name) => {
    const update: unknown = JSON.parse(`{ "${name}": { "polluted": true } }`);
    expect(issuesOf(update)).toMatchObject([{ code: "unknownField", field: name }]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("refuses a value that fails its schema, with the path inside the field", () => {
    expect(issuesOf({ trip_legs: [{ from: "CPH", to: 7 }] })).toMatchObject([
      { code: "invalidValue", field: "trip_legs", at: "[0].to" },
    ]);
  });

  test("refuses a value that a checkpoint would change, with its path", () => {
    expect(issuesOf({ trip_extra: { found: [new Date(0)] } })).toMatchObject([
      { code: "notJson", at: "found[0]", found: "Date" },
    ]);
  });

  test("refuses keys that can change a prototype", () => {
    const update: unknown = JSON.parse('{ "trip_extra": { "a": { "__proto__": { "isAdmin": true } } } }');
    expect(issuesOf(update)).toMatchObject([{ code: "unsafeKey", field: "trip_extra", at: "a.__proto__" }]);
  });

  test("refuses an unsafe key that the schema would strip", () => {
    const update: unknown = JSON.parse(
      '{ "trip_legs": [{ "from": "CPH", "to": "LIS", "__proto__": { "isAdmin": true } }] }',
    );
    expect(issuesOf(update)).toMatchObject([{ code: "unsafeKey", at: "[0].__proto__" }]);
  });

  test("names the key to omit if a value is undefined", () => {
    const [issue] = issuesOf({ trip_extra: { note: undefined } });
    expect(issue?.message).toMatch(/found undefined, .* Omit the key, or use null\./);
  });

  test("refuses an output of the schema that is not JSON, and names the schema as its origin", () => {
    const Dated = defineState({
      version: 1,
      fields: fields("trip", {
        start: field({
          description: "When it starts.",
          schema: z.coerce.date().nullable(),
          default: () => null,
          lifetime: "turn",
        }),
      }),
    });
    const check = checkUpdate(Dated, { trip_start: "2030-01-01" });
    expect(check.ok ? "" : check.issues[0]?.message).toMatch(/its schema returned Date/);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a list", []],
    ["Date", new Date(0)],
    ["Map", new Map()],
    ["function", () => ({})],
    ["string", "trip_city"],
  ])("refuses %s in the place of an update", (found, update) => {
    expect(issuesOf(update)).toEqual([
      { code: "notAnUpdate", found, message: `An update must be a plain object of fields, not ${found}.` },
    ]);
  });

  test("suggests names for the first twenty unknown fields only, to limit the cost", () => {
    const flood = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`trip_cit${index}`, 1]));
    const hints = issuesOf(flood).map((issue) => issue.code === "unknownField" && issue.nearest);
    expect(hints).toEqual([
      ...Array.from({ length: 20 }, () => "trip_city"),
      ...Array.from({ length: 80 }, () => null),
    ]);
  });

  test("reports all invalid fields together", () => {
    expect(issuesOf({ trip_city: 1, trip_legs: 2, nope: 3 }).map((issue) => issue.code)).toEqual([
      "invalidValue",
      "invalidValue",
      "unknownField",
    ]);
  });

  test("counts a field that is undefined as not written", () => {
    const check = checkUpdate(State, { trip_city: undefined });
    expect(check.ok && Object.keys(check.update)).toEqual([]);
  });

  test.each([null, undefined, 7, "text", [[]]])("refuses %j as an update", (update) => {
    expect(issuesOf(update)).toMatchObject([{ code: "notAnUpdate" }]);
  });

  test("refuses a write to a foreign field, naming agent, field and owner", () => {
    expect(issuesOf({ trip_city: "Oslo" }, "planner")).toEqual([
      {
        code: "foreignWrite",
        field: "trip_city",
        owners: ["root"],
        message: '"trip_city" is owned by "root". "planner" can only propose a change to it.',
      },
    ]);
  });

  test("allows writes of an owner, of one of several owners, and of any agent to a field for all", () => {
    expect(issuesOf({ trip_city: "Oslo", trip_legs: [], trip_extra: 1 }, "root")).toEqual([]);
    expect(issuesOf({ trip_legs: [], trip_extra: 1 }, "planner")).toEqual([]);
  });

  test("does not read the state, so its cost does not depend on the size of the state", () => {
    const reads: string[] = [];
    const watched = new Proxy(State.fields, {
      get(target, name): unknown {
        reads.push(String(name));
        return Reflect.get(target, name);
      },
    });
    checkUpdate({ version: 1, fields: watched }, { trip_city: "Oslo" });
    expect(reads).toEqual(["trip_city"]);
  });
});

describe("parseUpdate", () => {
  test("returns a valid update", () => {
    expect(parseUpdate(State, { trip_city: "Oslo" })).toEqual({ trip_city: "Oslo" });
  });

  test("throws all issues together, naming the agent", () => {
    expect(() => parseUpdate(State, { trip_city: "Oslo", nope: 1 }, { agent: "planner" })).toThrow(
      'The update from "planner" was refused, and none of it was applied:\n' +
        '  - "trip_city" is owned by "root". "planner" can only propose a change to it.\n' +
        '  - The state has no field "nope". Declare it, or remove it from the update.',
    );
  });
});

test("mayWrite follows the declared owner", () => {
  expect(mayWrite(State.fields.trip_legs, "planner")).toBe(true);
  expect(mayWrite(State.fields.trip_city, "planner")).toBe(false);
  expect(mayWrite(State.fields.trip_extra, "anyone")).toBe(true);
});

test("only the framework writes a field of the framework", () => {
  expect(mayWrite(State.fields.trip_clock, "runtime")).toBe(true);
  for (const agent of ["root", "planner", "trip", "clock", "any", ""]) {
    expect(mayWrite(State.fields.trip_clock, agent)).toBe(false);
    expect(issuesOf({ trip_clock: "now" }, agent)).toMatchObject([{ code: "foreignWrite", field: "trip_clock" }]);
  }
  expect(checkUpdate(State, { trip_clock: "now" }, { agent: "root", roles: ["planner"] }).ok).toBe(false);
  expect(checkUpdate(State, { trip_clock: "now" }, { agent: "root", roles: ["runtime"] }).ok).toBe(true);
});

test("an agent can write with additional roles", () => {
  const update = { trip_city: "Oslo", trip_legs: [] };
  expect(checkUpdate(State, update, { agent: "orchestrator", roles: ["root"] }).ok).toBe(true);
  expect(checkUpdate(State, update, { agent: "orchestrator", roles: ["planner"] }).ok).toBe(false);
});

describe("checkValues", () => {
  test("returns valid values by identity, and accepts missing fields", () => {
    const legs = [{ from: "CPH", to: "LIS" }];
    const check = checkValues(State, { trip_legs: legs });
    expect(check.ok && check.values.trip_legs).toBe(legs);
  });

  test("names every invalid value and every undeclared field", () => {
    const check = checkValues(State, { trip_city: 7, trip_legz: [], trip_extra: { at: new Date(0) } });
    const issues = check.ok ? [] : check.issues.map(({ code }) => code);
    expect(issues).toEqual(["invalidValue", "unknownField", "notJson"]);
  });

  test.each([null, [], "trip"])("refuses %j, which is not an object of fields", (values) => {
    expect(checkValues(State, values)).toMatchObject({ ok: false, issues: [{ code: "notAnUpdate" }] });
  });
});
