import type { Limits } from "@tidemark/agents";
import { allowances, type Allowance, limitsOf } from "@tidemark/agents/internal";

/** Used part of a limit. */
export interface LimitGauge extends Pick<Allowance, "kind" | "used" | "limit" | "because"> {
  /** True if the limit is the default of Tidemark. */
  readonly isDefault: boolean;
}

type Values = Parameters<typeof allowances>[0] & { readonly control_next_agent?: unknown };

/**
 * Reads how much of each limit is used. Without the limits of the application, only those that the thread itself contains are known: any other
 * value may be wrong. Empty for a graph that was not made with `createAgentGraph`.
 */
export function limitGauges(
  values: Values,
  { limits, now }: { readonly limits: Partial<Limits> | undefined; readonly now: string | null },
): readonly LimitGauge[] {
  if (typeof values.control_next_agent !== "string" || now === null) return [];
  const defaults = new Map(allowances(values, { limits: limitsOf({}), now }).map(({ kind, limit }) => [kind, limit]));
  const gauges = allowances(values, { limits: limitsOf(values, limits), now }).map(
    ({ kind, used, limit, because }): LimitGauge => ({
      kind,
      used,
      limit,
      because,
      isDefault: limit === defaults.get(kind),
    }),
  );
  return limits === undefined ? gauges.filter(({ isDefault }) => !isDefault) : gauges;
}
