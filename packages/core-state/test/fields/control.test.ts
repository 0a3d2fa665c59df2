import { expect, test } from "vitest";
import { controlFields } from "../../src/fields/control.ts";

test("the control group puts its three parts together under one prefix", () => {
  const fields = Object.values(controlFields);
  expect(fields).toHaveLength(29);
  expect(fields.every((field) => field.prefix === "control")).toBe(true);
});
