/** Promise with an external `resolve`. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

/** Creates a promise with an external `resolve`. */
export function deferred<Value = void>(): Deferred<Value> {
  const made: { resolve?: (value: Value) => void } = {};
  const promise = new Promise<Value>((settle) => {
    made.resolve = settle;
  });
  return { promise, resolve: (value) => made.resolve?.(value) };
}
