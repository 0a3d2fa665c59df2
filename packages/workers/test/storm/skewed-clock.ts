/** Loaded before a worker, with `--import`: its clock is wrong by `CLOCK_SKEW` milliseconds. Ids of checkpoints are made of it. */
const skew = Number(process.env["CLOCK_SKEW"] ?? "0");
const Real = Date;
const real = Date.now;
Real.now = () => real() + skew;
globalThis.Date = new Proxy(Real, {
  construct: (target, given: unknown[], made) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a constructor returns an object
    Reflect.construct(target, given.length === 0 ? [Real.now()] : given, made) as object,
});
