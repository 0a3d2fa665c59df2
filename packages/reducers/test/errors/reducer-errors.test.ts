import { reducerErrors } from "@tidemark/reducers";
import { expect, test } from "vitest";

test("every error has a code and a message in full sentences", () => {
  for (const kind of Object.values(reducerErrors)) {
    expect(kind.code).toMatch(/^reducers\/[a-z][A-Za-z]+$/);
    expect(kind.sample()).toMatch(/^[A-Z{"].*[.}"]$/);
    expect(kind.sample()).not.toMatch(/undefined|\[object/);
  }
});

test("an error at the root names the update itself", () => {
  expect(reducerErrors.notJson({ path: "", found: "Date" }).message).toMatch(/^The update itself is not plain JSON/);
  expect(reducerErrors.notJson({ path: "a.b", found: "Date" }).message).toMatch(/^The update at "a\.b" is not/);
});
