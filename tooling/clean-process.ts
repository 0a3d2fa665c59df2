import { afterAll, expect } from "vitest";
import { changedSince, processState } from "./process-state.ts";

const before = processState();

// Registered first, so it runs last: after whatever the file undoes in its own hooks.
afterAll(() => {
  expect(changedSince(before), "A test file undoes what it changes in its process; the next file runs in it.").toEqual(
    [],
  );
});
