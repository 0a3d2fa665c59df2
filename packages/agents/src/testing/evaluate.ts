import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import type { ModelSource } from "../models/model-source.graph.ts";
import { differenceOf, type KnownCase, readBaseline, writeBaseline } from "./baseline.ts";
import { type EvaluationParts, type MakeGraph, runCase } from "./case-run.ts";
import { checkedCases, type EvaluationCase, modelSource, toolStubs } from "./evaluation-case.ts";
import { type CaseResult, type Evaluation, tableOf, totalsOf } from "./evaluation.ts";
import { checkCase, isRubric } from "./expectations.ts";
import { type EvaluationGates, gateFailures } from "./gates.ts";
import type { ToolStubs } from "./tool-stubs.ts";

/** Options of `evaluate`. */
export interface EvaluationOptions {
  /** Maximum number of cases that run at once. Defaults to 4. */
  readonly maxConcurrency?: number;
  /** Seconds after which a case is stopped, and after which a judge has failed. Defaults to 60. */
  readonly timeLimitSeconds?: number;
  /** The model that judges answers by a `rubric`, or its name such as `"openai:gpt-5-mini"`. Defaults to none. */
  readonly judge?: ModelSource;
  /**
   * Path of a JSON file with the last run. The result contains the difference to it, and the file is replaced with this run. Defaults
   * to none.
   */
  readonly baseline?: string;
  /** Replaces the file of `baseline` with this run. Defaults to true. */
  readonly updateBaseline?: boolean;
  /** Stubs of tools for every case without `tools`. Defaults to none: the tools run. */
  readonly tools?: ToolStubs;
  /** The model that plays simulated people, or its name. Defaults to none. */
  readonly person?: ModelSource;
  /** Thresholds for `exitCode`. Defaults to every case having to pass. */
  readonly gates?: EvaluationGates;
  /** The person who sends the messages and answers the questions. Defaults to `evaluator`. */
  readonly userId?: string;
  /** Time at which the clock of each case starts. Defaults to `2030-01-01T00:00:00.000Z`. */
  readonly start?: string;
}

const Options = z.strictObject({
  maxConcurrency: z.int().min(1).default(4),
  timeLimitSeconds: z.number().positive().default(60),
  judge: modelSource.optional(),
  baseline: z.string().min(1).optional(),
  updateBaseline: z.boolean().default(true),
  tools: toolStubs.optional(),
  person: modelSource.optional(),
  gates: z
    .strictObject({
      minPassed: z.number().min(0).max(1).optional(),
      maxUndecided: z.int().min(0).optional(),
      maxNewlyFailing: z.int().min(0).optional(),
      maxTokens: z.number().min(0).optional(),
      maxCost: z.number().min(0).optional(),
    })
    .default({}),
  userId: z.string().min(1).default("evaluator"),
  start: z.iso.datetime().default("2030-01-01T00:00:00.000Z"),
});

/**
 * Runs cases against a graph and compares each with its expectations: route, fields, proposals, tool calls, answer and usage.
 *
 * `graph` is a compiled graph or an application, or a function that creates one for each case: it receives the case's model, clock and ids. Each case runs on
 * its own thread in memory, whatever the checkpointer of the graph is. An error, a case over its time limit, and a question
 * without a scripted answer are outcomes of that case and do not affect the others. A judge that fails makes a case `undecided`.
 *
 * Invalid cases and options throw `agents/invalidEvaluation` before any case runs, and a damaged file of `baseline` throws
 * `agents/invalidBaseline`.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { createAgentGraph, defineAgent } from "tidemark/agents";
 * import { evaluate } from "tidemark/testing";
 *
 * const weather = defineAgent(AgentState, {
 *   name: "weather",
 *   description: "Knows the weather of any town.",
 *   reads: ["task_current_task"],
 *   writes: ["messages"],
 *   run: () => ({ messages: [{ role: "assistant", content: "It rains in Bergen." }] }),
 * });
 * const graph = createAgentGraph({ state: AgentState, agents: [weather] });
 *
 * const evaluation = await evaluate(graph, [
 *   { message: "And in Bergen?", expect: { route: ["weather"], answer: /rains/ } },
 *   { message: "And in Oslo?", expect: { answer: /Oslo/ } },
 * ]);
 * console.log(evaluation.cases.map(({ verdict }) => verdict)); // [ 'passed', 'failed' ]
 * console.log(evaluation.cases[1]?.failures);
 * // [
 * //   {
 * //     path: 'answer',
 * //     expected: '/Oslo/',
 * //     found: '"It rains in Bergen."'
 * //   }
 * // ]
 * ```
 */
export async function evaluate<Graph extends SessionGraph>(
  graph: EvaluatedGraph<Graph> | ((parts: EvaluationParts) => EvaluatedGraph<Graph> | Promise<EvaluatedGraph<Graph>>),
  cases: readonly EvaluationCase<NoInfer<Graph>>[],
  options: EvaluationOptions = {},
): Promise<Evaluation<Graph>> {
  const parsed = Options.safeParse(options);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw agentErrors.invalidEvaluation({
      place: `options.${issue?.path.join(".") ?? ""}`,
      problem: issue?.message ?? "",
    });
  }
  const { maxConcurrency, timeLimitSeconds, judge = null, baseline, updateBaseline, userId, start } = parsed.data;
  const { tools = null, person = null, gates } = parsed.data;
  const checked = checkedCases(cases);
  const make: MakeGraph = async (parts) => graphIn(typeof graph === "function" ? await graph(parts) : graph);
  if (typeof graph !== "function") graphIn(graph);
  for (const [index, each] of checked.entries()) {
    if (each.model !== null && typeof graph !== "function") throw unusedModel(index);
    if (person === null && typeof each.person === "object" && each.person !== null && each.person.model === undefined)
      throw agentErrors.invalidEvaluation({ place: `cases[${index}].person`, problem: "it needs a `model`" });
    if (judge === null && [each.expect.answer ?? []].flat().some((answer) => isRubric(answer) && !answer.judge)) {
      throw agentErrors.invalidEvaluation({ place: `cases[${index}].expect.answer`, problem: "it needs a `judge`" });
    }
  }
  if (gates.maxNewlyFailing !== undefined && baseline === undefined)
    throw agentErrors.invalidEvaluation({ place: "options.gates.maxNewlyFailing", problem: "it needs a `baseline`" });
  const before = baseline === undefined ? null : await readBaseline(baseline);
  const runs = await inOrder(checked, maxConcurrency, async (each, index): Promise<CaseResult> => {
    const run = await runCase(make, each, {
      threadId: `case_${index + 1}`,
      userId,
      start,
      timeLimitSeconds,
      tools,
      person,
    });
    const { failures, judgeFailures } = await checkCase(each, run, { judge, judgeSeconds: timeLimitSeconds });
    const { record, outcome, problem, usage, seconds } = run;
    const { answer, route, toolCalls, proposals } = record;
    return {
      name: each.name,
      verdict: failures.length > 0 ? "failed" : judgeFailures.length > 0 ? "undecided" : "passed",
      outcome,
      failures: [...failures, ...judgeFailures],
      error: problem ?? record.failure,
      answer,
      route,
      toolCalls,
      proposals,
      usage,
      state: record.state,
      seconds,
    };
  });
  const known = runs.map(knownCase);
  if (baseline !== undefined && updateBaseline) await writeBaseline(baseline, known);
  const difference = before === null ? null : differenceOf(before, known);
  const totals = totalsOf(runs);
  const failures = gateFailures(gates, totals, difference);
  return {
    passed: totals.passed === totals.cases,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- results of this graph
    cases: runs as unknown as Evaluation<Graph>["cases"],
    totals,
    difference,
    gates: failures,
    exitCode: failures.length === 0 ? 0 : 1,
    table: () => tableOf(runs, totals, { difference, gates: failures }),
  };
}

/** A compiled graph, or an application with its graph. */
type EvaluatedGraph<Graph> = Graph | { readonly graph: Graph };

/** The compiled graph of an application, or the given one. */
function graphIn(given: EvaluatedGraph<SessionGraph>): SessionGraph {
  const graph: unknown = "graph" in Object(given) ? Reflect.get(given, "graph") : given;
  if (isCompiled(graph)) return graph;
  const problem = "it is neither a compiled graph nor an application";
  throw agentErrors.invalidEvaluation({ place: "graph", problem });
}

/** False for what JavaScript passes in place of a graph. */
const isCompiled = (graph: unknown): graph is SessionGraph =>
  typeof Reflect.get(Object(graph), "stream") === "function";

const unusedModel = (index: number): Error =>
  agentErrors.invalidEvaluation({
    place: `cases[${index}].model`,
    problem: "a compiled graph cannot receive it. Pass a function that creates the graph with the model of each case",
  });

const knownCase = ({ name, verdict, answer, usage }: CaseResult): KnownCase => ({
  name,
  verdict,
  answer,
  modelCalls: usage?.modelCalls ?? 0,
  toolCalls: usage?.toolCalls ?? 0,
  tokens: usage?.tokens ?? 0,
  cost: usage?.cost ?? 0,
});

/** Runs at most `limit` pieces of work at once. Results have the order of the items. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, item] = next;
      results[index] = await run(item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
