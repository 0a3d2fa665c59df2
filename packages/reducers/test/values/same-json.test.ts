import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compose,
  lastWrite,
  mergeByKey,
  mergeCapabilityContextData,
  mergeDeep,
  upsertById,
  writeOnce,
} from "@tidemark/reducers";
import { planReducer } from "@tidemark/reducers/internal";
import { sameJson } from "../../src/values/same-json.ts";
import { broken, untyped } from "../untyped.ts";

test("two JSON values are the same exactly when their JSON texts are equal", () => {
  const small = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(small, small, (one, other) => {
      expect(sameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(sameJson(one, structuredClone(one))).toBe(true);
    }),
  );
});

test("the order of keys matters, because the text of a prompt depends on it", () => {
  expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
});

test.each([
  [[], {}],
  [{}, []],
  [null, {}],
  [{}, null],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: 1 }, { b: 1 }],
  [undefined, null],
])("%j and %j differ", (one, other) => {
  expect(sameJson(one, other)).toBe(false);
});

const nested = (): unknown => JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
const circle = (): unknown => {
  const list: unknown[] = [];
  list.push(list);
  return list;
};
const unreadableProxy = (): unknown => new Proxy({}, { ownKeys: broken });

test("excessive depth, a circular reference and an unreadable value throw a typed error", () => {
  for (const make of [nested, circle, unreadableProxy]) {
    expect(() => sameJson(make(), make())).toThrow(expect.objectContaining({ code: "reducers/notJson" }));
  }
});

test("every reducer refuses an unreadable value", () => {
  const unreadable = Object.defineProperty({}, "getter", {
    enumerable: true,
    get: broken,
  });
  const update = untyped(unreadable);
  const reducers = [
    () => lastWrite(null, update),
    () => lastWrite({ getter: 1 }, update),
    () => writeOnce({ getter: 1 }, update),
    () => mergeByKey()({}, update),
    () => mergeDeep({}, update),
    () => compose({ getter: lastWrite<unknown> })(null, update),
    () => mergeCapabilityContextData({}, untyped({ TYPE: { key: unreadable } })),
    () => mergeCapabilityContextData({}, update),
    () => upsertById<{ getter: string }>({ key: (each) => each.getter })([], untyped([unreadable])),
    () => planReducer(null, update),
  ];
  for (const reduce of reducers) expect(reduce).toThrow(expect.objectContaining({ code: "reducers/notJson" }));
});
