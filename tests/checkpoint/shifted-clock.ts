/**
 * Moves what `Date` says in this process, as a clock that was set does. Ids of checkpoints are made of it.
 *
 * The function that it returns sets the clock right again.
 */
export function shiftClock(offset: () => number): () => void {
  const Real = Date;
  const real = Date.now;
  Real.now = () => real() + offset();
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: unknown[], made) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a constructor gives is an object
      Reflect.construct(target, given.length === 0 ? [Real.now()] : given, made) as object,
  });
  return () => {
    Real.now = real;
    globalThis.Date = Real;
  };
}
