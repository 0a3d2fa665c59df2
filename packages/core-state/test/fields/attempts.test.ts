import { expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";

test("counters are whole numbers, 0 or greater", () => {
  const { schema } = SeedState.fields.control_plans_created_count;
  expect([0, 9, -1, 0.5].map((value) => schema.safeParse(value).success)).toEqual([true, true, false, false]);
});

test("the error is a node failure or null", () => {
  const { schema } = SeedState.fields.control_error_info;
  expect(schema.safeParse(null).success).toBe(true);
  expect(schema.safeParse({}).success).toBe(false);
});
