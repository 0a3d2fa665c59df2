import { reducerErrors } from "@tidemark/reducers";
import { expect, test } from "vitest";

test("every error says what, and ends as a sentence", () => {
  for (const kind of Object.values(reducerErrors)) {
    expect(kind.code).toMatch(/^reducers\/[a-z][A-Za-z]+$/);
    expect(kind.sample()).toMatch(/^[A-Z{"].*[.}"]$/);
    expect(kind.sample()).not.toMatch(/undefined|\[object/);
  }
});

test("a fault at the root is said to be the update itself", () => {
  expect(reducerErrors.notJson({ path: "", found: "Date" }).message).toMatch(/^The update itself is not plain JSON/);
  expect(reducerErrors.notJson({ path: "a.b", found: "Date" }).message).toMatch(/^The update at "a\.b" is not/);
});
