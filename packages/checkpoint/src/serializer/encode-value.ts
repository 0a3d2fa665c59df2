import { Document } from "@langchain/core/documents";
import { isDeltaSnapshot } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { toBase64 } from "./base64.ts";
import { isArrayBuffer, isDate, isMap, isRegExp, isSet } from "./builtin-kind.ts";
import { isMessage, messageClass, messageId, messageKeys } from "./message-classes.ts";
import {
  accessorOf,
  className,
  extraOf,
  hasNoPrototype,
  isPlainList,
  isPlainObject,
  isUnderived,
  MARK,
  needsWrapping,
  type PlainObject,
  setOwn,
} from "./plain-object.ts";
import { MAX_DEPTH, pathText, type ValuePath } from "./value-path.ts";

/** A class of the application that checkpoints may bring back to life. */
export interface StoredClass {
  /** True if a value is of the class. */
  is(value: object): boolean;
  /** Returns the data of an instance: anything that can be stored. */
  toData(value: never): unknown;
  /** Makes it again. What it throws for stays data: a document that is imported may say anything. */
  fromData(data: never): object;
}

/** The classes of the application, by their names in checkpoints. */
export type StoredClasses = Readonly<Record<string, StoredClass>>;

/** Writes a value as plain JSON values; the value itself where it is plain already. Throws `checkpoint/unstorable` with the path. */
export const encodeValue = (value: unknown, classes: StoredClasses, path: ValuePath | null = null): unknown =>
  new Encoder(classes).encode(value, path, 0);

const refuse = (path: ValuePath | null, found: string) => checkpointErrors.unstorable({ at: pathText(path), found });

const marked = (kind: string, value?: unknown): PlainObject =>
  value === undefined ? { [MARK]: kind } : { [MARK]: kind, v: value };

class Encoder {
  readonly #classes: StoredClasses;
  readonly #named: readonly (readonly [string, StoredClass])[];

  constructor(classes: StoredClasses) {
    this.#classes = classes;
    this.#named = Object.entries(this.#classes);
  }

  encode(value: unknown, path: ValuePath | null, depth: number): unknown {
    if (typeof value === "string" || value === null || typeof value === "boolean") return value;
    if (typeof value === "number") {
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : marked("number", Object.is(value, -0) ? "-0" : String(value));
    }
    if (typeof value === "object") {
      if (depth > MAX_DEPTH) throw refuse(path, "a circle, or more than 1,000 levels");
      if (isPlainList(value)) return this.#list(value, path, depth + 1);
      if (isPlainObject(value)) {
        const data = this.#record(value, path, depth + 1);
        const safe = needsWrapping(value) ? marked("data", data) : data;
        return hasNoPrototype(value) ? marked("record", safe) : safe;
      }
      return this.#instance(value, path, depth + 1);
    }
    if (value === undefined) return marked("undefined");
    if (typeof value === "bigint") return marked("bigint", String(value));
    throw refuse(path, typeof value === "function" ? `the function ${JSON.stringify(value.name)}` : "a symbol");
  }

  #list(list: readonly unknown[], path: ValuePath | null, depth: number): unknown {
    let copy: unknown[] | null = null;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      // The way to what is plain is not written down: it could not be refused.
      if (typeof item === "string" || item === null) continue;
      if (item === undefined && !Object.hasOwn(list, index))
        throw refuse({ key: index, parent: path }, "a hole in a list");
      const encoded = this.encode(item, { key: index, parent: path }, depth);
      if (encoded === item) continue;
      copy ??= list.slice();
      copy[index] = encoded;
    }
    const extra = extraOf(list);
    if (extra !== undefined) throw refuse({ key: extra, parent: path }, "a property of a list");
    return copy ?? list;
  }

  #record(record: PlainObject, path: ValuePath | null, depth: number): unknown {
    if (Object.getOwnPropertySymbols(record).length > 0) throw refuse(path, "a key that is a symbol");
    const keys = Object.keys(record);
    const accessor = accessorOf(record, keys);
    if (accessor !== undefined) throw refuse({ key: accessor, parent: path }, "a getter or setter");
    let copy: object | null = null;
    for (const key of keys) {
      const item = record[key];
      if (typeof item === "string" || item === null) continue;
      const encoded = this.encode(item, { key, parent: path }, depth);
      if (encoded === item) continue;
      copy ??= copyOf(record);
      setOwn(copy, key, encoded);
    }
    return copy ?? record;
  }

  #instance(value: object, path: ValuePath | null, depth: number): unknown {
    const own = this.#named.find(([, each]) => each.is(value));
    if (own !== undefined) {
      const [name, stored] = own;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `is` has just said so
      return { [MARK]: "class", name, v: this.encode(stored.toData(value as never), path, depth) };
    }
    if (isMessage(value)) return this.#message(value, path, depth);
    if (ArrayBuffer.isView(value)) return marked(viewName(value, path), bytesOf(value));
    if (value instanceof Error || Object.prototype.toString.call(value) === "[object Error]")
      return this.#error(value, path, depth);
    return isUnderived(value) ? this.#underived(value, path, depth) : this.#hostRecord(value, path, depth);
  }

  /** Writes an object of a class of the language. Nothing but its own data is kept, so it may have no property beside it. */
  #builtin(value: object, path: ValuePath | null, depth: number): PlainObject | null {
    const written = this.#data(value, path, depth);
    const [extra] = written === null ? [] : Object.keys(value);
    if (extra !== undefined) throw refuse({ key: extra, parent: path }, `a property of a ${className(value)}`);
    return written;
  }

  #data(value: object, path: ValuePath | null, depth: number): PlainObject | null {
    if (isDate(value)) return marked("Date", Number.isNaN(value.getTime()) ? null : value.toISOString());
    if (isMap(value)) {
      return marked("Map", this.#list([...value].flat(), path, depth));
    }
    if (isSet(value)) return marked("Set", this.#list([...value], path, depth));
    if (isRegExp(value)) {
      const { source, flags, lastIndex } = value;
      const place = { key: "lastIndex", parent: path };
      return marked("RegExp", [source, flags, ...(lastIndex === 0 ? [] : [this.encode(lastIndex, place, depth)])]);
    }
    if (isArrayBuffer(value)) return marked("ArrayBuffer", toBase64(new Uint8Array(value)));
    return value instanceof URL ? marked("URL", value.href) : null;
  }

  #underived(value: object, path: ValuePath | null, depth: number): unknown {
    const builtin = this.#builtin(value, path, depth);
    if (builtin !== null) return builtin;
    if (isDeltaSnapshot(value))
      return marked("DeltaSnapshot", this.encode(value.value, { key: "value", parent: path }, depth));
    if (value instanceof Document)
      return marked("Document", this.#fields(value, ["pageContent", "metadata", "id"], { path, depth }));
    return this.#hostRecord(value, path, depth);
  }

  #message(message: Parameters<typeof messageKeys>[0], path: ValuePath | null, depth: number): unknown {
    const name = messageClass(message);
    if (name === null) throw refuse(path, `a message of the class ${className(message)}`);
    return {
      lc: 1,
      type: "constructor",
      id: messageId(name),
      kwargs: this.#fields(message, messageKeys(message), { path, depth }),
    };
  }

  #error(error: object, path: ValuePath | null, depth: number): unknown {
    const keys = ["name", "message", "stack", "cause", "errors"].filter(
      (key) => key === "name" || Object.hasOwn(error, key),
    );
    return marked("Error", this.#fields(error, [...new Set([...keys, ...Object.keys(error)])], { path, depth }));
  }

  /** Values that LangGraph passes to its channels are restored as the record that LangGraph reads. */
  #hostRecord(value: object, path: ValuePath | null, depth: number): unknown {
    const name: unknown = Reflect.get(value, "lg_name");
    if (name === "Send") {
      const timed = Reflect.get(value, "timeout") === undefined ? [] : ["timeout"];
      return this.#fields(value, ["node", "args", ...timed], { path, depth });
    }
    if (name === "Command") {
      const keys = ["lg_name", "update", "resume", "goto", "graph"].filter(
        (key) => Reflect.get(value, key) !== undefined,
      );
      return this.#fields(value, keys, { path, depth });
    }
    if (name === "Overwrite") return this.#fields(value, ["__overwrite__"], { path, depth });
    throw refuse(path, `an instance of ${className(value)}`);
  }

  #fields(
    source: object,
    keys: readonly string[],
    { path, depth }: { path: ValuePath | null; depth: number },
  ): PlainObject {
    const fields = {};
    for (const key of keys) {
      const item: unknown = Reflect.get(source, key);
      if (item !== undefined) setOwn(fields, key, this.encode(item, { key, parent: path }, depth));
    }
    return fields;
  }
}

function copyOf(record: PlainObject): object {
  const copy = {};
  for (const key of Object.keys(record)) setOwn(copy, key, record[key]);
  return copy;
}

const VIEWS = new Set([
  "Buffer",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int8Array",
  "Uint16Array",
  "Int16Array",
  "Uint32Array",
  "Int32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
  "DataView",
]);

function viewName(view: ArrayBufferView, path: ValuePath | null): string {
  const name = className(view);
  if (!VIEWS.has(name)) throw refuse(path, `an instance of ${name}`);
  return name;
}

const bytesOf = (view: ArrayBufferView): string =>
  toBase64(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
