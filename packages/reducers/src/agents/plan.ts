import { frozenCopy } from "../values/frozen-copy.ts";
import { lastWrite } from "../reducers/last-write.ts";
import { isPlainRecord, nameOf } from "../values/plain-record.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";

/**
 * Replaces the plan. `null` clears it, `undefined` keeps it.
 *
 * The reducer does not read a clock. Set `updatedAt` with `stampPlan(plan, now)` before you write a changed plan.
 *
 * Laws: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { planReducer, stampPlan } from "@tidemark/reducers/internal";
 *
 * const plan = { goal: "book a trip", updatedAt: "2030-01-01T08:00:00Z" };
 * const update = stampPlan({ ...plan, goal: "book a train" }, "2030-01-01T09:00:00Z");
 * console.log(planReducer(plan, update)?.updatedAt, planReducer(plan, null)); // 2030-01-01T09:00:00Z null
 * ```
 */
export function planReducer<Plan extends object>(
  current: Plan | null | undefined,
  update: Plan | null | undefined,
): Plan | null {
  if (update !== undefined && update !== null && !isPlainRecord(update)) {
    throw reducerErrors.wrongShape({ path: "", expected: "a plan", found: nameOf(update) });
  }
  return lastWrite<Plan | null>(current, update);
}

const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/**
 * Copies a plan with a new `updatedAt`: `now`, or the plan's current `updatedAt` if that is later. It never decreases.
 *
 * `now` is an ISO 8601 time ending in `Z`; any other text throws `reducers/invalidTime`.
 */
export function stampPlan<Plan extends object>(plan: Plan, now: string): Plan & { readonly updatedAt: string } {
  if (!ISO_UTC.test(now)) throw reducerErrors.invalidTime({ time: now });
  const previous = "updatedAt" in plan && typeof plan.updatedAt === "string" ? plan.updatedAt : "";
  // Without the Z, UTC times sort as text, with or without fractions of a second.
  const later = ISO_UTC.test(previous) && previous.slice(0, -1) > now.slice(0, -1);
  return frozenCopy({ ...plan, updatedAt: later ? previous : now });
}
