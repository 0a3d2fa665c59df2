import { SeedState, applyUpdate, initialState, type UpdateOf, type ValueOf } from "@tidemark/core-state";
import { arbitraryUpdate } from "@tidemark/core-state/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PatchOperation, recordPatch } from "../../src/patches/patch.ts";
import { applied } from "./apply-patch.ts";

const paths = (operations: readonly PatchOperation[]) => operations.map(({ op, path }) => `${op} ${path}`);

describe("recordPatch", () => {
  test("says nothing of values that were kept", () => {
    const shared = { list: [{ a: 1 }] };
    expect(recordPatch(shared, { ...shared })).toEqual([]);
  });

  test("tells an entry that was appended by that entry alone", () => {
    const before = { list: [{ id: 1 }, { id: 2 }] };
    expect(recordPatch(before, { list: [...before.list, { id: 3 }] })).toEqual([
      { op: "add", path: "/list/-", value: { id: 3 } },
    ]);
  });

  test("tells a capped list that lost its oldest entry by the two ends of it", () => {
    const list = Array.from({ length: 200 }, (_, id) => ({ id }));
    expect(paths(recordPatch({ list }, { list: [...list.slice(1), { id: 200 }] }))).toEqual([
      "remove /list/0",
      "add /list/-",
    ]);
  });

  test("tells an entry taken out of the middle by its place", () => {
    const list = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(paths(recordPatch({ list }, { list: list.toSpliced(1, 1) }))).toEqual(["remove /list/1"]);
  });

  test("tells an entry put into the middle by its place", () => {
    const list = [{ id: 1 }, { id: 3 }];
    expect(paths(recordPatch({ list }, { list: list.toSpliced(1, 0, { id: 2 }) }))).toEqual(["add /list/1"]);
  });

  test("goes down to what changed in a record, and writes odd keys as JSON Pointer does", () => {
    const before = { context: { "a/b": { "c~d": 1 }, kept: {} } };
    const after = { context: { ...before.context, "a/b": { "c~d": 2 } } };
    expect(paths(recordPatch(before, after))).toEqual(["replace /context/a~1b/c~0d"]);
  });

  test("gives way to the new value where that is shorter", () => {
    const before = { list: Array.from({ length: 40 }, (_, id) => ({ id, words: "many words" })) };
    expect(recordPatch(before, { list: [] })).toEqual([{ op: "replace", path: "/list", value: [] }]);
  });

  test("leaves out fields that are not shown", () => {
    const patch = recordPatch({ a: 1, b: 1 }, { a: 2, b: 2 }, { shows: (field) => field === "b" });
    expect(paths(patch)).toEqual(["replace /b"]);
  });

  test("patches of any updates, applied to the first values, give the last ones", () => {
    fc.assert(
      fc.property(fc.array(arbitraryUpdate(SeedState), { maxLength: 6 }), (updates) => {
        let values: ValueOf<typeof SeedState> = initialState(SeedState);
        let seen: unknown = structuredClone(values);
        for (const update of updates) {
          const next = applyUpdate(SeedState, values, withoutRefused(values, update));
          seen = applied(seen, recordPatch(values, next));
          values = next;
        }
        expect(seen).toEqual(JSON.parse(JSON.stringify(values)));
      }),
    );
  });

  test("patches between values that share nothing are right, too", () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.dictionary(key, value), (one, other) => {
        const [before, after] = [plain(one), plain(other)];
        expect(applied(structuredClone(before), recordPatch(before, after))).toEqual(after);
      }),
    );
  });

  test("patches between lists of the same objects are right in whatever order they come", () => {
    const items = ["a", "b", "c", "d"].map((id) => ({ id }));
    const list = fc.array(fc.constantFrom(...items), { maxLength: 8 });
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(applied({ list: before }, recordPatch({ list: before }, { list: after }))).toEqual({ list: after });
      }),
    );
  });
});

const key = fc.constantFrom("a", "b", "a/b", "~");

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was a record is one after its way through JSON
const plain = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

/** Some reducers refuse an update, which then changes nothing. */
function withoutRefused(
  values: ValueOf<typeof SeedState>,
  update: UpdateOf<typeof SeedState>,
): UpdateOf<typeof SeedState> {
  try {
    applyUpdate(SeedState, values, update);
    return update;
  } catch {
    return {};
  }
}
