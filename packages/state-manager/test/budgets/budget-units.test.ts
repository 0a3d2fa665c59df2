import { expect, test } from "vitest";
import { budgetUnits, bytesOf } from "../../src/budgets/budget-units.ts";

test("bytes are counted as UTF-8 JSON, once for a frozen value", () => {
  const value = Object.freeze({ a: "ä" });
  expect([bytesOf("ä"), bytesOf(value), bytesOf(value), bytesOf(undefined)]).toEqual([4, 10, 10, 0]);
});

test("a value without entries is never dropped", () => {
  expect(budgetUnits("trip_city", "Oslo").units).toMatchObject([{ pinned: true, bytes: 6 }]);
  expect(budgetUnits("trip_city", null).units).toEqual([]);
});

test("a tool result without its call is a separate unit", () => {
  const messages = [
    { id: "a", role: "user", content: "" },
    { id: "t", role: "tool", content: "" },
  ];
  expect(budgetUnits("messages", messages).units.map(({ keys }) => keys)).toEqual([["a"], ["t"]]);
});
