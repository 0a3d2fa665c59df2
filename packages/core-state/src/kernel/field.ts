import type { Reducer } from "@tidemark/reducers";
import type { z } from "zod";
import { coreStateErrors } from "./errors.ts";
import { type OptionNames, requireKnownOptions } from "./known-options.ts";

/** Types of a field: its value, its update and its owner. */
export interface FieldTypes {
  readonly value: unknown;
  readonly update: unknown;
  readonly owner: Owner;
}

/**
 * Lifetime of a value.
 *
 * - `turn`: until the next user message. Survives an interrupt, a resume and a crash.
 * - `thread`: until the conversation is deleted.
 * - `user`: across the conversations of one user, until `forgetUser`. Kept in LangGraph's store.
 * - `transient`: until the run ends. Never stored, and reset by a resume.
 */
export type Lifetime = "turn" | "thread" | "user" | "transient";

/** Handling of a user field in a turn without a user: `refuse` throws, `thread` keeps the value for the conversation only. */
export type WithoutUser = "refuse" | "thread";

/**
 * Agents that may write a field: `"any"`, one agent, or a list of agents. `"root"` is the node that commits proposals, and
 * `"runtime"` the framework itself.
 */
export type Owner = string | readonly string[];

/** Declaration of a field without a name; its key in `defineState` or `fields` is the name. */
export interface FieldDeclaration<Types extends FieldTypes = FieldTypes> {
  /** Types of the field. Has no value at run time. */
  readonly "~types": Types;
  /** Meaning of the value in one sentence, with its unit. */
  readonly description: string;
  /** Schema of stored values. */
  readonly schema: z.ZodType;
  /** Schema of updates. Defaults to `schema`. */
  readonly updateSchema: z.ZodType;
  /** Creates the default value, which is frozen and never shared between threads. */
  readonly default: () => unknown;
  /**
   * Lifetime of the value. It is kept until the next user message (`turn`), until the conversation is deleted (`thread`), across the
   * conversations of a user (`user`), or until the run ends (`transient`).
   */
  readonly lifetime: Lifetime;
  /** Handling of a user field in a turn without a user. Absent means `refuse`. */
  readonly withoutUser?: WithoutUser;
  /** Agents that may write the field: `"any"`, one agent, or a list of agents. `"runtime"` is the framework itself. */
  readonly owner: Owner;
  /** Combines the current value with an update. Defaults to replacing the value. */
  readonly reducer: Reducer<unknown, unknown> | undefined;
  /**
   * `"messages"` for the conversation, whose values are message objects; `"channel"` for a field of `existingFields`, whose values LangGraph
   * alone checks; `"json"` for all other fields.
   */
  readonly holds: "channel" | "json" | "messages";
  /** `true` if the field is sent to user interfaces; `false` if no question to a person may contain its value either. */
  readonly ui?: boolean;
}

/** A declared field with its full name in the state, its prefix and its group. */
export interface Field<Types extends FieldTypes = FieldTypes> extends FieldDeclaration<Types> {
  /** Full name in the state, such as `city` or `task_current_task`. */
  readonly name: string;
  /** Prefix that `fields` added to the name; `null` for a field without one. */
  readonly prefix: string | null;
  /** Name of the field's group: its prefix, or its name if it has none. */
  readonly group: string;
}

/** Declared fields, by full name. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * The two members of a Zod schema that contain its types. Requiring only these keeps the compiler from comparing
 * whole schema classes: a state of 42 fields needs a fifth of the type instantiations.
 */
export interface SchemaTypes<Output, Input> {
  readonly _zod: { readonly output: Output; readonly input: Input };
}

/** Options of `field`, in the order in which declarations write them. */
export interface FieldOptions<Value, Input, Update, UpdateInput, OwnedBy extends Owner, First = Value> {
  /** Meaning of the value in one sentence, with its unit. Part of the JSON Schema and of what `describe` returns. */
  readonly description: string;
  /** Schema of stored values. A schema that converts its input belongs in `updateSchema`. */
  readonly schema: SchemaTypes<Value, Input>;
  /** Schema of updates. Needed when updates differ from values, as with a `reducer` that adds to a list. Defaults to `schema`. */
  readonly updateSchema?: SchemaTypes<Update, UpdateInput>;
  /** Creates the value that the field has before its first update. The value is frozen and never shared between threads. */
  readonly default: () => First;
  /**
   * Lifetime of the value. Required.
   *
   * - `turn`: until the next user message. Survives an interrupt, a resume and a crash.
   * - `thread`: until the conversation is deleted.
   * - `user`: across the conversations of one user. Needs a `store` and the id of the user.
   * - `transient`: until the run ends. Never stored, and reset by a resume.
   */
  readonly lifetime: Lifetime;
  /**
   * Handling of a field with the lifetime `user` in a turn without a user id: `refuse` throws `state-manager/missingUser`, `thread`
   * keeps the value for the conversation only. Defaults to `refuse`.
   */
  readonly withoutUser?: WithoutUser;
  /**
   * Agents that may write the field. Every other agent can only propose a change. Defaults to `"any"`.
   *
   * - `"any"`: every node may write.
   * - an agent's name, such as `"planner"`: only this agent.
   * - a list of names: each of these agents.
   * - `"root"`: the node that commits proposals (`commitNode`, or `commit` in `createAgentGraph`).
   * - `"runtime"`: the framework itself, such as `turnStart`.
   */
  readonly owner?: OwnedBy;
  /**
   * Whether the value leaves to user interfaces. Defaults to no: event streams and routes send only fields with `true`. With `false`, the
   * value is also left out of questions, such as a request to approve a change of the field.
   */
  readonly ui?: boolean;
  /** Combines the current value with an update. The result may be readonly. Defaults to replacing the value. */
  readonly reducer?: (
    current: NoInfer<Value> | null | undefined,
    update: NoInfer<Update> | null | undefined,
  ) => NoInfer<Value | Readonly<Value>>;
}

/** Options of a field whose schema is the first argument of `field`. */
export interface FieldSettings<Value, Update, UpdateInput, OwnedBy extends Owner> extends Omit<
  FieldOptions<Value, unknown, Update, UpdateInput, OwnedBy>,
  "default" | "description" | "schema"
> {
  /** Meaning of the value in one sentence, with its unit. Defaults to the description of the schema. */
  readonly description?: string;
  /** Value that the field has before its first update, or a function that creates it. It is frozen and never shared between threads. */
  readonly default: NoInfer<Value> | (() => NoInfer<Value>);
}

const FIELD_OPTIONS: OptionNames<FieldOptions<unknown, unknown, unknown, unknown, Owner>> = {
  description: true,
  schema: true,
  updateSchema: true,
  default: true,
  lifetime: true,
  withoutUser: true,
  owner: true,
  ui: true,
  reducer: true,
};

/**
 * A spelled-out form of `unknown`. When inferred as a const of this type, `default: () => ({ kind: "walk", legs: [] })` keeps
 * its literals, and its lists remain writable.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- together with null and undefined it stands for `unknown`
type AnyValue = string | number | boolean | AnyValue[] | { [key: string]: AnyValue } | {} | null | undefined;

/**
 * The same type, from which the compiler infers nothing. Otherwise the expected return type inside `fields(…)` would take
 * precedence over the defaults of the type parameters. `NoInfer` would do the same, but would appear in every hover.
 */
export type NotInferred<Type> = [Type] extends [infer Known extends Type] ? Known : never;

/**
 * Declares one field of a state: its schema, default, lifetime, owner and reducer.
 *
 * `default` is a value, or a function that creates it. `description` defaults to that of the schema. The schema can also be an option, in
 * `field({ schema, … })`, together with a description.
 *
 * `owner` defaults to `"any"`. Without `reducer`, an update replaces the value, and LangGraph throws if two nodes write the field
 * in one step. A `reducer` whose updates differ from the value needs `updateSchema`. An unknown option throws
 * `core-state/unknownOption`.
 *
 * @example
 * ```ts
 * import { field, fields } from "tidemark";
 * import { z } from "zod";
 *
 * const trip = fields("trip", {
 *   city: field(z.string().nullable(), { default: null, lifetime: "thread", owner: "root" }),
 * });
 * console.log(Object.keys(trip), trip.trip_city.owner); // [ 'trip_city' ] root
 * ```
 */
export function field<Value, Input, Update = Value, UpdateInput = Input, const OwnedBy extends Owner = "any">(
  schema: SchemaTypes<Value, Input>,
  options: FieldSettings<Value, Update, UpdateInput, OwnedBy>,
): FieldDeclaration<{ value: Value; update: NotInferred<UpdateInput>; owner: NotInferred<OwnedBy> }>;
export function field<
  Value,
  Input,
  const First extends AnyValue,
  Update = Value,
  UpdateInput = Input,
  const OwnedBy extends Owner = "any",
>(
  options: FieldOptions<Value, Input, Update, UpdateInput, OwnedBy, First> & { readonly default: () => NoInfer<Value> },
): FieldDeclaration<{ value: Value; update: NotInferred<UpdateInput>; owner: NotInferred<OwnedBy> }>;
export function field(first: object, second?: object): FieldDeclaration {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two forms that the overloads declare; unknown options throw below
  const given = (second === undefined ? first : { ...second, schema: first }) as UntypedOptions;
  requireKnownOptions("field", given, FIELD_OPTIONS);
  const { schema, default: initial, withoutUser, ui } = given;
  const declaration: Omit<FieldDeclaration, "~types"> = {
    description: given.description ?? schema.description ?? "",
    schema,
    updateSchema: given.updateSchema ?? schema,
    default: isFactory(initial) ? initial : Object(initial) === initial ? () => copyOf(initial) : () => initial,
    lifetime: given.lifetime,
    owner: given.owner ?? "any",
    reducer: given.reducer,
    holds: "json",
    ...(withoutUser !== undefined && { withoutUser }),
    ...(ui !== undefined && { ui }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- "~types" exists in the type system only
  return declaration as FieldDeclaration;
}

/** Options of either form, without their inferred types. */
type UntypedOptions = Pick<FieldDeclaration, "lifetime" | "reducer" | "schema" | "ui" | "withoutUser"> & {
  readonly description?: string;
  readonly updateSchema?: FieldDeclaration["schema"];
  readonly default: unknown;
  readonly owner?: Owner;
};

const isFactory = (value: unknown): value is () => unknown => typeof value === "function";

/** A copy of a default. A value that cannot be copied cannot be stored either, which `defineState` reports. */
function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

/** Fields of a group with their full names: `current_task` with the prefix `task` becomes `task_current_task`. */
export type PrefixedFields<Prefix extends string, Group extends Record<string, FieldDeclaration>> = {
  readonly [Name in keyof Group & string as `${Prefix}_${Name}`]: Field<Group[Name]["~types"]>;
};

/** Fields by full name, made from fields and from declarations that their keys name. */
export type NamedFields<Declared extends Record<string, FieldDeclaration>> = {
  readonly [Name in keyof Declared]: Field<Declared[Name]["~types"]>;
};

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Describes why a name cannot be that of a field, or returns null. */
function problemOf(name: string): string | null {
  if (!IDENTIFIER.test(name)) return "is not an identifier";
  if (name.startsWith("__")) return 'begins with "__", which LangGraph uses for its own channels';
  return name in Object.prototype ? "is the name of a property that every object has" : null;
}

/**
 * Names a declaration. A field that has a name keeps it.
 *
 * Throws `core-state/invalidFieldName` for a name that is not an identifier, that begins with `__`, or that every object has.
 *
 * @internal
 */
export function namedField(name: string, declared: FieldDeclaration): Field {
  if (isField(declared)) return declared;
  const problem = problemOf(name);
  if (problem !== null) throw coreStateErrors.invalidFieldName({ name, problem });
  return Object.freeze({ ...declared, name, prefix: null, group: name });
}

const isField = (declared: FieldDeclaration): declared is Field => "name" in declared;

/**
 * Adds a prefix to the name of every field in a group, so that the names of two groups cannot clash.
 *
 * Throws `core-state/invalidFieldName` for a name that is not an identifier or that repeats the prefix.
 */
export function fields<const Prefix extends string, Group extends Record<string, FieldDeclaration>>(
  prefix: Prefix,
  group: Group,
): PrefixedFields<Prefix, Group> {
  const named: Record<string, Field> = {};
  for (const [name, declaration] of Object.entries(group)) {
    for (const part of [prefix, name]) {
      const problem = problemOf(part);
      if (problem !== null) throw coreStateErrors.invalidFieldName({ name: part, problem });
    }
    if (name.startsWith(`${prefix}_`)) {
      throw coreStateErrors.invalidFieldName({
        name,
        problem: `repeats the prefix "${prefix}_", which is added automatically`,
      });
    }
    named[`${prefix}_${name}`] = Object.freeze({ ...declaration, name: `${prefix}_${name}`, prefix, group: prefix });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop above renames the keys exactly as the mapped type does
  return Object.freeze(named) as PrefixedFields<Prefix, Group>;
}

/** Mark of a field that Tidemark declares itself, the same for every copy of the package. */
const OF_TIDEMARK: unique symbol = Symbol.for("tidemark.ownField");

/**
 * True for a field that Tidemark declares itself, in one of its groups.
 *
 * @internal
 */
export const isFrameworkField = (declared: Field): boolean => OF_TIDEMARK in declared;

/**
 * The unchanged fields of Tidemark's groups. Tests check their declarations, so that no program has to do it at import.
 *
 * @internal
 */
export const testedFields = new WeakSet<Field>();

/**
 * Makes a group of the fields that Tidemark itself declares. Declarations without a name get their keys.
 *
 * @internal
 */
export function fieldGroup<Group extends Record<string, FieldDeclaration>>(
  group: string,
  members: Group,
): NamedFields<Group> {
  const named: Record<string, Field> = {};
  for (const [name, declared] of Object.entries(members)) {
    const member = Object.freeze({ ...namedField(name, declared), group, [OF_TIDEMARK]: true });
    testedFields.add(member);
    named[name] = member;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each declaration under its key, with the properties that make it a field
  return Object.freeze(named) as NamedFields<Group>;
}
