import { type ContextData, type ContextDataUpdate, mergeCapabilityContextData as merge } from "@tidemark/reducers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { laterOver } from "../src/context-delta.ts";

const types = fc.constantFrom("A", "B");
const keys = fc.constantFrom("a", "b", "7");
const entry = fc.record({ v: fc.constantFrom(1, 2) });
const mark = fc.constantFrom({}, {}, { _clear: true } as const);

const typeUpdate = fc
  .tuple(mark, fc.dictionary(keys, fc.oneof(entry, fc.constant({ _delete: true as const })), { minKeys: 1 }))
  .map(([clear, members]) => ({ ...members, ...clear }));
const update: fc.Arbitrary<ContextDataUpdate> = fc
  .tuple(mark, fc.dictionary(types, typeUpdate))
  .map(([clear, members]) => ({ ...members, ...clear }));
const data: fc.Arbitrary<ContextData> = fc.dictionary(types, fc.dictionary(keys, entry, { minKeys: 1 }));

describe("laterOver", () => {
  test("law: on any contexts it does what the two updates do one after the other", () => {
    fc.assert(
      fc.property(data, update, update, (current, first, second) => {
        expect(merge(current, laterOver(first, second))).toEqual(merge(merge(current, first), second));
      }),
    );
  });

  test("law: three updates may be joined from either end", () => {
    fc.assert(
      fc.property(data, update, update, update, (current, first, second, third) => {
        const left = laterOver(laterOver(first, second), third);
        const right = laterOver(first, laterOver(second, third));
        expect(merge(current, left)).toEqual(merge(current, right));
      }),
    );
  });

  test("changes neither update", () => {
    const first = Object.freeze({ A: Object.freeze({ a: { v: 1 } }) });
    expect(laterOver(first, { A: { b: { v: 2 } } })).toEqual({ A: { a: { v: 1 }, b: { v: 2 } } });
    expect(first).toEqual({ A: { a: { v: 1 } } });
  });
});
