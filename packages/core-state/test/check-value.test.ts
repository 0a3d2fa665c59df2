import { expect, test } from "vitest";
import { z } from "zod";
import { checkValue } from "../src/check-value.ts";
import { field, fields } from "../src/field.ts";

const { trip_seats: seats } = fields("trip", {
  seats: field({
    description: "Seats by passenger.",
    schema: z.record(z.string(), z.object({ row: z.int(), letter: z.string().default("A") })),
    default: () => ({}),
    lifetime: "turn",
  }),
});
const check = (value: unknown) => checkValue(seats, value, seats.updateSchema);

test("a valid value is returned as the same object", () => {
  const value = { ada: { letter: "C", row: 12 } };
  expect(check(value)).toEqual({ value });
  expect(check(value)).toHaveProperty("value.ada", value.ada);
});

test("values that the schema adds are in the result", () => {
  expect(check({ ada: { row: 12 } })).toEqual({ value: { ada: { row: 12, letter: "A" } } });
});

test("an issue names the field, the path and the reason", () => {
  expect(check({ ada: { row: 1.5 } })).toEqual({
    issue: {
      code: "invalidValue",
      field: "trip_seats",
      at: "ada.row",
      message: '"trip_seats" at "ada.row": Invalid input: expected int, received number.',
    },
  });
});

test("an unsafe key that the schema would strip is refused", () => {
  const value: unknown = JSON.parse('{ "ada": { "row": 1, "__proto__": {} } }');
  expect(check(value)).toMatchObject({ issue: { code: "unsafeKey", at: "ada.__proto__" } });
});
