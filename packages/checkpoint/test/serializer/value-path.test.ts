import { expect, test } from "vitest";
import { pathText, type ValuePath } from "../../src/serializer/value-path.ts";

const path = (...keys: (string | number)[]): ValuePath | null =>
  keys.reduce<ValuePath | null>((parent, key) => ({ key, parent }), null);

test("a path reads as people write it", () => {
  expect(pathText(path("steps", 0, "startedAt"))).toBe("steps[0].startedAt");
  expect(pathText(path(3, "odd key", "__proto__"))).toBe('[3]["odd key"].__proto__');
  expect(pathText(null)).toBe("");
});
