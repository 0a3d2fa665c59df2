import type { AuditEntry, StateDeclaration } from "@tidemark/core-state";
import { budgetUnits, type BudgetUnit } from "./budget-units.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/**
 * What happens to a field that has outgrown its budget.
 *
 * - `dropOldest`: its oldest entries leave.
 * - `{ summarize }`: they leave, and what this function makes of them stands in their place.
 * - `refuse`: nothing leaves, and the result says so.
 */
export type BudgetPolicy = "dropOldest" | "refuse" | { readonly summarize: (dropped: readonly unknown[]) => unknown };

/** How large a field may become. */
export interface Budget {
  readonly entries?: number;
  /** Bytes of UTF-8 JSON. */
  readonly bytes?: number;
  readonly policy: BudgetPolicy;
}

/** Budgets by field name. */
export type Budgets<State extends StateDeclaration> = { readonly [Name in keyof State["fields"]]?: Budget };

/** What left a field. */
export interface DroppedEntries {
  readonly field: string;
  readonly policy: "dropOldest" | "summarize";
  readonly entries: number;
  readonly bytes: number;
}

/** What a field is left with: entries to take out by key, or a whole new value. */
export interface FittedField {
  readonly field: string;
  /** The keys of the entries that leave: message ids, positions, `[type, key]` of contexts. */
  readonly removed: readonly unknown[];
  /** The value without them, and with their summary in it. */
  readonly value: unknown;
  /** What the summary replaces: the id of the first message that left; null for none. */
  readonly summary: { readonly at: unknown; readonly value: unknown } | null;
}

/** What came of holding a state to its budgets. */
export type BudgetResult =
  | {
      readonly outcome: "fits";
      readonly fields: readonly FittedField[];
      readonly dropped: readonly DroppedEntries[];
      /** For the audit log. */
      readonly audit: readonly AuditEntry[];
    }
  | { readonly outcome: "refused"; readonly field: string; readonly size: string; readonly limit: string };

/**
 * Declares budgets for fields of a state, and checks at once that they can be kept.
 *
 * A budget for a field that the state does not have, with numbers that are no sizes, or that drops entries of a field which
 * holds none, throws `state-manager/invalidBudget`.
 */
export function defineBudgets<State extends StateDeclaration>(state: State, budgets: Budgets<State>): Budgets<State> {
  for (const [field, budget] of Object.entries<Budget | undefined>(budgets)) {
    if (!Object.hasOwn(state.fields, field))
      throw stateManagerErrors.invalidBudget({ field, problem: "the state has no such field" });
    for (const size of [budget?.entries, budget?.bytes]) {
      if (size !== undefined && (!Number.isInteger(size) || size < 0)) {
        throw stateManagerErrors.invalidBudget({ field, problem: `${size} is no size` });
      }
    }
    if (budget?.entries === undefined && budget?.bytes === undefined) {
      throw stateManagerErrors.invalidBudget({ field, problem: "it has no limit" });
    }
    const first = state.fields[field]?.default();
    // What begins with null may hold entries later.
    if (budget.policy !== "refuse" && first !== null && typeof first !== "object") {
      throw stateManagerErrors.invalidBudget({ field, problem: `a ${typeof first} has no entries that could leave` });
    }
  }
  return Object.freeze({ ...budgets });
}

/**
 * Says what has to leave a state so that every field fits its budget; the state is not changed.
 *
 * The oldest entries leave first. A message of the assistant that calls tools leaves together with their answers, and a
 * system message at the front stays. Sizes of frozen values are measured once.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "@tidemark/core-state";
 * import { defineBudgets, fitBudgets } from "@tidemark/state-manager";
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
    const over = size.entries > entries;
    return {
      outcome: "refused",
      field,
      size: over ? `${size.entries} entries` : `${size.bytes} bytes`,
      limit: over ? `${entries} entries` : `${bytes} bytes`,
    };
  }
  // A summary is an entry too, so one more has to leave for it.
  const room = typeof policy === "object" && entries > 0 ? 1 : 0;
  const leaving = leave(units, size, { entries: entries - room, bytes });
  // What is left belongs to those that never leave.
  if (leaving.length === 0) return null;
  const kept = units.filter((unit) => !leaving.includes(unit));
  const made =
    typeof policy === "object" && room > 0 ? policy.summarize(leaving.flatMap(({ values }) => values)) : undefined;
  const first = leaving[0];
  const summary = made === undefined || first === undefined ? null : { at: first.keys[0], value: made };
  const { entries: count, bytes: freed } = sizeOf(leaving);
  return {
    field: { field, removed: leaving.flatMap(({ keys }) => keys), value: rebuild(kept, summary?.value), summary },
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

/** The oldest units that have to go, pinned ones never. */
function leave(units: readonly BudgetUnit[], size: Size, limit: Size): readonly BudgetUnit[] {
  const leaving: BudgetUnit[] = [];
  let { entries, bytes } = size;
  for (const unit of units) {
    if (entries <= limit.entries && bytes <= limit.bytes) break;
    if (unit.pinned) continue;
    leaving.push(unit);
    entries -= unit.values.length;
    bytes -= unit.bytes;
  }
  return leaving;
}
