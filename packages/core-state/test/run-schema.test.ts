import { describe, expect, test } from "vitest";
import { z } from "zod";
import { runSchema } from "../src/kernel/run-schema.ts";

const run = (schema: z.ZodType, value: unknown) => runSchema("trip_city", schema, value);

describe("runSchema", () => {
  test("returns the output of the schema", () => {
    expect(run(z.string().trim(), " Oslo ")).toEqual({ data: "Oslo" });
  });

  test("returns the path of the first problem", () => {
    expect(run(z.array(z.object({ to: z.string() })), [{ to: 7 }])).toMatchObject({
      path: [0, "to"],
      message: "Invalid input: expected string, received number",
    });
  });

  test("returns the problem of the union branch that got furthest", () => {
    const leg = z.union([z.null(), z.object({ ride: z.object({ seat: z.int() }) }), z.object({ walk: z.string() })]);
    expect(run(z.array(leg), [{ ride: { seat: "A1" } }])).toMatchObject({
      path: [0, "ride", "seat"],
      message: "Invalid input: expected number, received string",
    });
    expect(run(z.union([leg, z.boolean()]), { ride: { seat: "A1" } })).toMatchObject({ path: ["ride", "seat"] });
  });

  test("returns the problem of the union if no branch got further than another", () => {
    expect(run(z.union([z.string(), z.null()]), 7)).toMatchObject({ path: [], message: "Invalid input" });
    const either = z.union([z.object({ miles: z.number() }), z.object({ hours: z.number() })]);
    expect(run(either, { hours: "two" })).toMatchObject({ path: [], message: "Invalid input" });
  });

  test.each([
    ["check", z.string().refine(async () => true)],
    ["conversion", z.string().transform(async (text) => text)],
  ])("a %s that has to wait is a typed error with the field and a remedy", (_, schema) => {
    expect(() => run(schema, "Oslo")).toThrow(
      expect.objectContaining({ code: "core-state/asyncSchema", details: { field: "trip_city" } }),
    );
  });

  test("the error of a schema that throws is not changed", () => {
    const broken = z.string().refine(() => {
      throw new RangeError("my own");
    });
    expect(() => run(broken, "Oslo")).toThrow(RangeError);
  });
});
