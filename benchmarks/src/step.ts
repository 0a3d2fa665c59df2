/**
 * Prints what a superstep costs in CPU time, against the same graph by hand on plain `StateSchema`.
 *
 * Run it with `node benchmarks/src/step.ts`; with `--check` it fails when turn start, ownership, validation and field
 * versions together cost more than a ceiling, which stands above what was measured by more than its noise.
 */
import { quick, report, type Result, summary } from "./report.ts";
import { type StepCost, stepCosts } from "./step-costs.ts";
import { agentState, small } from "./step-graphs.ts";

// The nodes ask when they are made; the contender with the development checks asks for them itself.
process.env["NODE_ENV"] = "production";

const short = quick
  ? { entries: 1, turns: 15, rounds: 7, warmUp: 4, clean: false, ceiling: 25 }
  : { entries: 1, turns: 15, rounds: 60, warmUp: 25, clean: false, ceiling: 25 };
const long = { entries: 1_000, turns: 3, rounds: quick ? 3 : 20, warmUp: quick ? 1 : 3, clean: true, ceiling: 10 };
const results: Result[] = [];
for (const { ceiling, ...measured } of [
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
    "by hand": costs.byHand,
    "by hand, counting versions": costs.countingByHand,
    "nodes by hand on toStateSchema": costs.schemaOnly,
  };
  for (const [contender, { samples, overhead }] of Object.entries(named))
    results.push({ subject, contender, unit: "µs", ...summary(samples), ratio: (1 + overhead / 100) / ours });
  if (process.argv.includes("--check") && costs.tidemark.overhead > ceiling) {
    process.stderr.write(
      `A superstep costs ${costs.tidemark.overhead.toFixed(1)} % more than by hand; ${ceiling} % are allowed.\n`,
    );
    process.exitCode = 1;
  }
}
report("CPU time of a superstep", results);
