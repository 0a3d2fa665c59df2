/** Passes a value as plain JavaScript does: where the types would refuse it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests ask what happens when types are not looked at
export const untyped = (value: unknown): never => value as never;
