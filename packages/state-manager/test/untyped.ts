/** Passes a value without type checks, like plain JavaScript. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests skip the type check on purpose
export const untyped = (value: unknown): never => value as never;

/** Parses JSON, so that `__proto__` is an own key, like in the input of a client. */
export const parsed = (json: string): never => untyped(JSON.parse(json));
