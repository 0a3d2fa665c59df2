import { describe, expect, test } from "vitest";
import { freezeDeep, freezeNew } from "../src/kernel/freeze.ts";

const broken = (): never => {
  throw new Error("broken");
};

describe("freezeDeep", () => {
  test("freezes plain objects and lists at every depth, and returns the same object", () => {
    const value = { list: [{ deep: { n: 1 } }] };
    expect(freezeDeep(value)).toBe(value);
    expect(() => Object.assign(value.list[0]?.deep ?? {}, { n: 2 })).toThrow(TypeError);
  });

  test("does not freeze class instances", () => {
    const value = { when: new Date(0) };
    expect(Object.isFrozen(freezeDeep(value).when)).toBe(false);
  });

  test("freezes values inside a frozen object", () => {
    const value = Object.freeze({ inner: [1] });
    expect(Object.isFrozen(freezeDeep(value).inner)).toBe(true);
  });

  test("supports any depth and circular references", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(Object.isFrozen(freezeDeep(deep))).toBe(true);
    const circle: Record<string, unknown> = { list: [] };
    circle["list"] = [circle, { back: circle }];
    expect(Object.isFrozen(freezeDeep(circle)["list"])).toBe(true);
  });

  test("skips values that cannot be read", () => {
    const value = { proxy: new Proxy({}, { isExtensible: broken, ownKeys: broken }), list: [{}] };
    expect(Object.isFrozen(freezeDeep(value).list[0])).toBe(true);
    const getter = Object.defineProperty({}, "time", { get: broken, enumerable: true });
    expect(freezeDeep(getter)).toBe(getter);
  });
});

test("freezeNew stops at frozen values", () => {
  const known = Object.freeze({ inner: [1] });
  const value = freezeNew({ known, list: [{ n: 1 }] });
  expect([value, value.list, value.list[0]].every((each) => Object.isFrozen(each))).toBe(true);
  expect(Object.isFrozen(known.inner)).toBe(false);
});
