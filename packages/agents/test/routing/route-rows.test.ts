import { expect, test } from "vitest";
import { routeRows } from "../../src/routing/route-rows.ts";

test("the end, the kill and the time limit precede every other row", () => {
  expect(routeRows.slice(0, 3).map(({ condition }) => condition)).toEqual([
    "the turn has an answer",
    "the run was killed",
    "the time is up",
  ]);
});

test("no two rows have the same name", () => {
  const names = routeRows.map(({ condition }) => condition);
  expect(new Set(names).size).toBe(names.length);
});
