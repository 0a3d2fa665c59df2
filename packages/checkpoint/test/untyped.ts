/** Passes a value as plain JavaScript does: where the types would reject it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these tests check what happens without types
export const untyped = (value: unknown): never => value as never;
