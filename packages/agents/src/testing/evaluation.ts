import type { GraphValueOf, StateOf } from "@tidemark/core-state/langgraph";
import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import type { CaseVerdict, EvaluationDifference } from "./baseline.ts";
import type { CaseUsage, ObservedProposal } from "./case-record.ts";
import type { AgentsOf, CaseOutcome, ObservedToolCall } from "./evaluation-case.ts";
import type { CaseFailure } from "./match.ts";

/** Result of `evaluate`. */
export interface Evaluation<Graph = SessionGraph> {
  /** True if every case passed. */
  readonly passed: boolean;
  /** Results in the order of the cases. */
  readonly cases: readonly CaseResult<Graph>[];
  readonly totals: EvaluationTotals;
  /** Changes since the run in the baseline; null without one. */
  readonly difference: EvaluationDifference | null;
  /** Thresholds of `gates` that do not hold. */
  readonly gates: readonly CaseFailure[];
  /** 0 if every threshold holds, else 1: for `process.exitCode`. */
  readonly exitCode: 0 | 1;
  /** The results as text: a line for each case, its failures, the totals and the difference. */
  table(): string;
}

/** Result of one case. */
export interface CaseResult<Graph = SessionGraph> {
  readonly name: string;
  /** `undecided` if the case fails only because its judge failed. */
  readonly verdict: CaseVerdict;
  readonly outcome: CaseOutcome;
  /** Expectations that do not hold, and failures of the judge. Empty if the case passed. */
  readonly failures: readonly CaseFailure[];
  /** Error of a case that was thrown, timed out or refused, or the last failure in its state; null for none. */
  readonly error: string | null;
  /** The final answer; null for none. */
  readonly answer: string | null;
  /** Agents that ran, in order. */
  readonly route: readonly AgentsOf<Graph>[];
  readonly toolCalls: readonly ObservedToolCall[];
  readonly proposals: readonly ObservedProposal[];
  /** Calls, tokens and cost; null for a state without `fieldGroups.calls`. */
  readonly usage: CaseUsage | null;
  /** State at the end, or at the question that nobody answered; null before the first turn has ended. */
  readonly state: GraphValueOf<StateOf<Graph>> | null;
  /** Duration in seconds. */
  readonly seconds: number;
}

/** Sums over all cases. */
export interface EvaluationTotals extends CaseUsage {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
}

type Row = Pick<CaseResult, "error" | "failures" | "name" | "outcome" | "usage" | "verdict">;

/** Sums up the results of cases. */
export function totalsOf(cases: readonly Row[]): EvaluationTotals {
  const having = (verdict: CaseVerdict) => cases.filter((each) => each.verdict === verdict).length;
  const sum = (of: keyof CaseUsage) => cases.reduce((total, { usage }) => total + (usage?.[of] ?? 0), 0);
  return {
    cases: cases.length,
    passed: having("passed"),
    failed: having("failed"),
    undecided: having("undecided"),
    modelCalls: sum("modelCalls"),
    toolCalls: sum("toolCalls"),
    tokens: sum("tokens"),
    cost: sum("cost"),
  };
}

/** Text of an evaluation. */
export function tableOf(
  cases: readonly Row[],
  totals: EvaluationTotals,
  { difference, gates }: { readonly difference: EvaluationDifference | null; readonly gates: readonly CaseFailure[] },
): string {
  const head = ["case", "verdict", "outcome", "models", "tools", "tokens", "cost"];
  const rows = cases.map(({ name, verdict, outcome, usage }) => [
    oneLine(name),
    verdict,
    outcome,
    ...(usage === null ? ["", "", "", ""] : countsOf(usage)),
  ]);
  const sums = ["total", `${totals.passed}/${totals.cases}`, "", ...countsOf(totals)];
  const widths = head.map((_, column) => Math.max(...[head, ...rows, sums].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  // Without own thresholds the line of the totals says it.
  const broken = gates
    .filter(({ path, expected }) => path !== "gates.minPassed" || expected !== "at least 1")
    .map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
  const body = cases.flatMap(({ failures, error }, index) => [
    line(rows[index] ?? []),
    ...failures.map(({ path, expected, found }) => `  ${path}: expected ${expected}, found ${found}`),
    ...(failures.length > 0 && error !== null ? [`  error: ${oneLine(error)}`] : []),
  ]);
  const changes = difference === null ? [] : ["", ...differenceLines(difference)];
  return [line(head), ...body, line(sums), ...broken, ...changes].join("\n");
}

/** Longest name or error in a line of the table. */
const LONGEST = 200;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, LONGEST);

const countsOf = ({ modelCalls, toolCalls, tokens, cost }: CaseUsage): readonly string[] =>
  [modelCalls, toolCalls, tokens].map(String).concat(roundedCost(cost));

const roundedCost = (cost: number): string => String(Number(cost.toFixed(6)));

const named = (what: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`  ${what}: ${names.map(oneLine).join("; ")}`];

const signed = (change: number): string => (change > 0 ? `+${roundedCost(change)}` : roundedCost(change));

function differenceLines(difference: EvaluationDifference): readonly string[] {
  const { newlyFailing, newlyPassing, changedAnswers, added, removed, modelCalls, toolCalls, tokens, cost } =
    difference;
  return [
    "since the last run:",
    ...named("newly failing", newlyFailing),
    ...named("newly passing", newlyPassing),
    ...named("added", added),
    ...named("removed", removed),
    ...changedAnswers.map(
      ({ name, before, after }) => `  answer of ${oneLine(name)}: ${quoted(before)} became ${quoted(after)}`,
    ),
    `  models ${signed(modelCalls)}, tools ${signed(toolCalls)}, tokens ${signed(tokens)}, cost ${signed(cost)}`,
  ];
}

const quoted = (text: string | null): string => (text === null ? "none" : JSON.stringify(oneLine(text)));
