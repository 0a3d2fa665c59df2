import { summarize } from "@tidemark/state-manager/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const record = (count: number) => Object.fromEntries(numbers(count).map((index) => [`k${index}`, index]));

describe("summarize", () => {
  test("CM-21 a list of 10 is kept, one of 11 is reduced to its first three", () => {
    expect(summarize(numbers(10))).toEqual(numbers(10));
    expect(summarize(numbers(11))).toBe("List with 11 items: [0, 1, 2]... (truncated)");
  });

  test("CM-21 a text of 200 characters is kept, one of 201 is cut to 100", () => {
    expect(summarize("x".repeat(200))).toBe("x".repeat(200));
    expect(summarize("x".repeat(201))).toBe(`${"x".repeat(100)}... (truncated from 201 chars)`);
  });

  test("CM-21 an object of 10 keys is kept, one of 11 is reduced to its first three and a count", () => {
    expect(summarize(record(10))).toEqual(record(10));
    expect(summarize(record(11))).toEqual({ k0: 0, k1: 1, k2: 2, "...": "8 more keys (truncated)" });
  });

  test("CM-21 values three levels deep are replaced by their kind", () => {
    expect(summarize({ a: { b: { c: 1, d: "text", e: [1], f: {}, g: null, h: true } } })).toEqual({
      a: {
        b: {
          c: "<Max depth 3 reached: number>",
          d: "<Max depth 3 reached: string>",
          e: "<Max depth 3 reached: list>",
          f: "<Max depth 3 reached: object>",
          g: "<Max depth 3 reached: null>",
          h: "<Max depth 3 reached: boolean>",
        },
      },
    });
    expect(summarize({ a: { b: 1 } }, { maxDepth: 1 })).toEqual({ a: "<Max depth 1 reached: object>" });
    expect(summarize(1, { maxDepth: 0 })).toBe("<Max depth 0 reached: number>");
  });

  test("counts and truncates by characters: an emoji is never split", () => {
    expect(summarize("👍".repeat(200))).toBe("👍".repeat(200));
    expect(summarize("👍".repeat(201))).toBe(`${"👍".repeat(100)}... (truncated from 201 chars)`);
  });

  test("truncates keys like texts, and replaces values that are not JSON by their kind", () => {
    expect(summarize({ ["k".repeat(300)]: 1 })).toEqual({ [`${"k".repeat(100)}... (truncated from 300 chars)`]: 1 });
    expect(summarize([1n, undefined, new Date(0)])).toEqual(["<a bigint>", "<nothing>", "<an object>"]);
  });

  test("terminates for a circular value, and keeps an own __proto__ like any other key", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(summarize(circle)).toEqual({ self: { self: { self: "<Max depth 3 reached: object>" } } });
    const summary = summarize(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(Object.getPrototypeOf(summary)).toBe(Object.prototype);
  });

  test("has a limited size for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "large", maxDepth: 6 }), (value) => {
        // Three levels of at most eleven members, none longer than a truncated text.
        expect(JSON.stringify(summarize(value)).length).toBeLessThan(11 ** 3 * 2000);
      }),
    );
    const wide = JSON.stringify(summarize(numbers(1000).map(() => record(1000))));
    expect(wide.length).toBeLessThan(400);
  });
});
