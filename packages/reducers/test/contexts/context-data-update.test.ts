import { reducerErrors } from "@tidemark/reducers";
import { expect, test } from "vitest";
import { readUpdate } from "../../src/contexts/context-data-update.ts";
import { untyped } from "../untyped.ts";

test("an update is read into what it writes, deletes and clears", () => {
  const change = readUpdate({ A: { _clear: true, a: { v: 1 } }, B: { b: { _delete: true } }, C: {} });
  expect(change.clear).toBe(false);
  expect([...change.types.keys()]).toEqual(["A", "B", "C"]);
  expect(change.types.get("A")).toEqual({ clear: true, puts: new Map([["a", { v: 1 }]]), deletes: new Set() });
  expect(change.types.get("B")).toEqual({ clear: false, puts: new Map(), deletes: new Set(["b"]) });
  expect(readUpdate({ _clear: true }).clear).toBe(true);
});

test("types and entries that are undefined are skipped", () => {
  const change = readUpdate({ A: undefined, B: { b: undefined } });
  expect([...change.types.keys()]).toEqual(["B"]);
  expect(change.types.get("B")?.puts.size).toBe(0);
});

test.each([
  [{ _secret: {} }, "_secret"],
  [{ _clear: false }, "_clear"],
  [{ _clear: { k: {} } }, "_clear"],
  [{ _delete: true }, "_delete"],
  [{ T: { _k: {} } }, "T._k"],
  [{ T: { _meta: {} } }, "T._meta"],
  [{ T: { _clear: 1 } }, "T._clear"],
  [{ T: { _delete: true } }, "T._delete"],
  [{ T: { k: { _delete: true, v: 1 } } }, "T.k._delete"],
  [{ T: { k: { _delete: false } } }, "T.k._delete"],
  [{ T: { k: { _clear: true } } }, "T.k._clear"],
])("reserved names are refused by path: %j", (update, path) => {
  const error = (() => {
    try {
      return readUpdate(untyped(update));
    } catch (caught) {
      return caught;
    }
  })();
  expect(reducerErrors.reservedKey.is(error) && error.details.path).toBe(path);
});

test.each([
  [{ _all: {} }, 'To clear everything, write {"_clear": true}'],
  [{ T: { _all: {} } }, 'To clear a type, write {"_clear": true} in it'],
  [{ T: { k: { _delete: true, v: 1 } } }, 'replace it with {"_delete": true} and nothing else'],
])("the error for %j contains the correct form", (update, remedy) => {
  expect(() => readUpdate(untyped(update))).toThrow(remedy);
});

test("an entry may use _meta and other names with a leading underscore", () => {
  const entry = { v: 1, _meta: { task_objective: "o" }, _id: "from a database" };
  expect(
    readUpdate({ T: { k: entry } })
      .types.get("T")
      ?.puts.get("k"),
  ).toEqual(entry);
});

test.each([
  [[], "", "a record of context types", "a list"],
  ["text", "", "a record of context types", "string"],
  [{ T: null }, "T", "a record of entries", "null"],
  [{ T: [] }, "T", "a record of entries", "a list"],
  [{ T: { k: null } }, "T.k", "a record of fields", "null"],
  [{ T: { k: "v" } }, "T.k", "a record of fields", "string"],
  [{ T: { k: [1] } }, "T.k", "a record of fields", "a list"],
  [{ T: { k: new Date(0) } }, "T.k", "a record of fields", "Date"],
])("a value of the wrong shape is refused: %j", (...[update, path, expected, found]) => {
  expect(() => readUpdate(untyped(update))).toThrow(reducerErrors.wrongShape({ path, expected, found }));
});
