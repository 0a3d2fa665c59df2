/** Work in steps: after each `yield` somebody else may have a turn. */
export type Steps<Result = void> = Generator<undefined, Result, undefined>;

/** Runs all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}
