/** Passes a value of the wrong type, as plain JavaScript can. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests check calls with values of the wrong type
export const untyped = (value: unknown): never => value as never;

/** Parses JSON, so that `__proto__` is an own key, as in the input of a client. */
export const parsed = (json: string): never => untyped(JSON.parse(json));

/** List that contains only holes. */
export function holes(length: number): never[] {
  const list: never[] = [];
  list.length = length;
  return list;
}

/** Getter or proxy trap that throws. */
export const broken = (): never => {
  throw new Error("broken");
};
