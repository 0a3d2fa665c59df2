import type { StateDeclaration } from "@tidemark/core-state";
import { isUnsafeKey } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Values } from "../kernel/values.ts";

/**
 * Migration of values from the previous version to version `to`.
 *
 * Applied in this order: `rename`, `change`, `add`, `drop`. All functions must be pure; their results are checked.
 */
export interface MigrationStep {
  /** Target version, one above the previous one. */
  readonly to: number;
  /** Description of the change and its reason, in one sentence. */
  readonly description: string;
  /** New field names by old name. Applied all at once, so two fields can swap names. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Converts the value of a field, by new name. Skipped for a field without a stored value. */
  readonly change?: Readonly<Record<string, (value: unknown) => unknown>>;
  /** Converts a pending update of a field whose updates differ from its value. Defaults to `change`. */
  readonly changeUpdate?: Readonly<Record<string, (update: unknown) => unknown>>;
  /** Creates the value of a new field from all other values, including the ones in `drop`. */
  readonly add?: Readonly<Record<string, (values: Values) => unknown>>;
  /** Names of removed fields. */
  readonly drop?: readonly string[];
  /** Converts the arguments of a task that was sent to a node with `Send` and has not run. */
  readonly changeSent?: (node: string, sent: unknown) => unknown;
}

/** Migrations from all older versions of a state to its current one. */
export interface Migrations<State extends StateDeclaration = StateDeclaration> {
  /** Current declaration of the state. */
  readonly state: State;
  /** One step for each version increase, oldest first. */
  readonly steps: readonly MigrationStep[];
  /** Oldest supported version. Values without a version count as written by it. */
  readonly oldest: number;
}

/**
 * Declares the migrations from all older versions of a state to its current one.
 *
 * There is one step per version, in order, up to the version of the state. The first step may lead to any version from 1.
 * Values of users in the store are migrated with the declared steps wherever they are read.
 *
 * Values without a version count as one version before the first step: with a first step `to: 1` these are the values of a graph
 * that did not use this library. A gap, a step beyond the state's version, or a name that does not lead to a field of the state
 * throws `state-manager/invalidMigrations`.
 *
 * @example
 * ```ts
 * import { defineState, field, fields } from "tidemark";
 * import { defineMigrations, migrate } from "tidemark/checkpoint";
 * import { z } from "zod";
 *
 * const TripState = defineState({
 *   version: 2,
 *   fields: fields("trip", {
 *     travelers: field({ description: "Who goes.", schema: z.array(z.string()), default: () => [], lifetime: "thread" }),
 *   }),
 * });
 * const migrations = defineMigrations(TripState, [
 *   {
 *     to: 2,
 *     description: "A trip may have several travelers.",
 *     rename: { trip_traveler: "trip_travelers" },
 *     change: { trip_travelers: (name) => [name] },
 *   },
 * ]);
 * console.log(migrate(migrations, { trip_traveler: "Ann" }, 1)); // { trip_travelers: [ 'Ann' ] }
 * ```
 */
export function defineMigrations<State extends StateDeclaration>(
  state: State,
  steps: readonly MigrationStep[],
): Migrations<State> {
  const oldest = (steps[0]?.to ?? state.version + 1) - 1;
  for (const [index, { to }] of steps.entries()) {
    if (!Number.isInteger(to) || to !== oldest + index + 1 || to < 1) {
      throw stateManagerErrors.invalidMigrations({
        problem: `step ${index + 1} leads to version ${to} instead of ${oldest + index + 1}`,
      });
    }
  }
  const last = steps.at(-1)?.to ?? state.version;
  if (last !== state.version) {
    throw stateManagerErrors.invalidMigrations({
      problem: `the last step leads to version ${last}, but the state has version ${state.version}`,
    });
  }
  for (const [index, step] of steps.entries()) assertNames(state, step, steps.slice(index + 1));
  const migrations = Object.freeze({
    state,
    steps: Object.freeze([...steps]),
    oldest: Math.min(oldest, state.version),
  });
  declaredFor.set(state, migrations);
  return migrations;
}

/** Migrations by the state for which they were declared. */
const declaredFor = new WeakMap<StateDeclaration, Migrations>();

/**
 * Returns the migrations that were declared for a state. Every node that reads or stores values of users migrates them in the same way,
 * so none of them can be forgotten.
 *
 * @internal
 */
export const declaredMigrations = (state: StateDeclaration): Migrations | undefined => declaredFor.get(state);

function assertNames(state: StateDeclaration, step: MigrationStep, later: readonly MigrationStep[]): void {
  const { rename = {}, change = {}, changeUpdate = {}, add = {}, drop = [] } = step;
  const targets = Object.values(rename);
  const twice = targets.find((name, index) => targets.indexOf(name) !== index);
  if (twice !== undefined) {
    throw stateManagerErrors.invalidMigrations({
      problem: `the step to ${step.to} gives two fields the name "${twice}"`,
    });
  }
  const names = [...targets, ...Object.keys(change), ...Object.keys(changeUpdate), ...Object.keys(add)];
  for (const name of [...names, ...Object.keys(rename), ...drop]) {
    if (isUnsafeKey(name)) {
      throw stateManagerErrors.invalidMigrations({
        problem: `the step to ${step.to} names "${name}", which is not a valid field name`,
      });
    }
  }
  for (const name of names) {
    const final = drop.includes(name) ? null : nameAfter(name, later);
    if (final === null || Object.hasOwn(state.fields, final)) continue;
    throw stateManagerErrors.invalidMigrations({
      problem: `the step to ${step.to} names "${name}", but the state has no field "${final}"`,
    });
  }
}

/** Returns the name of a field after some steps, or null when one of them drops it. */
export function nameAfter(name: string, steps: readonly MigrationStep[]): string | null {
  let current = name;
  for (const { rename = {}, drop = [] } of steps) {
    current = Object.hasOwn(rename, current) ? (rename[current] ?? current) : current;
    if (drop.includes(current)) return null;
  }
  return current;
}
