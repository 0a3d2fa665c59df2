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

/** A context that fits its type. */
export interface FoundContext<Type extends string, Value> {
  readonly outcome: "found";
  readonly type: Type;
  readonly key: string;
  /** Its fields, without `_meta`; frozen. */
  readonly value: Value;
  /** Where it comes from; null when nobody said. */
  readonly meta: ContextMeta | null;
}

/** Nothing is stored there. */
export interface MissingContext<Type extends string> {
  readonly outcome: "missing";
  readonly type: Type;
  readonly key: string;
  readonly value: null;
  readonly message: string;
}

/** What is stored there does not fit its type: written by an older version, or from outside. */
export interface InvalidContext<Type extends string> {
  readonly outcome: "invalid";
  readonly type: Type;
  readonly key: string;
  /** The place of the fault inside the context; empty for the whole. */
  readonly at: string;
  readonly message: string;
}

/** A context of a type that the registry does not have, as it is stored. */
export interface UnregisteredContext {
  readonly outcome: "unregistered";
  readonly type: string;
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly meta: ContextMeta | null;
}

/** What stands at one place. */
export type ContextLookup<Schemas extends ContextSchemas, Type extends keyof Schemas & string> =
  | FoundContext<Type, ContextValueOf<Schemas, Type>>
  | MissingContext<Type>
  | InvalidContext<Type>;

/** What is stored, whatever its type; `type` and `value` belong together. */
export type StoredContext<Schemas extends ContextSchemas> =
  | {
      readonly [Type in ContextTypeOf<Schemas>]:
        | FoundContext<Type, ContextValueOf<Schemas, Type>>
        | InvalidContext<Type>;
    }[ContextTypeOf<Schemas>]
  | UnregisteredContext;

/** What stands at one place, when its type is known at run time only. */
export type AnyContext =
  | FoundContext<string, Readonly<Record<string, unknown>>>
  | MissingContext<string>
  | InvalidContext<string>
  | UnregisteredContext;

/** Gives what is stored at a place, held against its type. What it gives shares nothing that could be changed. */
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

/** Every place where something is stored, in the order in which it is stored. */
export const placesOf = (data: ContextData): ContextPlace[] =>
  Object.entries<unknown>(data).flatMap(([type, entries]) =>
    isPlainRecord(entries) ? Object.keys(entries).map((key) => ({ type, key })) : [{ type, key: "" }],
  );
