/** Passes a value as plain JavaScript does: where the types would refuse it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests ask what happens when types are not looked at
export const untyped = (value: unknown): never => value as never;

/** Parsed, so that `__proto__` is an own key, as it comes from a client. */
export const parsed = (json: string): never => untyped(JSON.parse(json));

/** A list of nothing but holes. */
export function holes(length: number): never[] {
  const list: never[] = [];
  list.length = length;
  return list;
}

/** Throws, for getters and the traps of proxies. */
export const broken = (): never => {
  throw new Error("broken");
};
