/** State of the process that test files share with the files that run after them in the same worker. */
export interface ProcessState {
  readonly folder: string;
  readonly environment: Values;
  readonly globals: Values;
}

type Values = Readonly<Record<string, unknown>>;

const GLOBALS = ["Date", "Math", "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "Buffer", "process"];

export const processState = (): ProcessState => ({
  folder: process.cwd(),
  environment: { ...process.env },
  globals: Object.fromEntries(GLOBALS.map((name) => [name, Reflect.get(globalThis, name)])),
});

/** Names everything that has changed, in sorted order; empty without changes. */
export function changedSince(before: ProcessState, now: ProcessState = processState()): readonly string[] {
  return [
    ...(before.folder === now.folder ? [] : ["the working folder"]),
    ...changed(before.environment, now.environment).map((name) => `process.env.${name}`),
    ...changed(before.globals, now.globals).map((name) => `globalThis.${name}`),
  ].toSorted();
}

const changed = (before: Values, now: Values): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
