import { expect, test } from "vitest";
import { z } from "zod";
import { SeedState } from "../src/fields/agent-state.ts";
import { describe, toJsonSchema } from "../src/state/describe.ts";
import { field, fields } from "../src/kernel/field.ts";
import { findNonJson } from "../src/kernel/json.ts";
import { defineState } from "../src/state/state.ts";

const State = defineState({
  version: 3,
  fields: fields("trip", {
    city: field({
      description: "Destination of the trip.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "root",
    }),
    odd: field({
      description: "Only even.",
      schema: z.custom<number>((value) => Number(value) % 2 === 0),
      default: () => 0,
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
    total: field({
      description: "Sum.",
      schema: z.number(),
      updateSchema: z.object({ add: z.number(), times: z.number().default(1) }),
      default: () => 0,
      lifetime: "turn",
      reducer: function addUp(current, update) {
        return (current ?? 0) + (update?.add ?? 0);
      },
    }),
  }),
});

/** Converts the union that Zod 4.2 writes to the list of types of later versions. */
const { $schema: _, ...nullableText } = z.toJSONSchema(z.string().nullable());

test("describe returns every property of a field as data, in order of declaration", () => {
  const { version, fields: described } = describe(State);
  expect(version).toBe(3);
  expect(described.map((each) => each.name)).toEqual(["trip_city", "trip_odd", "trip_total"]);
  const marks = {
    description: "Destination of the trip.",
    "x-group": "trip",
    "x-lifetime": "thread",
    "x-owners": ["root"],
  };
  expect(described[0]).toEqual({
    name: "trip_city",
    prefix: "trip",
    group: "trip",
    description: "Destination of the trip.",
    lifetime: "thread",
    owners: ["root"],
    reducer: "replace",
    default: null,
    valueSchema: { ...nullableText, ...marks },
    updateSchema: { ...nullableText, ...marks },
  });
  expect(described[2]).toMatchObject({ reducer: "addUp", owners: ["any"], updateSchema: { required: ["add"] } });
});

test("a reducer of a single field is described by its name", () => {
  const reducers = new Map(describe(SeedState).fields.map(({ name, reducer }) => [name, reducer]));
  expect(reducers.get("control_operation_mode")).toBe("autonomousUnlessSet");
  expect(reducers.get("control_directed_mode_context")).toBe("nullUnlessSet");
  expect(reducers.get("control_active_agent")).toBe("keepUnlessSet");
});

test("a description is JSON, so that it can be sent and stored", () => {
  expect(findNonJson(describe(SeedState))).toBeNull();
});

test("the JSON Schema of a state contains every field, also one that JSON Schema cannot express", () => {
  const schema = toJsonSchema(State);
  expect(Object.keys(schema.properties)).toEqual(["trip_city", "trip_odd", "trip_total"]);
  expect(schema.required).toEqual(["trip_city", "trip_odd", "trip_total"]);
  expect(schema.properties["trip_odd"]).toEqual({
    description: "Only even.",
    "x-group": "trip",
    "x-lifetime": "turn",
    "x-owners": ["root", "planner"],
  });
});

test("the JSON Schema of an update has optional fields with their update schemas", () => {
  const schema = toJsonSchema(State, { of: "update" });
  expect(schema.required).toBeUndefined();
  expect(schema.properties["trip_total"]).toMatchObject({ type: "object", required: ["add"] });
});

test("SeedState as JSON Schema has one $schema and every field", () => {
  const schema = toJsonSchema(SeedState);
  expect(Object.keys(schema.properties)).toEqual(Object.keys(SeedState.fields));
  expect(JSON.stringify(schema.properties)).not.toContain("$schema");
});

const Place = z.object({
  name: z.string(),
  get inside(): z.ZodNullable<typeof Place> {
    return Place.nullable();
  },
});
const Nested = defineState({
  version: 1,
  fields: fields("trip", {
    start: field({ description: "From where.", schema: Place.nullable(), default: () => null, lifetime: "turn" }),
    code: field({
      description: "The booking.",
      schema: z.object({ code: z.string().meta({ id: "BookingCode" }) }).nullable(),
      default: () => null,
      lifetime: "turn",
    }),
  }),
});

/** All references in a JSON Schema. */
const referencesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = ""]) => reference);

test.each(["value", "update"] as const)(
  "references in the JSON Schema of a %s lead to parts of the same document",
  (of) => {
    const schema = toJsonSchema(Nested, { of });
    const references = referencesIn(schema);
    expect(references.length).toBeGreaterThan(1);
    const parts = Object.keys(schema.$defs ?? {}).map((name) => `#/$defs/${name}`);
    expect(references.filter((reference) => !parts.includes(reference))).toEqual([]);
  },
);
