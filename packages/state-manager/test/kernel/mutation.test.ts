import { expect, test } from "vitest";
import { firstMutation, recordReferences } from "../../src/kernel/mutation.ts";

test("finds nothing without a change, also in a circular value", () => {
  const circle: Record<string, unknown> = { a: [1, { b: 2 }] };
  circle["self"] = circle;
  expect(firstMutation(recordReferences(circle))).toBeNull();
});

test.each([
  [
    "a changed member",
    (value: Shape): void => {
      value.list[1] = { name: "new" };
    },
    ["list", 1],
  ],
  [
    "a changed nested member",
    (value: Shape): void => {
      value.list[0].name = "new";
    },
    ["list", 0, "name"],
  ],
  [
    "an added member",
    (value: Shape): void => {
      value["more"] = 1;
    },
    ["more"],
  ],
  [
    "a removed member",
    (value: Shape): void => {
      Reflect.deleteProperty(value.deep, "er");
    },
    ["deep", "er"],
  ],
] as const)("finds the path of %s", (_, change, path) => {
  const value: Shape = { list: [{ name: "a" }, { name: "b" }], deep: { er: {} } };
  const recorded = recordReferences(value);
  change(value);
  expect(firstMutation(recorded)).toEqual(path);
});

test("checks the members of a frozen object, which may change", () => {
  const value = Object.freeze({ inner: { count: 1 } });
  const recorded = recordReferences(value);
  value.inner.count = 2;
  expect(firstMutation(recorded)).toEqual(["inner", "count"]);
});

interface Shape {
  list: [{ name: string }, { name: string }];
  deep: object;
  [more: string]: unknown;
}
