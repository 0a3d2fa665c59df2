import { expect, test } from "vitest";
import { z } from "zod";
import { JsonObject, JsonValue } from "../../src/schemas/json-value.ts";

test("JsonValue accepts every JSON value and returns the same object", () => {
  const value = { list: [1, "two", null, { three: true }] };
  expect(JsonValue.parse(value)).toBe(value);
  for (const each of [null, 0, "", false, []]) expect(JsonValue.safeParse(each).success).toBe(true);
});

test("JsonValue refuses values that are not JSON, and circular references", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  for (const each of [undefined, Number.NaN, 1n, () => 1, new Map(), circle]) {
    expect(JsonValue.safeParse(each).success).toBe(false);
  }
});

test("JsonObject is an object with any keys in JSON Schema", () => {
  expect(z.toJSONSchema(JsonObject)).toMatchObject({ type: "object", additionalProperties: {} });
});
