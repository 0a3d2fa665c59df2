import { checkValues, freezeDeep, JsonObject } from "@tidemark/core-state/internal";
import { field, type Field } from "@tidemark/core-state";
import { formatPath, isPlainRecord, isUnsafeKey, sameJson } from "@tidemark/reducers/internal";
import { z } from "zod";
import { stateManagerErrors } from "../kernel/errors.ts";

/** The fields of one context: plain JSON under names of its type's choice. */
export type ContextFields = { readonly [name: string]: unknown };

/** Schemas of contexts by the names of their types. */
export type ContextSchemas = Readonly<Record<string, z.ZodType<ContextFields, ContextFields>>>;

/** How contexts of each type are told in short; a type without an entry is told by its own fields, cut to size. */
export type ContextSummarizers<Schemas extends ContextSchemas> = {
  readonly [Type in keyof Schemas]?: (value: z.output<Schemas[Type]>) => unknown;
};

/** The context types of an application. Plain data; a context manager is opened with it. */
export interface ContextRegistry<Schemas extends ContextSchemas = ContextSchemas> {
  readonly schemas: Schemas;
  readonly summaries: ContextSummarizers<Schemas> | undefined;
}

/** The names of the context types of a registry. */
export type ContextTypeOf<Schemas extends ContextSchemas> = keyof Schemas & string;

/** What a context of this type is when it is read. */
export type ContextValueOf<Schemas extends ContextSchemas, Type extends keyof Schemas> = z.output<Schemas[Type]>;

/** What may be stored as a context of this type: what its schema fills in may be left out. */
export type ContextInputOf<Schemas extends ContextSchemas, Type extends keyof Schemas> = z.input<Schemas[Type]>;

/**
 * Declares the context types of an application: a Zod schema for the fields of each.
 *
 * The description of a schema (`.describe("…")`) tells a planner what the type is for. Names begin with no "_" and reach no
 * prototype: otherwise `state-manager/invalidContextType`. A schema may fill in what is missing, and refuses the rest; one
 * that converts (a date into a `Date`, a text into another) is found out at the first `set`.
 *
 * @example
 * ```ts
 * import { defineContexts } from "@tidemark/state-manager";
 * import { z } from "zod";
 *
 * const contexts = defineContexts(
 *   { WEATHER: z.object({ celsius: z.number(), hours: z.array(z.number()) }).describe("Weather at a place") },
 *   { summaries: { WEATHER: ({ celsius }) => `${celsius} degrees` } },
 * );
 * console.log(Object.keys(contexts.schemas)); // [ 'WEATHER' ]
 * ```
 */
export function defineContexts<const Schemas extends ContextSchemas>(
  schemas: Schemas,
  options: { readonly summaries?: ContextSummarizers<Schemas> } = {},
): ContextRegistry<Schemas> {
  for (const type of Object.keys(schemas)) {
    const problem = problemOf(type);
    if (problem !== null) throw stateManagerErrors.invalidContextType({ type, problem });
  }
  return Object.freeze({ schemas: Object.freeze({ ...schemas }), summaries: options.summaries });
}

function problemOf(type: string): string | null {
  if (type === "") return "is empty";
  if (type.startsWith("_")) return 'begins with "_", which the framework keeps for itself';
  return isUnsafeKey(type) ? "reaches for a prototype, or is an order to the host" : null;
}

/** Names one context: where it stands, and what it is called in messages. */
export interface ContextPlace {
  readonly type: string;
  readonly key: string;
}

/** What came of holding a value against its context type. */
export type ContextCheck =
  | { readonly ok: true; readonly value: ContextFields }
  | { readonly ok: false; readonly at: string; readonly message: string };

/**
 * Holds a value against the schema of its type, as a field of a state is held against its own: it has to be plain JSON
 * first. Of a type that the registry does not have, no more than that is asked.
 */
export function checkContext(registry: ContextRegistry, { type, key }: ContextPlace, value: unknown): ContextCheck {
  const schema = (Object.hasOwn(registry.schemas, type) ? registry.schemas[type] : undefined) ?? JsonObject;
  return holdAgainst(schema, formatPath([type, key]), value);
}

function holdAgainst(schema: z.ZodType, name: string, value: unknown): ContextCheck {
  const check = checkValues({ version: 1, fields: { [name]: asField(name, schema) } }, { [name]: value });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the output of a context's schema is a record, see ContextSchemas
  if (check.ok) return { ok: true, value: check.values[name] as ContextFields };
  const [issue] = check.issues;
  return { ok: false, at: issue !== undefined && "at" in issue ? issue.at : "", message: issue?.message ?? "" };
}

/**
 * As `checkContext`, for a value that is to be stored: where it will stand it may not be too deep, its `_meta` is not the
 * caller's to write, and it has to come back from its schema as it went in, else `get` would give another one.
 */
export function checkNewContext(registry: ContextRegistry, place: ContextPlace, value: unknown): ContextCheck {
  const check = checkContext(registry, place, value);
  if (!check.ok) return check;
  const name = formatPath([place.type, place.key]);
  if (isPlainRecord(value) && Object.hasOwn(value, "_meta")) {
    const message = `"${name}" at "_meta": the framework writes this itself; say where a context comes from in the source.`;
    return { ok: false, at: "_meta", message };
  }
  const again = check.value === value ? check : checkContext(registry, place, check.value);
  if (!again.ok || !sameJson(again.value, check.value)) {
    const message = `"${name}": its schema makes of it what it would not take: convert before storing, and declare JSON.`;
    return { ok: false, at: "", message };
  }
  const stored = holdAgainst(anything, name, [[check.value]]);
  return stored.ok ? check : stored;
}

const anything = z.unknown();

const asField = (name: string, schema: z.ZodType): Field => ({
  ...field({ description: "A context.", schema, default: noFields, lifetime: "thread" }),
  name,
  prefix: null,
  group: name,
});

const noFields = () => freezeDeep({});
