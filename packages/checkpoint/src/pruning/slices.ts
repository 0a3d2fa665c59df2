import { performance } from "node:perf_hooks";
import type { Steps } from "../snapshots/steps.ts";

/** Maximum duration of a slice of work in milliseconds: far below the 50 for which others may have to wait. */
const SLICE = 12;

/** Pause after a slice that has written, in milliseconds: longer than other processes sleep before they ask for the file again. */
export const WRITE_PAUSE = 6;

// Taken when the module is loaded: a test runner's fake timers must not stop work that was begun.
// oxlint-disable-next-line eslint/no-restricted-globals -- gives way to others between two slices, which no caller can do
const [later, immediately] = [setTimeout, setImmediate];

/** Begins a slice; the function it returns counts a step, and says whether the slice is over. */
export function beginSlice(maxSteps = Infinity): () => boolean {
  const began = performance.now();
  let steps = 0;
  return () => {
    steps += 1;
    return steps >= maxSteps || performance.now() - began >= SLICE;
  };
}

/** Runs steps until they end or the slice is over. */
function runSlice<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const isOver = beginSlice();
  for (;;) {
    const next = steps.next();
    if (next.done === true || isOver()) return next;
  }
}

/** Runs steps in slices, and lets the event loop go on between them. */
export async function inSlices<Result>(
  steps: Steps<Result>,
  slice: (run: () => IteratorResult<undefined, Result>) => IteratorResult<undefined, Result> = (run) => run(),
): Promise<Result> {
  for (;;) {
    const next = slice(() => runSlice(steps));
    if (next.done === true) return next.value;
    await pause();
  }
}

/** Lets others go on, for at least this many milliseconds. */
export const pause = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => {
    if (milliseconds === 0) immediately(resolve);
    else later(resolve, milliseconds);
  });
