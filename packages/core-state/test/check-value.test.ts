import { expect, test } from "vitest";
import { z } from "zod";
import { checkValue } from "../src/kernel/check-value.ts";
import { field, fields } from "../src/kernel/field.ts";

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

test("a value that passed is not parsed again until another value has passed", () => {
  let parsed = 0;
  const { trip_city: city } = fields("trip", {
    city: field({
      description: "Destination.",
      schema: z.string().refine((name) => {
        parsed += 1;
        return name !== "";
      }),
      default: () => "Oslo",
      lifetime: "turn",
    }),
  });
  const runs = (value: unknown): number => {
    const before = parsed;
    checkValue(city, value, city.updateSchema);
    return parsed - before;
  };
  expect(["Bergen", "Bergen", "Oslo", "Bergen", "", "", "Bergen"].map(runs)).toEqual([1, 0, 1, 1, 1, 1, 0]);
});

test("numbers that differ only in their sign are checked apart", () => {
  const { trip_delta: delta } = fields("trip", {
    delta: field({ description: "Change.", schema: z.number(), default: () => 0, lifetime: "turn" }),
  });
  const checked = [0, -0, Number.NaN, Number.NaN].map((value) => checkValue(delta, value, delta.updateSchema));
  expect(checked.map((result) => "value" in result)).toEqual([
    true,
    "value" in checkValue(delta, -0, z.number()),
    false,
    false,
  ]);
});
