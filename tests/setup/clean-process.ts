import { afterAll } from "vitest";
import { changedSince, processState } from "./process-state.ts";

const before = processState();

// Registered first, so it runs last: after whatever the file undoes in its own hooks.
afterAll(() => {
  const changed = changedSince(before);
  if (changed.length === 0) return;
  throw new Error(`This test file left ${changed.join(", ")} changed. The next file runs in its process: undo it.`);
});
