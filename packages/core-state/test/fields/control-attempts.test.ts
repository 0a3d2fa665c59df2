import { expect, test } from "vitest";
import { attemptFields } from "../../src/fields/control-attempts.ts";

test("the attempts have the fifteen fields of the original framework, all of them the runtime's, for one turn", () => {
  const fields = Object.values(attemptFields);
  expect(fields).toHaveLength(15);
  for (const field of fields)
    expect([field.name, field.lifetime, field.owner]).toEqual([field.name, "turn", "runtime"]);
});

test("counters are whole numbers from 0", () => {
  const { schema } = attemptFields.control_plans_created_count;
  expect([0, 9, -1, 0.5].map((value) => schema.safeParse(value).success)).toEqual([true, true, false, false]);
});

test("an error is described, or null", () => {
  const { schema } = attemptFields.control_error_info;
  expect(schema.safeParse(null).success).toBe(true);
  expect(schema.safeParse({}).success).toBe(false);
});
