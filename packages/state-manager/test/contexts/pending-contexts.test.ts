import { type ContextData, mergeCapabilityContextData as merge, type ContextDataUpdate } from "@tidemark/reducers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PendingContexts } from "../../src/contexts/pending-contexts.ts";

const types = fc.constantFrom("A", "B");
const keys = fc.constantFrom("a", "b", "7");
const entries = fc.record({ v: fc.constantFrom(1, 2) });
const steps = fc.array(
  fc.oneof(
    fc.record({ type: types, key: keys, put: entries }),
    fc.record({ type: types, key: keys }),
    fc.record({ type: types }),
    fc.constant({}),
  ),
);
interface Step {
  readonly type?: string;
  readonly key?: string;
  readonly put?: { readonly v: number };
}
const data: fc.Arbitrary<ContextData> = fc.dictionary(types, fc.dictionary(keys, entries, { minKeys: 1 }));

/** Applies one change, and returns it as a separate update. */
function note(pending: PendingContexts, { type, key, put }: Step): ContextDataUpdate {
  if (type === undefined || key === undefined) {
    pending.clear(type);
    return type === undefined ? { _clear: true } : { [type]: { _clear: true } };
  }
  if (put === undefined) {
    pending.remove({ type, key });
    return { [type]: { [key]: { _delete: true } } };
  }
  pending.put({ type, key }, put);
  return { [type]: { [key]: put } };
}

describe("PendingContexts", () => {
  test("law: the combined update equals the successive changes, for any contexts", () => {
    fc.assert(
      fc.property(data, steps, (current, changes: readonly Step[]) => {
        const pending = new PendingContexts();
        let model = current;
        for (const change of changes) model = merge(model, note(pending, change));
        expect(merge(current, pending.update())).toEqual(model);
      }),
    );
  });

  test("law: a pending place equals the place after the update", () => {
    fc.assert(
      fc.property(data, steps, types, keys, (current, changes: readonly Step[], type, key) => {
        const pending = new PendingContexts();
        for (const change of changes) note(pending, change);
        const after = merge(current, pending.update())[type]?.[key] ?? null;
        const pendingEntry = pending.at({ type, key });
        expect(pendingEntry === undefined ? (current[type]?.[key] ?? null) : pendingEntry).toEqual(after);
      }),
    );
  });

  test("is empty until something changes, and a clear is a change", () => {
    const pending = new PendingContexts();
    expect([pending.isEmpty, pending.update()]).toEqual([true, {}]);
    pending.clear();
    expect([pending.isEmpty, pending.update()]).toEqual([false, { _clear: true }]);
  });

  test("returns the same frozen update until the next change", () => {
    const pending = new PendingContexts();
    pending.put({ type: "A", key: "a" }, { v: 1 });
    const first = pending.update();
    expect(pending.update()).toBe(first);
    pending.put({ type: "A", key: "b" }, { v: 2 });
    expect([first, Object.isFrozen(first), Object.isFrozen(first["A"])]).toEqual([{ A: { a: { v: 1 } } }, true, true]);
    expect(pending.update()).toEqual({ A: { a: { v: 1 }, b: { v: 2 } } });
  });
});
