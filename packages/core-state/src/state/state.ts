import { checkValue } from "../kernel/check-value.ts";
import { coreStateErrors } from "../kernel/errors.ts";
import {
  type Field,
  type FieldDeclaration,
  type Fields,
  isFrameworkField,
  namedField,
  type NamedFields,
  testedFields,
} from "../kernel/field.ts";
import { type FrameworkName, groupOfName } from "../kernel/group-names.ts";
import { freezeDeep } from "../kernel/freeze.ts";
import { USER_UPDATES, withUserUpdates } from "../user/user-updates.ts";

/** Declaration of a state: its version, and its fields by full name. Plain data, which functions accept as their first argument. */
export interface StateDeclaration<Declared extends Fields = Fields> {
  /** Version, increased by 1 with each change of shape, so that older threads can be migrated. */
  readonly version: number;
  /** Fields by full name. */
  readonly fields: Declared;
}

/** Values of a state, by field name. */
export type ValueOf<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]: State["fields"][Name]["~types"]["value"];
};

/** Update of a state that a node can return: any of its fields, with their update types. */
export type UpdateOf<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]?: State["fields"][Name]["~types"]["update"];
};

/** Declared fields by name: each a declaration that its key names, or a field of a group. */
type DeclaredFields = Record<string, FieldDeclaration>;

/** Refuses declarations under the names of fields that Tidemark itself declares. The members of its groups are not refused. */
type WithoutFrameworkNames<Declared> = string extends keyof Declared
  ? unknown
  : {
      readonly [Name in keyof Declared & FrameworkName]: Declared[Name] extends { readonly name: string }
        ? unknown
        : `"${Name}" is a field of Tidemark: choose another name`;
    };

/**
 * Declares a state from its fields, and validates the default of every field.
 *
 * The key of a field is its name: any identifier. A field that Tidemark itself declares, such as `messages`, comes from `fieldGroups`; another
 * declaration of its name throws `core-state/frameworkField`.
 *
 * Throws `core-state/invalidFieldName` if a name is not an identifier, `core-state/misplacedField` if the key of a field from a group is not
 * its name, `core-state/invalidDefault` if a default fails its schema or cannot be stored, `core-state/transientReducer` if a transient field
 * has a reducer, `core-state/notUserField` if a field of another lifetime has `withoutUser`, and `core-state/invalidVersion` if the version is
 * not a whole number, 1 or greater.
 *
 * A state with a field of the lifetime `user` gets one more field, `runtime_user_updates`, with the writes that are not stored yet.
 *
 * @example
 * ```ts
 * import { defineState, field, initialState } from "tidemark";
 * import { z } from "zod";
 *
 * const Counter = defineState({
 *   version: 1,
 *   fields: {
 *     total: field({ description: "Clicks so far.", schema: z.int(), default: () => 0, lifetime: "thread" }),
 *   },
 * });
 * console.log(initialState(Counter)); // { total: 0 }
 * ```
 */
export function defineState<const Declared extends DeclaredFields>(declaration: {
  /** Version of the state, starting at 1. Increase it by 1 with each change of shape, so that older threads can be migrated. */
  readonly version: number;
  /** Fields by name: declarations, and groups of `fields(prefix, …)` or `fieldGroups` spread into the object. */
  readonly fields: Declared & WithoutFrameworkNames<Declared>;
}): StateDeclaration<NamedFields<Declared>> {
  if (!Number.isInteger(declaration.version) || declaration.version < 1) {
    throw coreStateErrors.invalidVersion({ version: declaration.version });
  }
  const named: Record<string, Field> = {};
  for (const [key, given] of Object.entries<FieldDeclaration>(declaration.fields)) {
    const declared = namedField(key, given);
    if (declared.name !== key) throw coreStateErrors.misplacedField({ key, name: declared.name });
    checkDeclaration(declared);
    named[key] = declared;
  }
  const all: Fields = Object.freeze({ ...withUserUpdates(named) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the declared fields, and the one that the framework itself uses
  return Object.freeze({ version: declaration.version, fields: all as NamedFields<Declared> });
}

/** Fields of one group, or of all groups of a list. */
export type MergedFields<Added extends DeclaredFields | readonly DeclaredFields[]> = Added extends readonly [
  infer First extends DeclaredFields,
  ...infer Rest extends readonly DeclaredFields[],
]
  ? NamedFields<First> & MergedFields<Rest>
  : Added extends DeclaredFields
    ? NamedFields<Added>
    : unknown;

/** Makes the type of a field `never` if the base already declares it. */
type WithoutClash<Base, Added> = { readonly [Name in keyof Base & keyof Added]: never };

/**
 * Adds a group of fields, or a list of groups, to a state. Fields of the base cannot be redeclared.
 *
 * A name clash does not compile, and throws `core-state/fieldClash` where the compiler cannot detect it.
 *
 * @example
 * ```ts
 * import { AgentState, extendState, field, fieldGroups } from "tidemark";
 * import { z } from "zod";
 *
 * const basket = field({ description: "Article numbers to order.", schema: z.array(z.string()), default: () => [], lifetime: "thread" });
 * const ShopState = extendState(AgentState, { version: 1, fields: [fieldGroups.settings, { basket }] });
 * console.log("basket" in ShopState.fields, "agent_control" in ShopState.fields); // true true
 * ```
 */
export function extendState<Base extends Fields, const Added extends DeclaredFields | readonly DeclaredFields[]>(
  base: StateDeclaration<Base>,
  extension: {
    /** Version of your state, starting at 1. Increase it by 1 with each change of shape, so that older threads can be migrated. */
    readonly version: number;
    /** Fields to add by name, such as a group of `fieldGroups`, or a list of such objects. */
    readonly fields: Added & WithoutClash<Base, MergedFields<Added>>;
  },
): StateDeclaration<Base & MergedFields<Added>> {
  const groups: readonly DeclaredFields[] = Array.isArray(extension.fields) ? extension.fields : [extension.fields];
  const merged: Record<string, FieldDeclaration> = { ...base.fields };
  const clashes: string[] = [];
  for (const [name, declared] of groups.flatMap((group) => Object.entries(group))) {
    if (Object.hasOwn(merged, name)) clashes.push(name);
    merged[name] = declared;
  }
  if (clashes.length > 0) throw coreStateErrors.fieldClash({ fields: clashes });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the base and of every group, by name
  return defineState({ version: extension.version, fields: merged }) as StateDeclaration<Base & MergedFields<Added>>;
}

/**
 * Creates the default values of a state. Every call returns new, deeply frozen objects, so that threads never share them.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 *
 * const first = initialState(AgentState);
 * console.log(first.control_next_agent, Object.isFrozen(first.task_ledger)); // orchestrator true
 * ```
 */
export function initialState<State extends StateDeclaration>(state: State): ValueOf<State> {
  const values: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(state.fields)) {
    const value = initialValue(declared);
    // Fields of an existing schema can be empty until they are written.
    if (value !== undefined || declared.holds !== "channel") values[name] = value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key of the declaration got the value that its own schema describes
  return Object.freeze(values) as ValueOf<State>;
}

/** Creates the default of a field: a new, deeply frozen value on every call. That of an existing schema is as LangGraph creates it. */
export const initialValue = (declared: Field): unknown =>
  declared.holds === "channel" ? declared.default() : freezeDeep(declared.default());

function checkDeclaration(declared: Field): void {
  if (testedFields.has(declared)) return;
  const group = groupOfName(declared.name);
  const isReserved = (group !== null || declared.name === USER_UPDATES) && declared.holds !== "channel";
  if (isReserved && !isFrameworkField(declared)) {
    throw coreStateErrors.frameworkField({ field: declared.name, group });
  }
  if (declared.lifetime === "transient" && declared.reducer !== undefined) {
    throw coreStateErrors.transientReducer({ field: declared.name });
  }
  if (declared.withoutUser !== undefined && declared.lifetime !== "user") {
    throw coreStateErrors.notUserField({ field: declared.name, lifetime: declared.lifetime });
  }
  const field = declared.name;
  const result = checkValue(declared, declared.default(), declared.schema);
  if ("issue" in result) throw coreStateErrors.invalidDefault({ field, problem: result.issue.message });
}
