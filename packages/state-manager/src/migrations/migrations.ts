import type { StateDeclaration } from "@tidemark/core-state";
import { isUnsafeKey } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Values } from "../kernel/values.ts";

/**
 * One change of shape: how values of the version before become values of version `to`.
 *
 * Its parts happen in this order: `rename`, `change`, `add`, `drop`. All functions are pure; what they return is checked.
 */
export interface MigrationStep {
  /** The version that it leads to, from the version before it. */
  readonly to: number;
  /** What changed and why, in a sentence. */
  readonly doc: string;
  /** New names by old name; all at once, so that two fields can trade names. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Makes the new value of a field from its old one, by new name. A field that the thread never wrote is left alone. */
  readonly change?: Readonly<Record<string, (value: unknown) => unknown>>;
  /** The same for one update of a field that folds, where an update looks different from the value; else `change` does it. */
  readonly changeUpdate?: Readonly<Record<string, (update: unknown) => unknown>>;
  /** Makes the value of a field that is new, from all values there are, those that are about to be dropped included. */
  readonly add?: Readonly<Record<string, (values: Values) => unknown>>;
  /** Names of fields that are gone. */
  readonly drop?: readonly string[];
  /** Makes the new arguments of a task that was sent to a node one by one and has not run yet. */
  readonly changeSent?: (node: string, sent: unknown) => unknown;
}

/** The way from every older version of a state to its present one. */
export interface Migrations<State extends StateDeclaration = StateDeclaration> {
  readonly state: State;
  readonly steps: readonly MigrationStep[];
  /** The version that is lifted farthest. Values that name no version count as written by it. */
  readonly oldest: number;
}

/**
 * Declares the way from every older version of a state to its present one, without a gap.
 *
 * The steps lead one by one to the version of the state; the first may lead to any version from 1 up. Values that were
 * written before the state had a version count as one version older than the first step leads to: with a first step
 * `to: 1` they are those of a graph that knew nothing of this library. A gap, a step beyond the state's version, or a name
 * that no field of the state bears in the end throws `state-manager/invalidMigrations`.
 *
 * @example
 * ```ts
 * import { defineState, field, fields } from "@tidemark/core-state";
 * import { defineMigrations, migrate } from "@tidemark/state-manager";
 * import { z } from "zod";
 *
 * const TripState = defineState({
 *   version: 2,
 *   fields: fields("trip", {
 *     travellers: field({ description: "Who goes.", schema: z.array(z.string()), default: () => [], lifetime: "thread" }),
 *   }),
 * });
 * const migrations = defineMigrations(TripState, [
 *   {
 *     to: 2,
 *     doc: "A trip may have several travellers.",
 *     rename: { trip_traveller: "trip_travellers" },
 *     change: { trip_travellers: (name) => [name] },
 *   },
 * ]);
 * console.log(migrate(migrations, { trip_traveller: "Ann" }, 1)); // { trip_travellers: [ 'Ann' ] }
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
        problem: `step ${index + 1} leads to version ${to}, not to ${oldest + index + 1}`,
      });
    }
  }
  const last = steps.at(-1)?.to ?? state.version;
  if (last !== state.version) {
    throw stateManagerErrors.invalidMigrations({
      problem: `the last step leads to version ${last}, and the state has version ${state.version}`,
    });
  }
  for (const [index, step] of steps.entries()) assertNames(state, step, steps.slice(index + 1));
  return Object.freeze({ state, steps: Object.freeze([...steps]), oldest: Math.min(oldest, state.version) });
}

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
        problem: `the step to ${step.to} names "${name}", which no field can be called`,
      });
    }
  }
  for (const name of names) {
    const final = drop.includes(name) ? null : nameAfter(name, later);
    if (final === null || Object.hasOwn(state.fields, final)) continue;
    throw stateManagerErrors.invalidMigrations({
      problem: `the step to ${step.to} names "${name}", and the state has no field "${final}"`,
    });
  }
}

/** What a field is called in the end; null when a step drops it. */
export function nameAfter(name: string, steps: readonly MigrationStep[]): string | null {
  let current = name;
  for (const { rename = {}, drop = [] } of steps) {
    current = Object.hasOwn(rename, current) ? (rename[current] ?? current) : current;
    if (drop.includes(current)) return null;
  }
  return current;
}
