/** Loads a built-in module of Node.js; null elsewhere. Bundlers for browsers see no import. */
export function nodeBuiltin(name: string): unknown {
  const process: unknown = Reflect.get(globalThis, "process");
  const load: unknown = Reflect.get(Object(process), "getBuiltinModule");
  if (typeof load !== "function") return null;
  const loaded: unknown = Reflect.apply(load, process, [name]);
  return loaded ?? null;
}
