import type { EvaluationDifference } from "./baseline.ts";
import type { EvaluationTotals } from "./evaluation.ts";
import type { CaseFailure } from "./match.ts";

/** Thresholds of a pipeline. Without any, every case has to pass. */
export interface EvaluationGates {
  /** Smallest share of cases that pass, from 0 to 1. Defaults to 1. */
  readonly minPassed?: number;
  /** Cases that may be undecided. Defaults to any number that `minPassed` allows. */
  readonly maxUndecided?: number;
  /** Cases that passed in the run of `baseline` and do not pass now. Defaults to any number that `minPassed` allows. */
  readonly maxNewlyFailing?: number;
  /** Tokens of all cases. Defaults to no limit. */
  readonly maxTokens?: number;
  /** Cost of all cases. Defaults to no limit. */
  readonly maxCost?: number;
}

type Given = { readonly [Name in keyof EvaluationGates]: EvaluationGates[Name] | undefined };

/** Thresholds that do not hold. */
export function gateFailures(
  { minPassed = 1, maxUndecided, maxNewlyFailing, maxTokens, maxCost }: Given,
  totals: EvaluationTotals,
  difference: EvaluationDifference | null,
): readonly CaseFailure[] {
  const share = totals.passed / totals.cases;
  return [
    ...(share < minPassed
      ? [{ path: "gates.minPassed", expected: `at least ${minPassed}`, found: `${totals.passed}/${totals.cases}` }]
      : []),
    ...atMost("maxUndecided", maxUndecided, totals.undecided),
    ...atMost("maxNewlyFailing", maxNewlyFailing, difference?.newlyFailing.length ?? 0),
    ...atMost("maxTokens", maxTokens, totals.tokens),
    ...atMost("maxCost", maxCost, totals.cost),
  ];
}

const atMost = (name: keyof EvaluationGates, limit: number | undefined, found: number): readonly CaseFailure[] =>
  limit === undefined || found <= limit
    ? []
    : [{ path: `gates.${name}`, expected: `at most ${limit}`, found: String(found) }];
