import { type StateDefinition, StateSchema } from "@langchain/langgraph";
import { type BaseChannel, BinaryOperatorAggregate } from "@langchain/langgraph/channels";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import type { JsonSchema } from "../state/describe.ts";
import { coreStateErrors } from "../kernel/errors.ts";
import type { Field } from "../kernel/field.ts";
import { groupOfName } from "../kernel/group-names.ts";
import { kindOf } from "../kernel/json.ts";
import type { StateDeclaration } from "../state/state.ts";
import { USER_UPDATES } from "../user/user-updates.ts";

/** A schema of LangGraph: a `StateSchema`, or the result of `Annotation.Root`. */
export interface ExistingSchema {
  /** Values by name. Has no value at run time. */
  readonly State: object;
  /** Updates by name. Has no value at run time. */
  readonly Update: object;
}

/** Fields of an existing schema, by name. */
export type ExistingFields<Schema extends ExistingSchema> = {
  readonly [Name in keyof Schema["State"] & string]: Field<{
    value: Schema["State"][Name];
    update: Name extends keyof Schema["Update"] ? Exclude<Schema["Update"][Name], undefined> : never;
    owner: "any";
  }>;
};

/** A field whose channel and validation are those of a schema of LangGraph. */
interface ExistingField extends Field {
  readonly [EXISTING]: {
    readonly schema: ExistingSchema;
    /** Channel of the schema. LangGraph copies it for every run. */
    readonly channel: BaseChannel;
  };
}

/** Key of the schema that an existing field comes from, the same for every copy of the package. */
const EXISTING: unique symbol = Symbol.for("tidemark.existingField");

/**
 * Takes the fields of an existing LangGraph schema into a state as they are, so that single fields can be declared beside them.
 *
 * Each keeps its channel, its default, its reducer, the validation of its schema and its stored values. Its lifetime is `thread`, every node may
 * write it, and proposals cannot change it. A declaration that follows it in the same object replaces it. The schema can be a
 * `StateSchema` or the result of `Annotation.Root`.
 *
 * A field with the name of a field of Tidemark other than `messages` throws `core-state/frameworkField`, and another kind of schema
 * `core-state/unknownSchema`.
 *
 * @example
 * ```ts
 * import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
 * import { defineState, existingFields, field, toStateSchema } from "tidemark";
 * import { z } from "zod";
 *
 * const Existing = Annotation.Root({ draftText: Annotation<string>, approvedBy: Annotation<string | null> });
 *
 * const Letter = defineState({
 *   version: 1,
 *   fields: {
 *     ...existingFields(Existing),
 *     approvedBy: field(z.string().nullable(), { default: null, lifetime: "thread", owner: "reviewer" }),
 *   },
 * });
 *
 * const graph = new StateGraph(toStateSchema(Letter))
 *   .addNode("write", () => ({ draftText: "Dear Ann" }))
 *   .addEdge(START, "write")
 *   .addEdge("write", END)
 *   .compile();
 * console.log(await graph.invoke({})); // { draftText: 'Dear Ann', approvedBy: null }
 * ```
 */
export function existingFields<Schema extends ExistingSchema>(schema: Schema): ExistingFields<Schema> {
  const existing: Record<string, Field> = {};
  for (const [name, channel] of Object.entries(channelsOf(schema))) {
    const group = groupOfName(name);
    if ((group !== null && name !== "messages") || name === USER_UPDATES) {
      throw coreStateErrors.frameworkField({ field: name, group });
    }
    existing[name] = existingField(name, { schema, channel });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the schema, whose types its `State` and `Update` contain
  return Object.freeze(existing) as ExistingFields<Schema>;
}

/** Channels of a schema by name. */
function channelsOf(schema: ExistingSchema): Readonly<Record<string, BaseChannel>> {
  if (StateSchema.isInstance(schema)) return schema.getChannels();
  const spec: unknown = Reflect.get(Object(schema), "spec");
  if (!isPlainRecord(spec)) throw coreStateErrors.unknownSchema({ found: kindOf(schema) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only an annotation has a `spec`, whose values are channels
  const annotated = Object.entries(spec as StateDefinition);
  return Object.fromEntries(annotated.map(([name, made]) => [name, typeof made === "function" ? made() : made]));
}

function existingField(name: string, existing: ExistingField[typeof EXISTING]): Field {
  const { channel } = existing;
  const field: Omit<ExistingField, "~types"> = {
    name,
    prefix: null,
    group: name,
    description: "Field of an existing schema of LangGraph.",
    schema: z.unknown(),
    updateSchema: z.unknown(),
    default: () => (channel.isAvailable() ? channel.get() : undefined),
    lifetime: channel.lc_graph_name === "UntrackedValue" ? "transient" : "thread",
    owner: "any",
    reducer: reducerOf(channel),
    holds: "channel",
    [EXISTING]: existing,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- "~types" exists in the type system only, and the key of the schema is hidden
  return Object.freeze(field) as unknown as Field;
}

/** Reducer of a channel; undefined for one that replaces its value, or that LangGraph reduces in another way. */
function reducerOf(channel: BaseChannel): Field["reducer"] {
  if (!(channel instanceof BinaryOperatorAggregate)) return undefined;
  const { operator }: { readonly operator: (current: unknown, update: unknown) => unknown } = channel;
  return (current, update) => operator(current, update);
}

/** Returns the channel that an existing field keeps; null for a declared field. */
export const existingChannel = (declared: Field): BaseChannel | null =>
  isExisting(declared) ? declared[EXISTING].channel : null;

/** Validates the value of an existing field as its own schema does. An annotation does not. */
export async function validatedExisting(declared: Field, value: unknown): Promise<unknown> {
  const schema = schemaOf(declared);
  if (schema === null) return value;
  const validated: Readonly<Record<string, unknown>> = await schema.validateInput({ [declared.name]: value });
  return validated[declared.name];
}

/** JSON Schemas of the existing fields of a state, by name. An annotation has none. */
export function existingJsonSchemas(
  { fields }: StateDeclaration,
  of: "value" | "update",
): Readonly<Record<string, JsonSchema>> {
  const found = Object.values(fields).flatMap((declared): [string, JsonSchema][] => {
    const schema = schemaOf(declared);
    const whole: unknown = of === "value" ? schema?.getJsonSchema() : schema?.getInputJsonSchema();
    const properties: unknown = isPlainRecord(whole) ? whole["properties"] : null;
    const own: unknown = isPlainRecord(properties) ? properties[declared.name] : null;
    return isPlainRecord(own) ? [[declared.name, own]] : [];
  });
  return Object.fromEntries(found);
}

/** The schema of an existing field that validates; null for other fields. */
function schemaOf(declared: Field): StateSchema<Record<string, never>> | null {
  const schema: unknown = isExisting(declared) ? declared[EXISTING].schema : null;
  return StateSchema.isInstance(schema) ? schema : null;
}

const isExisting = (declared: Field): declared is ExistingField => EXISTING in declared;
