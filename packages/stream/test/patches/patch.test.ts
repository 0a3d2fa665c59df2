import { SeedState, applyUpdate, initialState, type UpdateOf, type ValueOf } from "@tidemark/core-state";
import { arbitraryUpdate } from "@tidemark/core-state/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PatchOperation, recordPatch } from "../../src/patches/patch.ts";
import { applied } from "./apply-patch.ts";

const paths = (operations: readonly PatchOperation[]) => operations.map(({ op, path }) => `${op} ${path}`);

describe("recordPatch", () => {
  test("is empty for unchanged values", () => {
    const shared = { list: [{ a: 1 }] };
    expect(recordPatch(shared, { ...shared })).toEqual([]);
  });

  test("records an appended entry as one operation", () => {
    const before = { list: [{ id: 1 }, { id: 2 }] };
    expect(recordPatch(before, { list: [...before.list, { id: 3 }] })).toEqual([
      { op: "add", path: "/list/-", value: { id: 3 } },
    ]);
  });

  test("records a capped list that lost its oldest entry as a change at both ends", () => {
    const list = Array.from({ length: 200 }, (_, id) => ({ id }));
    expect(paths(recordPatch({ list }, { list: [...list.slice(1), { id: 200 }] }))).toEqual([
      "remove /list/0",
      "add /list/-",
    ]);
  });

  test("records an entry removed from the middle by its index", () => {
    const list = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(paths(recordPatch({ list }, { list: list.toSpliced(1, 1) }))).toEqual(["remove /list/1"]);
  });

  test("records an entry inserted in the middle by its index", () => {
    const list = [{ id: 1 }, { id: 3 }];
    expect(paths(recordPatch({ list }, { list: list.toSpliced(1, 0, { id: 2 }) }))).toEqual(["add /list/1"]);
  });

  test("records nested changes in a record, and escapes keys as in JSON Pointer", () => {
    const before = { context: { "a/b": { "c~d": 1 }, kept: {} } };
    const after = { context: { ...before.context, "a/b": { "c~d": 2 } } };
    expect(paths(recordPatch(before, after))).toEqual(["replace /context/a~1b/c~0d"]);
  });

  test("uses the new value if that is shorter", () => {
    const before = { list: Array.from({ length: 40 }, (_, id) => ({ id, words: "many words" })) };
    expect(recordPatch(before, { list: [] })).toEqual([{ op: "replace", path: "/list", value: [] }]);
  });

  test("omits fields that are not shown", () => {
    const patch = recordPatch({ a: 1, b: 1 }, { a: 2, b: 2 }, { shows: (field) => field === "b" });
    expect(paths(patch)).toEqual(["replace /b"]);
  });

  test("patches of any updates, applied to the initial values, give the final ones", () => {
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

  test("patches between values that share nothing are correct", () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.dictionary(key, value), (one, other) => {
        const [before, after] = [plain(one), plain(other)];
        expect(applied(structuredClone(before), recordPatch(before, after))).toEqual(after);
      }),
    );
  });

  test("changes below keys that could reach a prototype are sent with their field, because clients refuse such paths", () => {
    const unsafe = fc.constantFrom("__proto__", "constructor", "prototype", "a");
    const value = fc.dictionary(unsafe, fc.dictionary(unsafe, fc.dictionary(unsafe, fc.nat(3))));
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [before, after] = [plain({ field: one }), plain({ field: other })];
        expect(applied(structuredClone(before), recordPatch(before, after))).toEqual(after);
      }),
    );
  });

  test("patches between lists of the same objects are correct in any order", () => {
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

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record is still a record after conversion to JSON and back
const plain = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

/** Applies an update. An update that a reducer refuses changes nothing. */
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
