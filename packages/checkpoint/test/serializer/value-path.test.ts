import { expect, test } from "vitest";
import { pathText, type ValuePath } from "../../src/serializer/value-path.ts";

const path = (...keys: (string | number)[]): ValuePath | null =>
  keys.reduce<ValuePath | null>((parent, key) => ({ key, parent }), null);

test("a path reads as people write it", () => {
  expect(pathText(path("steps", 0, "startedAt"))).toBe("steps[0].startedAt");
  expect(pathText(path(3, "odd key", "__proto__"))).toBe('[3]["odd key"].__proto__');
  expect(pathText(null)).toBe("");
});

test("a very long path is shown by its ends", () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? "list" : index));
  expect(pathText(path(...keys))).toBe("list[1].list[3].list[5].list[7] … .list[993].list[995].list[997].list[999]");
});
