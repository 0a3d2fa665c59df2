import { checkValues, freezeDeep, JsonObject } from "@tidemark/core-state/internal";
import { field, type Field } from "@tidemark/core-state";
import { formatPath, isPlainRecord, isUnsafeKey, sameJson } from "@tidemark/reducers/internal";
import { z } from "zod";
import { stateManagerErrors } from "../kernel/errors.ts";

/** Fields of one context, as plain JSON. */
export type ContextFields = { readonly [name: string]: unknown };

/** Schemas of contexts by type name. */
export type ContextSchemas = Readonly<Record<string, z.ZodType<ContextFields, ContextFields>>>;

/** Functions that summarize contexts, by type. Defaults to the truncated fields of the context. */
export type ContextSummarizers<Schemas extends ContextSchemas> = {
  readonly [Type in keyof Schemas]?: (value: z.output<Schemas[Type]>) => unknown;
};

/** Context types of an application, created by `defineContexts`. */
export interface ContextRegistry<Schemas extends ContextSchemas = ContextSchemas> {
  /** Schemas by type name. */
  readonly schemas: Schemas;
  /** Functions that summarize contexts, by type. */
  readonly summaries: ContextSummarizers<Schemas> | undefined;
}

/** Names of the context types of a registry. */
export type ContextTypeOf<Schemas extends ContextSchemas> = keyof Schemas & string;

/** Value of a context of this type when it is read. */
export type ContextValueOf<Schemas extends ContextSchemas, Type extends keyof Schemas> = z.output<Schemas[Type]>;

/** Value that can be stored as a context of this type. Properties with a default may be missing. */
export type ContextInputOf<Schemas extends ContextSchemas, Type extends keyof Schemas> = z.input<Schemas[Type]>;

/**
 * Declares the context types of an application, each with a Zod schema for its fields.
 *
 * The description of a schema (`.describe("…")`) is shown to planners. A name that starts with "_", or a reserved one such as
 * `constructor`, throws `state-manager/invalidContextType`. A schema may set defaults. A schema that converts values, such as text
 * to a `Date`, is rejected at the first `set`.
 *
 * @example
 * ```ts
 * import { defineContexts } from "tidemark/agents";
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
  options: {
    /** Functions that summarize contexts, by type. Defaults to the truncated fields of the context. */
    readonly summaries?: ContextSummarizers<Schemas>;
  } = {},
): ContextRegistry<Schemas> {
  for (const type of Object.keys(schemas)) {
    const problem = problemOf(type);
    if (problem !== null) throw stateManagerErrors.invalidContextType({ type, problem });
  }
  return Object.freeze({ schemas: Object.freeze({ ...schemas }), summaries: options.summaries });
}

function problemOf(type: string): string | null {
  if (type === "") return "is empty";
  if (type.startsWith("_")) return 'begins with "_", which is reserved';
  return isUnsafeKey(type) ? "is a reserved key of JavaScript or LangGraph" : null;
}

/** Type and key of one context. */
export interface ContextPlace {
  readonly type: string;
  readonly key: string;
}

/** Result of validating a context. */
export type ContextCheck =
  | { readonly ok: true; readonly value: ContextFields }
  | { readonly ok: false; readonly at: string; readonly message: string };

/**
 * Validates a value against the schema of its context type. The value must be plain JSON. For an unknown type, only that is
 * checked.
 */
export function checkContext(registry: ContextRegistry, { type, key }: ContextPlace, value: unknown): ContextCheck {
  const schema = (Object.hasOwn(registry.schemas, type) ? registry.schemas[type] : undefined) ?? JsonObject;
  return validateContext(schema, formatPath([type, key]), value);
}

function validateContext(schema: z.ZodType, name: string, value: unknown): ContextCheck {
  const check = checkValues({ version: 1, fields: { [name]: asField(name, schema) } }, { [name]: value });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the output of a context's schema is a record, see ContextSchemas
  if (check.ok) return { ok: true, value: check.values[name] as ContextFields };
  const [issue] = check.issues;
  return { ok: false, at: issue !== undefined && "at" in issue ? issue.at : "", message: issue?.message ?? "" };
}

/**
 * Validates a new context like `checkContext`, with three additional rules: it must not be nested too deeply to be stored, must
 * not contain `_meta`, and must be unchanged when its schema parses it again, so that `get` returns the same value.
 */
export function checkNewContext(registry: ContextRegistry, place: ContextPlace, value: unknown): ContextCheck {
  const check = checkContext(registry, place, value);
  if (!check.ok) return check;
  const name = formatPath([place.type, place.key]);
  if (isPlainRecord(value) && Object.hasOwn(value, "_meta")) {
    const message = `"${name}" at "_meta": is written by the framework; pass the origin of a context as the source.`;
    return { ok: false, at: "_meta", message };
  }
  const again = check.value === value ? check : checkContext(registry, place, check.value);
  if (!again.ok || !sameJson(again.value, check.value)) {
    const message = `"${name}": its schema does not accept its own output; convert the value before storing it, and declare the stored JSON.`;
    return { ok: false, at: "", message };
  }
  const stored = validateContext(anything, name, [[check.value]]);
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
