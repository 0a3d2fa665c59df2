import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import type { Field, Lifetime } from "./field.ts";
import { initialValue, type StateDeclaration } from "./state.ts";

/** A field as data: everything a table, an inspector or a prompt wants to say about it. */
export interface FieldDescription {
  readonly name: string;
  readonly prefix: string | null;
  /** Name of its group; the prefix for a field of the application. */
  readonly group: string;
  readonly description: string;
  readonly lifetime: Lifetime;
  /** Who may write it; `["any"]` when all may. */
  readonly owners: readonly string[];
  /** `"replace"`, `"messages"`, or the name of the reducer (`"reducer"` when it has none). */
  readonly reducer: string;
  readonly default: unknown;
  /** JSON Schema (draft 2020-12) of the value, a document of its own: `#` in it is its own root. */
  readonly valueSchema: JsonSchema;
  /** JSON Schema of what a write may be. */
  readonly updateSchema: JsonSchema;
}

/** A state as data, in the order of its declaration. */
export interface StateDescription {
  readonly version: number;
  readonly fields: readonly FieldDescription[];
}

/** A JSON Schema document or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Describes a state as data, one entry per field, in order of declaration.
 *
 * @example
 * ```ts
 * import { AgentState, describe } from "@tidemark/core-state";
 *
 * const found = describe(AgentState).fields.find((each) => each.name === "task_current_task");
 * console.log(found?.lifetime, found?.owners, found?.reducer); // turn [ 'root' ] replace
 * ```
 */
export function describe(state: StateDeclaration): StateDescription {
  return { version: state.version, fields: Object.values(state.fields).map(describeField) };
}

function describeField(declared: Field): FieldDescription {
  return {
    name: declared.name,
    prefix: declared.prefix,
    group: declared.group,
    description: declared.description,
    lifetime: declared.lifetime,
    owners: ownersOf(declared),
    reducer:
      declared.holds === "messages"
        ? "messages"
        : declared.reducer === undefined
          ? "replace"
          : declared.reducer.name || "reducer",
    default: initialValue(declared),
    valueSchema: fieldJsonSchema(declared, "value"),
    updateSchema: fieldJsonSchema(declared, "update"),
  };
}

/**
 * Makes one JSON Schema of the whole state: no field is missing, and each has its description, and its group, lifetime and owners
 * under `x-group`, `x-lifetime` and `x-owners`.
 *
 * `of: "value"` (the default) describes stored states, where every field is present; `of: "update"` what a write may
 * be, where every field is optional. Parts that JSON Schema cannot say (a custom check) stand as `{}`, never left out.
 *
 * @example
 * ```ts
 * import { AgentState, toJsonSchema } from "@tidemark/core-state";
 *
 * const schema = toJsonSchema(AgentState);
 * console.log(schema.type, schema.properties["control_iteration"]?.["type"]); // object integer
 * ```
 */
export function toJsonSchema(
  state: StateDeclaration,
  options: { readonly of?: "value" | "update" } = {},
): StateJsonSchema {
  const of = options.of ?? "value";
  const declared = Object.values(state.fields);
  // In one go, so that what refers to itself or to a part with an id finds it in this document.
  const whole = z.object(Object.fromEntries(declared.map((each) => [each.name, schemaOf(each, of)])));
  const { properties = {}, $defs } = z.toJSONSchema(whole, settingsFor(of));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(
      declared.map((each) => [each.name, { ...recordOf(properties[each.name]), ...marksOf(each) }]),
    ),
    ...(of === "value" && { required: Object.keys(state.fields) }),
    additionalProperties: false,
    ...($defs && { $defs }),
  };
}

/** The JSON Schema of a whole state. */
export interface StateJsonSchema extends JsonSchema {
  readonly $schema: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
  /** Parts that refer to themselves or have an id, where there are any. */
  readonly $defs?: JsonSchema;
}

function fieldJsonSchema(declared: Field, of: "value" | "update"): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(declared, of), settingsFor(of));
  return { ...schema, ...marksOf(declared) };
}

/** What JSON Schema has no word for stands under names with `x-`, which readers of a schema skip. */
const marksOf = (declared: Field): JsonSchema => ({
  description: declared.description,
  "x-group": declared.group,
  "x-lifetime": declared.lifetime,
  "x-owners": ownersOf(declared),
});

const ownersOf = ({ owner }: Field): readonly string[] => (typeof owner === "string" ? [owner] : [...owner]);

const schemaOf = (declared: Field, of: "value" | "update"): Field["schema"] =>
  of === "value" ? declared.schema : declared.updateSchema;

const settingsFor = (of: "value" | "update") =>
  ({ io: of === "value" ? "output" : "input", unrepresentable: "any", reused: "inline" }) as const;

/** JSON Schema may say `true` for "anything". */
const recordOf = (schema: unknown): JsonSchema => (isPlainRecord(schema) ? schema : {});
