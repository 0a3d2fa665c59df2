import type { AuditEntry, StateDeclaration } from "@tidemark/core-state";
import { budgetUnits, type BudgetUnit } from "./budget-units.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/**
 * Handling of a field that exceeds its budget.
 *
 * - `dropOldest`: the oldest entries are dropped.
 * - `{ summarize }`: the oldest entries are replaced by the result of this function.
 * - `refuse`: nothing is dropped, and the outcome is `refused`.
 */
export type BudgetPolicy = "dropOldest" | "refuse" | { readonly summarize: (dropped: readonly unknown[]) => unknown };

/** Maximum size of a field. */
export interface Budget {
  /** Entries of a list or a record. */
  readonly entries?: number;
  /** Bytes of UTF-8 JSON. */
  readonly bytes?: number;
  readonly policy: BudgetPolicy;
}

/** Budgets by field name. */
export type Budgets<State extends StateDeclaration> = { readonly [Name in keyof State["fields"]]?: Budget };

/** Entries dropped from a field. */
export interface DroppedEntries {
  readonly field: string;
  readonly policy: "dropOldest" | "summarize";
  readonly entries: number;
  readonly bytes: number;
}

/** A field reduced to its budget. */
export interface FittedField {
  readonly field: string;
  /** Keys of the dropped entries: message ids, positions, keys, or `[type, key]` of contexts. */
  readonly removed: readonly unknown[];
  /** Remaining value, including the summary. */
  readonly value: unknown;
  /** Summary with the key of the first dropped entry; null without a summary. */
  readonly summary: { readonly at: unknown; readonly value: unknown } | null;
}

/** Result of fitting a state to its budgets. */
export type BudgetResult =
  | {
      readonly outcome: "fits";
      readonly fields: readonly FittedField[];
      readonly dropped: readonly DroppedEntries[];
      /** Entries for the audit log. */
      readonly audit: readonly AuditEntry[];
    }
  | { readonly outcome: "refused"; readonly field: string; readonly size: string; readonly limit: string };

/**
 * Declares and validates budgets for fields of a state.
 *
 * A budget for an unknown field, with an invalid size, or with a policy that drops entries of a field without entries throws
 * `state-manager/invalidBudget`.
 */
export function defineBudgets<State extends StateDeclaration>(state: State, budgets: Budgets<State>): Budgets<State> {
  for (const [field, budget] of Object.entries<Budget | undefined>(budgets)) {
    if (!Object.hasOwn(state.fields, field))
      throw stateManagerErrors.invalidBudget({ field, problem: "the state has no such field" });
    for (const size of [budget?.entries, budget?.bytes]) {
      if (size !== undefined && (!Number.isInteger(size) || size < 0)) {
        throw stateManagerErrors.invalidBudget({ field, problem: `${size} is not a valid size` });
      }
    }
    if (budget?.entries === undefined && budget?.bytes === undefined) {
      throw stateManagerErrors.invalidBudget({ field, problem: "it has no limit" });
    }
    const first = state.fields[field]?.default();
    // A field with the default null may contain entries later.
    if (budget.policy !== "refuse" && first !== null && typeof first !== "object") {
      throw stateManagerErrors.invalidBudget({ field, problem: `a ${typeof first} has no entries to drop` });
    }
  }
  return Object.freeze({ ...budgets });
}

/**
 * Determines the entries to drop so that every field fits its budget. The state is not changed.
 *
 * The oldest entries are dropped first. An assistant message with tool calls is dropped together with their results. A leading
 * system message is kept. Frozen values are measured once.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { defineBudgets, fitBudgets } from "tidemark/checkpoint";
 *
 * const budgets = defineBudgets(AgentState, { planning_active_capabilities: { entries: 2, policy: "dropOldest" } });
 * const values = { ...initialState(AgentState), planning_active_capabilities: ["day", "city", "mail"] };
 * const result = fitBudgets(values, budgets, "2030-01-31T12:00:00.000Z");
 * if (result.outcome === "fits") console.log(result.fields[0]?.value, result.dropped[0]?.entries); // [ 'city', 'mail' ] 1
 * ```
 */
export function fitBudgets<State extends StateDeclaration>(
  values: object,
  budgets: Budgets<State>,
  now: string,
): BudgetResult {
  const fields: FittedField[] = [];
  const dropped: DroppedEntries[] = [];
  for (const [field, budget] of Object.entries<Budget | undefined>(budgets)) {
    if (budget === undefined) continue;
    const fitted = fitField(field, Reflect.get(values, field), budget);
    if (fitted === null) continue;
    if ("outcome" in fitted) return fitted;
    fields.push(fitted.field);
    dropped.push(fitted.dropped);
  }
  const audit = dropped.map((each): AuditEntry => ({ action: "prune", ...each, timestamp: now }));
  return { outcome: "fits", fields, dropped, audit };
}

type Fitted = { readonly field: FittedField; readonly dropped: DroppedEntries };

function fitField(
  field: string,
  value: unknown,
  budget: Budget,
): Fitted | Extract<BudgetResult, { outcome: "refused" }> | null {
  const { units, rebuild } = budgetUnits(field, value);
  const size = sizeOf(units);
  const { entries = Infinity, bytes = Infinity, policy } = budget;
  if (size.entries <= entries && size.bytes <= bytes) return null;
  if (policy === "refuse") {
    const exceedsEntries = size.entries > entries;
    return {
      outcome: "refused",
      field,
      size: exceedsEntries ? `${size.entries} entries` : `${size.bytes} bytes`,
      limit: exceedsEntries ? `${entries} entries` : `${bytes} bytes`,
    };
  }
  // A summary is an entry too, so one more entry is dropped for it.
  const room = typeof policy === "object" && entries > 0 ? 1 : 0;
  const dropped = unitsToDrop(units, size, { entries: entries - room, bytes });
  // All remaining units are pinned.
  if (dropped.length === 0) return null;
  const kept = units.filter((unit) => !dropped.includes(unit));
  const summarized =
    typeof policy === "object" && room > 0 ? policy.summarize(dropped.flatMap(({ values }) => values)) : undefined;
  const first = dropped[0];
  const summary = summarized === undefined || first === undefined ? null : { at: first.keys[0], value: summarized };
  const { entries: count, bytes: freed } = sizeOf(dropped);
  return {
    field: { field, removed: dropped.flatMap(({ keys }) => keys), value: rebuild(kept, summary?.value), summary },
    dropped: { field, policy: typeof policy === "object" ? "summarize" : "dropOldest", entries: count, bytes: freed },
  };
}

interface Size {
  readonly entries: number;
  readonly bytes: number;
}

const sizeOf = (units: readonly BudgetUnit[]): Size => ({
  entries: units.reduce((sum, { values }) => sum + values.length, 0),
  bytes: units.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Returns the oldest units to drop, without pinned ones. */
function unitsToDrop(units: readonly BudgetUnit[], size: Size, limit: Size): readonly BudgetUnit[] {
  const dropped: BudgetUnit[] = [];
  let { entries, bytes } = size;
  for (const unit of units) {
    if (entries <= limit.entries && bytes <= limit.bytes) break;
    if (unit.pinned) continue;
    dropped.push(unit);
    entries -= unit.values.length;
    bytes -= unit.bytes;
  }
  return dropped;
}
