import { clearAllContexts, clearContextType } from "@tidemark/reducers/internal";
import { deleteContext, reducerErrors } from "@tidemark/reducers";
import { expect, test } from "vitest";

test("markers are plain JSON", () => {
  const markers = [deleteContext("T", "k"), clearContextType("T"), clearAllContexts()];
  expect(markers).toEqual([{ T: { k: { _delete: true } } }, { T: { _clear: true } }, { _clear: true }]);
  expect(JSON.parse(JSON.stringify(markers))).toEqual(markers);
});

test("markers are frozen, so that one can be reused", () => {
  expect(Object.isFrozen(deleteContext("T", "k")["T"])).toBe(true);
});

test.each([() => deleteContext("_T", "k"), () => deleteContext("T", "_k"), () => clearContextType("_T")])(
  "reserved names are refused when the marker is created: %s",
  (make) => {
    expect(make).toThrow(/^The key at "[^"]*_[Tk]" is reserved/);
    expect(reducerErrors.reservedKey.code).toBe("reducers/reservedKey");
  },
);
