import { expect, test } from "vitest";
import { plainJson } from "../../src/events/plain-json.ts";

test("plain JSON is kept, values that JSON cannot represent are omitted, and a circular value is null", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const given = [{ a: [1, "x", null] }, undefined, { a: 1, b: () => 1 }, 10n, circle];
  expect(given.map(plainJson)).toEqual([{ a: [1, "x", null] }, null, { a: 1 }, null, null]);
});
