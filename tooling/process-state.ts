/** What test files share with the files that run after them in the same worker. */
export interface ProcessState {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly globals: Readonly<Record<string, unknown>>;
}

const GLOBALS = ["Date", "Math", "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "Buffer", "process"];

export const processState = (): ProcessState => ({
  folder: process.cwd(),
  environment: { ...process.env },
  globals: Object.fromEntries(GLOBALS.map((name) => [name, Reflect.get(globalThis, name)])),
});

/** Names what is not as it was before, in sorted order; empty when all of it is. */
export function changedSince(before: ProcessState, now: ProcessState = processState()): readonly string[] {
  const changed = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);
  return [
    ...(before.folder === now.folder ? [] : ["the working folder"]),
    ...changed(before.environment, now.environment).map((name) => `process.env.${name}`),
    ...changed(before.globals, now.globals).map((name) => `globalThis.${name}`),
  ].toSorted();
}
