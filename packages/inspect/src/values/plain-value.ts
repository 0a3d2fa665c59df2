import { dateText } from "../clock.ts";

/** A value as JSON, as people read it. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

/** Maximum depth that is read. What lies deeper, or in a circle, is named instead. */
const MAX_DEPTH = 64;

/**
 * A stored value as JSON. Messages become records with `type`, `content` and what else they have, whether they were revived or not. Dates,
 * bytes, maps, sets and errors become text, lists and records. Never throws, and calls no code of the value but `toJSON` of messages.
 */
export const plainValue = (value: unknown, depth = 0): Plain => convert(value, depth, null);

/** Depth to which plain values are remembered: lists of records, and those in a record. */
const REMEMBERED_DEPTH = 4;

/** Plain values of objects, by depth: what lies too deep in one place does not in another. */
type Remembered = readonly WeakMap<object, Plain>[];

/** Makes plain values, each object once. Only for objects that never change. */
export function plainValues(): (value: unknown) => Plain {
  const remembered = Array.from({ length: REMEMBERED_DEPTH }, () => new WeakMap<object, Plain>());
  return (value) => convert(value, 0, remembered);
}

function convert(value: unknown, depth: number, remembered: Remembered | null): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object") return `[${typeof value}]`;
  if (depth > MAX_DEPTH) return "[deeper values]";
  const known = remembered?.[depth];
  const found = known?.get(value);
  if (found !== undefined) return found;
  const plain = ofObject(value, depth, remembered);
  known?.set(value, plain);
  return plain;
}

function ofObject(value: object, depth: number, remembered: Remembered | null): Plain {
  if (Array.isArray(value)) return value.map((each) => convert(each, depth + 1, remembered));
  return builtIn(value, depth, remembered) ?? record(value, depth, remembered);
}

function builtIn(value: object, depth: number, remembered: Remembered | null): Plain | null {
  const date = dateText(value);
  if (date !== null) return date;
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (value instanceof Map) return ofMap([...value], depth, remembered);
  if (value instanceof Set) return [...value].map((each) => convert(each, depth + 1, remembered));
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (value instanceof Error) return { name: value.name, message: value.message };
  return null;
}

function record(value: object, depth: number, remembered: Remembered | null): Plain {
  const source = typeof Reflect.get(value, "lc_serializable") === "boolean" ? serialized(value) : value;
  const kwargs: unknown = Reflect.get(source, "kwargs");
  const id: unknown = Reflect.get(source, "id");
  const isConstructor = Reflect.get(source, "type") === "constructor" && Array.isArray(id);
  const lc: unknown = Reflect.get(source, "lc");
  if (lc === 1 && isConstructor && typeof kwargs === "object" && kwargs !== null)
    return message(String(id.at(-1)), kwargs, depth, remembered);
  if (lc === 2) {
    const stored = isConstructor ? constructed(String(id.at(-1)), Reflect.get(source, "args")) : undefined;
    if (stored !== undefined) return convert(stored, depth, remembered);
    if (Reflect.get(source, "type") === "undefined") return null;
  }
  const entries = Object.keys(source).map((name): [string, Plain] => [
    name,
    convert(Reflect.get(source, name), depth + 1, remembered),
  ]);
  return fromEntries(entries.filter(([name]) => Reflect.get(source, name) !== undefined));
}

/** A map as a record, if its keys are texts; otherwise as a list of pairs. */
function ofMap(pairs: readonly (readonly unknown[])[], depth: number, remembered: Remembered | null): Plain {
  const entries = pairs.map(([key, value]) => [key, convert(value, depth + 1, remembered)] as const);
  const isRecord = (each: (typeof entries)[number]): each is readonly [string, Plain] => typeof each[0] === "string";
  return entries.every(isRecord)
    ? fromEntries(entries)
    : entries.map(([key, value]) => [convert(key, depth + 1, remembered), value]);
}

const isPair = (each: unknown): each is [unknown, unknown] => Array.isArray(each) && each.length === 2;

/** A value that savers of LangGraph store with the arguments of its constructor. Undefined for any other one. */
function constructed(name: string, args: unknown): unknown {
  const list: readonly unknown[] = Array.isArray(args) ? args : [];
  const [first, second] = list;
  const items: readonly unknown[] | null = Array.isArray(first) ? first : null;
  if (name === "Set" && items !== null) return new Set(items);
  if (name === "Map" && items?.every(isPair) === true) return new Map(items);
  if (name === "Uint8Array" && items !== null) return new Uint8Array(items.length);
  if (name === "Error" && typeof first === "string") return new Error(first);
  return name === "RegExp" && typeof first === "string" ? `/${first}/${String(second)}` : undefined;
}

/** A message of LangChain as its own JSON. */
function serialized(value: object): object {
  const toJson: unknown = Reflect.get(value, "toJSON");
  if (typeof toJson !== "function") return value;
  try {
    const json: unknown = Reflect.apply(toJson, value, []);
    return typeof json === "object" && json !== null ? json : value;
  } catch {
    return value;
  }
}

/** Types of messages by the name of their class. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ["HumanMessage", "human"],
  ["AIMessage", "ai"],
  ["SystemMessage", "system"],
  ["ToolMessage", "tool"],
  ["FunctionMessage", "function"],
  ["ChatMessage", "chat"],
  ["RemoveMessage", "remove"],
]);

function message(name: string, kwargs: object, depth: number, remembered: Remembered | null): Plain {
  const type = MESSAGES.get(name.replace(/Chunk$/, ""));
  const parts = Object.keys(kwargs).flatMap((key): [string, Plain][] => {
    const value: unknown = Reflect.get(kwargs, key);
    return isEmpty(value) || key.startsWith("lc_") ? [] : [[key, convert(value, depth + 1, remembered)]];
  });
  if (type === undefined) return fromEntries([["class", name], ...parts]);
  const isContent = ([key]: readonly [string, Plain]) => key === "content";
  return fromEntries([
    ["type", type],
    ...parts.filter(isContent),
    ...parts.filter((each) => !isContent(each) && each[0] !== "type"),
  ]);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** A record that has no prototype to change: a stored value may have a key `__proto__`. */
function fromEntries(entries: readonly (readonly [string, Plain])[]): Plain {
  return Object.fromEntries(entries);
}

/** True for a record. */
export const isPlainRecord = (value: Plain | undefined): value is { readonly [name: string]: Plain } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list. Empty for anything else. */
export const plainListOf = (value: Plain | undefined): readonly Plain[] => (isPlainList(value) ? value : []);

/** A record. Empty for anything else. */
export const plainRecordOf = (value: Plain | undefined): { readonly [name: string]: Plain } =>
  isPlainRecord(value) ? value : {};

/** True for a list. */
export const isPlainList = (value: Plain | undefined): value is readonly Plain[] => Array.isArray(value);
