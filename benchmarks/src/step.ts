/**
 * Prints the CPU time of a superstep, against the same graph in plain LangGraph.
 *
 * Run it with `node benchmarks/src/step.ts`; with `--check` it fails when turn start, ownership, validation and field
 * versions together cost more than a limit, which exceeds the measured cost by more than the noise.
 */
import { checkAtMost } from "./measure/limits.ts";
import { quick, report, type Result, summary } from "./measure/report.ts";
import { type StepCost, stepCosts } from "./costs/step-costs.ts";
import { agentState, small } from "./costs/step-graphs.ts";

// Turns the development checks off. Nodes read it when they are made; one contender turns the checks on explicitly.
process.env["NODE_ENV"] = "production";

const short = quick
  ? { entries: 1, turns: 15, rounds: 7, warmUp: 4, clean: false, limit: 25 }
  : { entries: 1, turns: 15, rounds: 60, warmUp: 25, clean: false, limit: 25 };
const long = { entries: 1_000, turns: 3, rounds: quick ? 3 : 20, warmUp: quick ? 1 : 3, clean: true, limit: 10 };
const results: Result[] = [];
for (const { limit, ...measured } of [
  { state: small, ...short },
  { state: agentState, ...short },
  { state: small, ...long },
  { state: agentState, ...long },
]) {
  const { state, entries } = measured;
  const costs = await stepCosts(measured);
  const subject = `a superstep, ${Object.keys(state.fields).length} fields, ${entries} KB`;
  // Each factor is the median of paired samples, not the quotient of two medians.
  const ours = 1 + costs.tidemark.overhead / 100;
  const named: Readonly<Record<string, StepCost>> = {
    tidemark: costs.tidemark,
    "tidemark with development checks": costs.development,
    "plain LangGraph": costs.plain,
    "plain LangGraph, counting versions": costs.counting,
    "plain nodes on toStateSchema": costs.schemaOnly,
  };
  for (const [contender, { samples, overhead }] of Object.entries(named))
    results.push({ subject, contender, unit: "µs", ...summary(samples), ratio: (1 + overhead / 100) / ours });
  checkAtMost(`${subject}, percent over plain LangGraph`, costs.tidemark.overhead, limit);
  checkAtMost(`${subject}, percent of development checks over production`, costs.checks, 30);
}
report("CPU time of a superstep", results);
