import { Document, type DocumentInput } from "@langchain/core/documents";
import { DeltaSnapshot } from "@langchain/langgraph-checkpoint";
import { fromBase64 } from "./base64.ts";
import type { StoredClasses } from "./encode-value.ts";
import { isWrittenMessage, messageFrom } from "./message-classes.ts";
import { MARK, type PlainObject, setOwn } from "./plain-object.ts";

/** Brings values back from what `encodeValue` or the serializer of LangGraph made; changes the parsed value in place. */
export const decodeValue = (parsed: unknown, classes: StoredClasses): unknown =>
  typeof parsed === "object" && parsed !== null ? revive(parsed, classes) : parsed;

/** True if a text may hold anything but plain JSON. */
export const holdsMarks = (text: string): boolean => text.includes(`"${MARK}":`) || text.includes('"lc":');

function revive(value: object, classes: StoredClasses): unknown {
  if (Array.isArray(value)) {
    reviveItems(value, classes);
    return value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives beside lists
  const record = value as PlainObject;
  const kind = Object.hasOwn(record, MARK) ? record[MARK] : undefined;
  if (kind === "data" && typeof record["v"] === "object" && record["v"] !== null) {
    reviveItems(record["v"], classes);
    return record["v"];
  }
  reviveItems(record, classes);
  if (typeof kind === "string") return marked(kind, record, classes);
  if (!Object.hasOwn(record, "lc")) return record;
  if (isWrittenMessage(record)) return messageFrom(record) ?? record;
  return record["lc"] === 2 ? stock(record) : record;
}

function reviveItems(value: object, classes: StoredClasses): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      if (typeof item === "object" && item !== null) value[index] = revive(item, classes);
    }
    return;
  }
  for (const key of Object.keys(value)) {
    const item: unknown = Reflect.get(value, key);
    if (typeof item !== "object" || item === null) continue;
    const revived = revive(item, classes);
    if (revived !== item) setOwn(value, key, revived);
  }
}

const NUMBERS: ReadonlyMap<unknown, number> = new Map([
  ["-0", -0],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

type Maker = (value: unknown) => unknown;

const list = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new TypeError("no list");
  return value;
};

const text = (value: unknown): string => {
  if (typeof value !== "string") throw new TypeError("no text");
  return value;
};

const bytes = (value: unknown): ArrayBuffer => fromBase64(text(value)).buffer;

/** Node knows some classes only since a while; before, they stay data. */
function newerView(name: string, buffer: ArrayBuffer): unknown {
  const Kind: unknown = Reflect.get(globalThis, name);
  if (typeof Kind !== "function") throw new TypeError("no such class");
  const view: unknown = Reflect.construct(Kind, [buffer]);
  return view;
}

const pairs = (flat: readonly unknown[]): [unknown, unknown][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index], flat[2 * index + 1]]);

function regExp(value: unknown): RegExp {
  const [source, flags, lastIndex = 0] = list(value);
  if (typeof lastIndex !== "number") throw new TypeError("no index");
  return Object.assign(new RegExp(text(source), text(flags)), { lastIndex });
}

function withoutPrototype(value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no record");
  const record: object = { __proto__: null };
  for (const [key, item] of Object.entries(value)) setOwn(record, key, item);
  return record;
}

/** Revivers by kind. Data that does not fit its kind throws, and stays plain data. */
const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["undefined", () => undefined],
  ["number", (value) => NUMBERS.get(value) ?? Number(text(value))],
  ["bigint", (value) => BigInt(text(value))],
  // oxlint-disable-next-line eslint/no-restricted-globals -- the time is the one that was stored
  ["Date", (value) => new Date(value === null ? NaN : text(value))],
  ["Map", (value) => new Map(pairs(list(value)))],
  ["Set", (value) => new Set(list(value))],
  ["RegExp", regExp],
  ["record", withoutPrototype],
  ["URL", (value) => new URL(text(value))],
  ["ArrayBuffer", bytes],
  ["Buffer", (value) => Buffer.from(text(value), "base64")],
  ["Uint8Array", (value) => new Uint8Array(bytes(value))],
  ["Uint8ClampedArray", (value) => new Uint8ClampedArray(bytes(value))],
  ["Int8Array", (value) => new Int8Array(bytes(value))],
  ["Uint16Array", (value) => new Uint16Array(bytes(value))],
  ["Int16Array", (value) => new Int16Array(bytes(value))],
  ["Uint32Array", (value) => new Uint32Array(bytes(value))],
  ["Int32Array", (value) => new Int32Array(bytes(value))],
  ["Float16Array", (value) => newerView("Float16Array", bytes(value))],
  ["Float32Array", (value) => new Float32Array(bytes(value))],
  ["Float64Array", (value) => new Float64Array(bytes(value))],
  ["BigInt64Array", (value) => new BigInt64Array(bytes(value))],
  ["BigUint64Array", (value) => new BigUint64Array(bytes(value))],
  ["DataView", (value) => new DataView(bytes(value))],
  ["DeltaSnapshot", (value) => new DeltaSnapshot(value)],
  ["Error", errorFrom],
  ["Document", (value) => new Document(documentFields(value))],
]);

function marked(kind: string, record: PlainObject, classes: StoredClasses): unknown {
  try {
    if (kind === "class") {
      const name = text(record["name"]);
      if (!Object.hasOwn(classes, name)) return record;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the class checks its own data
      return classes[name]?.fromData(record["v"] as never);
    }
    const make = MAKERS.get(kind);
    return make === undefined ? record : make(record["v"]);
  } catch {
    return record;
  }
}

const ERRORS: ReadonlyMap<unknown, new (message?: string) => Error> = new Map<unknown, new (message?: string) => Error>(
  [TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError].map((each) => [each.name, each]),
);

function errorFrom(value: unknown): Error {
  if (typeof value !== "object" || value === null) throw new TypeError("no error");
  const name: unknown = Reflect.get(value, "name");
  const errors: unknown = Reflect.get(value, "errors");
  const Kind = ERRORS.get(name) ?? Error;
  const message: unknown = Reflect.get(value, "message");
  const error = name === "AggregateError" && Array.isArray(errors) ? new AggregateError(errors) : new Kind();
  Reflect.deleteProperty(error, "stack");
  for (const key of ["message", "stack", "cause"]) {
    if (Object.hasOwn(value, key)) Object.defineProperty(error, key, hidden(Reflect.get(value, key)));
  }
  if (error.name !== name) Object.defineProperty(error, "name", hidden(name));
  if (typeof message !== "string") Reflect.deleteProperty(error, "message");
  for (const key of Object.keys(value)) {
    if (!["name", "message", "stack", "cause"].includes(key) && !Object.hasOwn(error, key))
      setOwn(error, key, Reflect.get(value, key));
  }
  return error;
}

const hidden = (value: unknown): PropertyDescriptor => ({
  value,
  writable: true,
  enumerable: false,
  configurable: true,
});

function documentFields(value: unknown): DocumentInput {
  if (typeof value !== "object" || value === null) throw new TypeError("no document");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the constructor takes what is there
  return value as DocumentInput;
}

/** Revives what the serializer of LangGraph writes for values without JSON. None of it can run code. */
function stock(record: PlainObject): unknown {
  const { type, id, args, method } = record;
  if (type === "undefined") return undefined;
  if (type === "delta_snapshot" && Object.hasOwn(record, "value")) return new DeltaSnapshot(record["value"]);
  if (type !== "constructor" || !Array.isArray(id) || id.length !== 1 || !Array.isArray(args)) return record;
  if (method !== undefined && method !== null && method !== "from") return record;
  try {
    const first: unknown = args[0];
    const second: unknown = args[1];
    if (id[0] === "Set") return new Set(list(first));
    if (id[0] === "Map") return new Map(list(first).map((pair) => [list(pair)[0], list(pair)[1]]));
    if (id[0] === "RegExp") return new RegExp(text(first), text(second));
    if (id[0] === "Error") return new Error(text(first));
    if (id[0] === "Uint8Array") return Uint8Array.from(list(first).map(Number));
  } catch {
    // Not what it says that it is: it stays data.
  }
  return record;
}
