import { type ContextData, frozenCopy } from "@tidemark/reducers";
import { formatPath, isPlainRecord, isUnsafeKey } from "@tidemark/reducers/internal";
import { type ContextMeta, readMeta } from "./meta.ts";
import {
  checkContext,
  type ContextPlace,
  type ContextRegistry,
  type ContextSchemas,
  type ContextTypeOf,
  type ContextValueOf,
} from "./registry.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** A context that matches the schema of its type. */
export interface FoundContext<Type extends string, Value> {
  readonly outcome: "found";
  readonly type: Type;
  readonly key: string;
  /** Frozen fields without `_meta`. */
  readonly value: Value;
  /** Origin of the context; null if unknown. */
  readonly meta: ContextMeta | null;
}

/** A context that is not stored. */
export interface MissingContext<Type extends string> {
  readonly outcome: "missing";
  readonly type: Type;
  readonly key: string;
  readonly value: null;
  readonly message: string;
}

/** A stored context that does not match the schema of its type, from an older version or another source. */
export interface InvalidContext<Type extends string> {
  readonly outcome: "invalid";
  readonly type: Type;
  readonly key: string;
  /** Path of the problem inside the context; empty for the whole context. */
  readonly at: string;
  readonly message: string;
}

/** A stored context whose type is not in the registry. */
export interface UnregisteredContext {
  readonly outcome: "unregistered";
  readonly type: string;
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly meta: ContextMeta | null;
}

/** Result of looking up one context. */
export type ContextLookup<Schemas extends ContextSchemas, Type extends keyof Schemas & string> =
  | FoundContext<Type, ContextValueOf<Schemas, Type>>
  | MissingContext<Type>
  | InvalidContext<Type>;

/** A stored context of any type. `outcome` and `type` determine the type of `value`. */
export type StoredContext<Schemas extends ContextSchemas> =
  | {
      readonly [Type in ContextTypeOf<Schemas>]:
        | FoundContext<Type, ContextValueOf<Schemas, Type>>
        | InvalidContext<Type>;
    }[ContextTypeOf<Schemas>]
  | UnregisteredContext;

/** Result of looking up a context whose type is known only at run time. */
export type AnyContext =
  | FoundContext<string, Readonly<Record<string, unknown>>>
  | MissingContext<string>
  | InvalidContext<string>
  | UnregisteredContext;

/** Looks up one context and validates it. The returned value is a frozen copy. */
export function lookUp(registry: ContextRegistry, data: ContextData, { type, key }: ContextPlace): AnyContext {
  const place = { type, key };
  const entries: unknown = isUnsafeKey(type) || !Object.hasOwn(data, type) ? undefined : data[type];
  if (entries !== undefined && !isPlainRecord(entries)) return notARecord(place, type, entries);
  if (entries === undefined || isUnsafeKey(key) || !Object.hasOwn(entries, key)) {
    return { outcome: "missing", ...place, value: null, message: `Context ${type}.${key} not found` };
  }
  const entry = entries[key];
  if (!isPlainRecord(entry)) return notARecord(place, formatPath([type, key]), entry);
  const { _meta, ...fields } = entry;
  const check = checkContext(registry, place, fields);
  if (!check.ok) return { outcome: "invalid", ...place, at: check.at, message: check.message };
  const outcome = Object.hasOwn(registry.schemas, type) ? "found" : "unregistered";
  return { outcome, ...place, value: frozenCopy(check.value), meta: readMeta({ _meta }) };
}

const notARecord = (place: ContextPlace, at: string, found: unknown): InvalidContext<string> => ({
  outcome: "invalid",
  ...place,
  at: "",
  message: `"${at}": expected an object, found ${jsonKind(found)}.`,
});

/** Returns the type and key of all stored contexts, in stored order. */
export const placesOf = (data: ContextData): ContextPlace[] =>
  Object.entries<unknown>(data).flatMap(([type, entries]) =>
    isPlainRecord(entries) ? Object.keys(entries).map((key) => ({ type, key })) : [{ type, key: "" }],
  );
