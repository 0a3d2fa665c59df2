import { isDeltaSnapshot } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { isMap, isRegExp, isSet } from "./builtin-kind.ts";
import { isMessage, lostByLangChain, messageKeys } from "./message-classes.ts";
import { className, hasNoPrototype, isPlainList, isPlainObject } from "./plain-object.ts";
import { pathText, type ValuePath } from "./value-path.ts";

/** Keys through which code that copies members one by one reaches a prototype. */
const UNSAFE: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Number of nested lists and records in a message up to which LangChain reads it again: at its 50th level it throws. */
const MESSAGE_LEVELS = 45;

/** Estimates how many bytes values take up, each object measured once however often it is named. */
export type Measure = (value: unknown, path: ValuePath) => number;

/**
 * Makes a measure for a saver with a strict serializer, or for one with another serializer.
 *
 * For another serializer it also refuses, as `checkpoint/unsupported` with the path, what would come back as something else: a record
 * with a key `lc`, which the serializer of LangGraph turns into an object of the class that it names; a key that reaches a
 * prototype; and values that JSON does not have and that serializer does not know.
 */
export function measureFor(kind: "strict" | "stock"): Measure {
  const known = new WeakMap<object, number>();
  const measure = (value: unknown, path: ValuePath): number => {
    if (typeof value === "string") return value.length + 2;
    if (typeof value === "object" && value !== null) {
      const size = known.get(value) ?? measured(value, path);
      known.set(value, size);
      return size;
    }
    if (kind === "stock" && !isJson(value)) throw refusal(path, found(value));
    return 8;
  };
  const all = (parts: Iterable<readonly [string | number, unknown]>, parent: ValuePath): number => {
    let size = 2;
    for (const [key, part] of parts) {
      const path = { key, parent };
      if (kind === "stock" && typeof key === "string" && UNSAFE.has(key))
        throw refusal(path, "a key that could reach a prototype");
      size += 4 + measure(part, path) + (typeof key === "string" ? key.length : 0);
    }
    return size;
  };
  const measured = (value: object, path: ValuePath): number => {
    if (isPlainList(value)) return all(value.entries(), path);
    if (isPlainObject(value)) {
      if (kind === "stock" && Object.hasOwn(value, "lc"))
        throw refusal(path, "a record that the serializer of this saver would bring to life");
      if (kind === "stock" && hasNoPrototype(value)) throw refusal(path, "a record without a prototype");
      return all(Object.entries(value), path);
    }
    if (isMessage(value)) {
      const keys = messageKeys(value);
      const lost = kind === "stock" ? keys.find(lostByLangChain(value)) : undefined;
      const deep = kind === "stock" ? keys.find((key) => isDeeper(Reflect.get(value, key), MESSAGE_LEVELS)) : undefined;
      if (deep !== undefined)
        throw refusal(
          { key: deep, parent: path },
          `more than ${MESSAGE_LEVELS} levels of lists and records in a message`,
        );
      if (lost !== undefined)
        throw refusal(
          { key: lost, parent: path },
          "a member of a message that the serializer of this saver leaves out",
        );
      return (
        200 +
        all(
          keys.map((key) => [key, Reflect.get(value, key)] as const),
          path,
        )
      );
    }
    if (isMap(value)) return all([...value].flat().entries(), path);
    if (isSet(value)) return all([...value].entries(), path);
    if (ArrayBuffer.isView(value)) {
      if (kind === "stock" && Object.getPrototypeOf(value) !== Uint8Array.prototype) throw refusal(path, found(value));
      return 4 * value.byteLength;
    }
    // An error is not among them: it would come back without its name and cause, and with another stack.
    const lives = (isRegExp(value) && value.lastIndex === 0) || isDeltaSnapshot(value);
    if (kind === "stock" && !lives) throw refusal(path, found(value));
    return 16 + all(Object.entries(value), path);
  };
  return measure;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));

const isJson = (value: unknown): boolean =>
  value === undefined ||
  typeof value === "boolean" ||
  value === null ||
  (Number.isFinite(value) && !Object.is(value, -0));

const found = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? `an instance of ${className(value)}`
    : `the ${typeof value} ${String(value)}`;

const refusal = (path: ValuePath, what: string) => checkpointErrors.unsupported({ at: pathText(path), found: what });
