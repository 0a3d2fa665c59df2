import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import type { Field, Lifetime } from "../kernel/field.ts";
import { initialValue, type StateDeclaration } from "./state.ts";

/** Description of a field as data, for tables, inspectors and prompts. */
export interface FieldDescription {
  readonly name: string;
  readonly prefix: string | null;
  /** Name of the field's group. Defaults to the prefix. */
  readonly group: string;
  readonly description: string;
  readonly lifetime: Lifetime;
  /** Agents that can write the field; `["any"]` for all. */
  readonly owners: readonly string[];
  /** `"replace"`, `"messages"`, `"channel"` for a field of an existing schema, or the name of the reducer (`"reducer"` if it is anonymous). */
  readonly reducer: string;
  readonly default: unknown;
  /** JSON Schema (draft 2020-12) of the value, as a separate document: `#` refers to its root. */
  readonly valueSchema: JsonSchema;
  /** JSON Schema of an update. */
  readonly updateSchema: JsonSchema;
}

/** Description of a state as data, in the order of its declaration. */
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
 * import { AgentState } from "tidemark";
 * import { describe } from "tidemark/testing";
 *
 * const found = describe(AgentState).fields.find((field) => field.name === "task_current_task");
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
        : declared.holds === "channel"
          ? "channel"
          : declared.reducer === undefined
            ? "replace"
            : declared.reducer.name || "reducer",
    default: initialValue(declared),
    valueSchema: fieldJsonSchema(declared, "value"),
    updateSchema: fieldJsonSchema(declared, "update"),
  };
}

/**
 * Creates one JSON Schema of the whole state. Every field has its description, and its group, lifetime and owners
 * under `x-group`, `x-lifetime` and `x-owners`.
 *
 * `of: "value"` (the default) describes stored states, in which every field is present. `of: "update"` describes updates,
 * in which every field is optional. Types that JSON Schema cannot express, such as a custom check, become `{}`.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { toJsonSchema } from "@tidemark/core-state";
 *
 * const schema = toJsonSchema(AgentState);
 * console.log(schema.type, schema.properties["control_iteration"]?.["type"]); // object integer
 * ```
 */
export function toJsonSchema(
  state: StateDeclaration,
  options: {
    /** Schema of stored states (`value`) or of updates (`update`). Defaults to `value`. */
    readonly of?: "value" | "update";
  } = {},
): StateJsonSchema {
  const of = options.of ?? "value";
  const declared = Object.values(state.fields);
  // One document, so that recursive schemas and schemas with an id are found in its `$defs`.
  const whole = z.object(Object.fromEntries(declared.map((field) => [field.name, schemaOf(field, of)])));
  const { properties = {}, $defs } = z.toJSONSchema(whole, settingsFor(of));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(
      declared.map((field) => [field.name, { ...recordOf(properties[field.name]), ...marksOf(field) }]),
    ),
    ...(of === "value" && {
      required: declared.filter(({ holds }) => holds !== "channel").map(({ name }) => name),
    }),
    additionalProperties: false,
    ...($defs && { $defs }),
  };
}

/** JSON Schema of a state. */
export interface StateJsonSchema extends JsonSchema {
  readonly $schema: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
  /** Nested schemas that are recursive or have an id, if there are any. */
  readonly $defs?: JsonSchema;
}

function fieldJsonSchema(declared: Field, of: "value" | "update"): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(declared, of), settingsFor(of));
  return { ...schema, ...marksOf(declared) };
}

/** Annotations of a field. Names with `x-` are ignored by readers of JSON Schema. */
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

/** A JSON Schema can be `true`, which means any value. */
const recordOf = (schema: unknown): JsonSchema => (isPlainRecord(schema) ? schema : {});
