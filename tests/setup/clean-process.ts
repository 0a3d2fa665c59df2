import { afterAll } from "vitest";
import { changedSince, processState } from "./process-state.ts";

const before = processState();

// Registered first, so it runs last, after the hooks with which the file cleans up.
afterAll(() => {
  const changed = changedSince(before);
  if (changed.length === 0) return;
  throw new Error(`This test file left ${changed.join(", ")} changed. The next file runs in its process: undo it.`);
});
