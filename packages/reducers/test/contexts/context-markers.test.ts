import { clearAllContexts, clearContextType, deleteContext, reducerErrors } from "@tidemark/reducers";
import { expect, test } from "vitest";

test("marks are plain JSON", () => {
  const marks = [deleteContext("T", "k"), clearContextType("T"), clearAllContexts()];
  expect(marks).toEqual([{ T: { k: { _delete: true } } }, { T: { _clear: true } }, { _clear: true }]);
  expect(JSON.parse(JSON.stringify(marks))).toEqual(marks);
});

test("marks are frozen, so that one can be kept and used again", () => {
  expect(Object.isFrozen(deleteContext("T", "k")["T"])).toBe(true);
});

test.each([() => deleteContext("_T", "k"), () => deleteContext("T", "_k"), () => clearContextType("_T")])(
  "names of the framework are refused where the mark is made: %s",
  (make) => {
    expect(make).toThrow(/^The key at "[^"]*_[Tk]" is reserved/);
    expect(reducerErrors.reservedKey.code).toBe("reducers/reservedKey");
  },
);
