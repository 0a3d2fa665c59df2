import type { Reducer } from "@tidemark/reducers";
import type { z } from "zod";
import { coreStateErrors } from "./errors.ts";

/** What a field carries in the type system: its value, what a write may be, who owns it. */
export interface FieldTypes {
  readonly value: unknown;
  readonly update: unknown;
  readonly owner: Owner;
}

/**
 * How long a value lives.
 *
 * - `turn`: until the next user message; survives interrupt, resume and crash.
 * - `thread`: for the life of the conversation.
 * - `transient`: within one run; never stored, and gone after a resume.
 */
export type Lifetime = "turn" | "thread" | "transient";

/** Who may write a field: `"any"`, one agent, or a list of agents. `"runtime"` is the framework itself. */
export type Owner = string | readonly string[];

/** A declared field that has no name yet; `fields` gives it one. */
export interface FieldDeclaration<Types extends FieldTypes = FieldTypes> {
  /** Carries the types only; it has no value at run time. */
  readonly "~types": Types;
  /** One sentence: what the value means, with its unit. */
  readonly description: string;
  /** What every stored value satisfies. */
  readonly schema: z.ZodType;
  /** What a write must satisfy; the same as `schema` unless the field folds updates of another shape. */
  readonly updateSchema: z.ZodType;
  /** Makes the first value; it is frozen and never shared between threads. */
  readonly default: () => unknown;
  readonly lifetime: Lifetime;
  readonly owner: Owner;
  /** How a write meets the current value; `undefined` means that the write replaces it. */
  readonly reducer: Reducer<unknown, unknown> | undefined;
  /** `"messages"` for the conversation, whose values are message objects; everything else is plain JSON. */
  readonly holds: "json" | "messages";
  /** `false` for what never leaves for a user interface; everything else may. */
  readonly ui?: false;
}

/** A declared field under its full name in the state, with the prefix it was declared under. */
export interface Field<Types extends FieldTypes = FieldTypes> extends FieldDeclaration<Types> {
  readonly name: string;
  /** `null` for the few fields whose names are older than the prefixes. */
  readonly prefix: string | null;
  /** Name of the group that the field belongs to. Defaults to the prefix. */
  readonly group: string;
}

/** Declared fields by their full names. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * The two members of a Zod schema that carry its types. Asking for no more than these keeps the compiler from comparing
 * whole schema classes: a state of 42 fields checks in a fifth of the type instantiations.
 */
export interface SchemaTypes<Output, Input> {
  readonly _zod: { readonly output: Output; readonly input: Input };
}

/** What `field` takes: in this order, so that every declaration reads alike. */
export interface FieldOptions<Value, Input, Update, UpdateInput, OwnedBy extends Owner, First = Value> {
  readonly description: string;
  /** What every stored value satisfies: a schema that converts what it is given belongs in `updateSchema`. */
  readonly schema: SchemaTypes<Value, Input>;
  readonly updateSchema?: SchemaTypes<Update, UpdateInput>;
  readonly default: () => First;
  readonly lifetime: Lifetime;
  readonly owner?: OwnedBy;
  /** `false` keeps the field from user interfaces: no stream of events and no adapter lets it out. */
  readonly ui?: false;
  /** May return its value readonly, as reducers do that share structure. */
  readonly reducer?: (
    current: NoInfer<Value> | null | undefined,
    update: NoInfer<Update> | null | undefined,
  ) => NoInfer<Value | Readonly<Value>>;
}

/**
 * Every value there is, spelt out: inferred as a constant of this type, `default: () => ({ kind: "walk", legs: [] })` keeps
 * its literals, and its lists stay writable.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- together with null and undefined it stands for `unknown`
type AnyValue = string | number | boolean | AnyValue[] | { [key: string]: AnyValue } | {} | null | undefined;

/**
 * The same type, but not a place to infer from: inside `fields(…)` the expected return type would otherwise win over the
 * defaults of the type parameters. `NoInfer` would do the same, and show in every hover.
 */
type Settled<Type> = [Type] extends [infer Known extends Type] ? Known : never;

/**
 * Declares one slot of a state: what it means, what it may hold, its first value, how long it lives and who may write it.
 *
 * Without `owner` any agent may write. Without `reducer` a write replaces the value, and two writes in one step are an
 * error that the host reports. A `reducer` whose updates differ from the value needs `updateSchema`.
 *
 * @example
 * ```ts
 * import { field, fields } from "@tidemark/core-state";
 * import { z } from "zod";
 *
 * const trip = fields("trip", {
 *   city: field({
 *     description: "Where the journey goes; null until the traveler said so.",
 *     schema: z.string().nullable(),
 *     default: () => null,
 *     lifetime: "thread",
 *     owner: "root",
 *   }),
 * });
 * console.log(Object.keys(trip), trip.trip_city.owner); // [ 'trip_city' ] root
 * ```
 */
export function field<
  Value,
  Input,
  const First extends AnyValue,
  Update = Value,
  UpdateInput = Input,
  const OwnedBy extends Owner = "any",
>(
  options: FieldOptions<Value, Input, Update, UpdateInput, OwnedBy, First> & { readonly default: () => NoInfer<Value> },
): FieldDeclaration<{ value: Value; update: Settled<UpdateInput>; owner: Settled<OwnedBy> }> {
  const declaration = {
    description: options.description,
    schema: options.schema,
    updateSchema: options.updateSchema ?? options.schema,
    default: options.default,
    lifetime: options.lifetime,
    owner: options.owner ?? "any",
    reducer: options.reducer,
    holds: "json",
    ...(options.ui === false && { ui: false }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas are Zod's (only those have "_zod"), the reducer gets what passed them, "~types" exists for the compiler only
  return declaration as unknown as FieldDeclaration<{
    value: Value;
    update: Settled<UpdateInput>;
    owner: Settled<OwnedBy>;
  }>;
}

/** The fields of a group under their full names: `current_task` in group `task` becomes `task_current_task`. */
export type PrefixedFields<Prefix extends string, Group extends Record<string, FieldDeclaration>> = {
  readonly [Name in keyof Group & string as `${Prefix}_${Name}`]: Field<Group[Name]["~types"]>;
};

const PREFIX = /^[a-z][a-z0-9]*$/;
const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/**
 * Gives every field of a group its full, prefixed name, so that no two groups can meet in one key.
 *
 * Names are snake_case and do not repeat the prefix: otherwise `core-state/invalidFieldName`.
 */
export function fields<const Prefix extends string, Group extends Record<string, FieldDeclaration>>(
  prefix: Prefix,
  group: Group,
): PrefixedFields<Prefix, Group> {
  if (!PREFIX.test(prefix)) throw coreStateErrors.invalidFieldName({ name: prefix, problem: "is not a prefix" });
  const named: Record<string, Field> = {};
  for (const [name, declaration] of Object.entries(group)) {
    if (!NAME.test(name)) throw coreStateErrors.invalidFieldName({ name, problem: "is not snake_case" });
    if (name.startsWith(`${prefix}_`)) {
      throw coreStateErrors.invalidFieldName({
        name,
        problem: `repeats the prefix "${prefix}_", which is added for it`,
      });
    }
    named[`${prefix}_${name}`] = Object.freeze({ ...declaration, name: `${prefix}_${name}`, prefix, group: prefix });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop above renames the keys exactly as the mapped type does
  return Object.freeze(named) as PrefixedFields<Prefix, Group>;
}

/** The names that seed states have used without a prefix; no others may go without. */
type UnprefixedName =
  | "messages"
  | "capability_context_data"
  | "agent_control"
  | "status_updates"
  | "progress_events"
  | "approved_payload";

/**
 * Declares fields under the well-known names that carry no prefix.
 *
 * @internal
 */
export function unprefixedFields<Group extends Partial<Record<UnprefixedName, FieldDeclaration>>>(
  group: Group & Record<Exclude<keyof Group, UnprefixedName>, never>,
): { readonly [Name in keyof Group]: Group[Name] extends FieldDeclaration<infer Types> ? Field<Types> : never } {
  const named: Record<string, Field> = {};
  for (const [name, declaration] of Object.entries<FieldDeclaration>(group)) {
    named[name] = Object.freeze({ ...declaration, name, prefix: null, group: name });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop above keeps the keys and adds the two properties that make a declaration a field
  return Object.freeze(named) as never;
}

/**
 * Names the group of several fields, whatever their prefixes.
 *
 * @internal
 */
export function fieldGroup<Group extends Fields>(group: string, members: Group): Group {
  const named = Object.entries(members).map(([name, declared]) => [name, Object.freeze({ ...declared, group })]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields under the same names, each with its group
  return Object.freeze(Object.fromEntries(named)) as Group;
}
