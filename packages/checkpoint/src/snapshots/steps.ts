/** Work in steps: other work may run after each `yield`. */
export type Steps<Result = void> = Generator<undefined, Result, undefined>;

/** Runs all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}
