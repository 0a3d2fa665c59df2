/**
 * Prints what a superstep costs in CPU time, against the same graph by hand on plain `StateSchema`.
 *
 * Run it with `node benchmarks/src/step.ts`; with `--check` it fails when turn start, ownership, validation and field
 * versions together cost more than a ceiling, which stands above what was measured by more than its noise.
 */
import { type StepCost, stepCosts } from "./step-costs.ts";
import { agentState, small } from "./step-graphs.ts";

// The nodes ask when they are made; the contender with the development checks asks for them itself.
process.env["NODE_ENV"] = "production";

const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
const show = ({ microseconds, overhead }: StepCost) =>
  `${microseconds.toFixed(0)} µs (${overhead < 0 ? "" : "+"}${overhead.toFixed(1)} %)`;

process.stdout.write(`CPU time of a superstep, Node ${process.version}; in brackets: more than by hand\n\n`);
print(["state", "by hand", "by hand, counting versions", "nodes by hand on toStateSchema", "tidemark", "with checks"]);
print(["---", "---", "---", "---", "---", "---"]);
const short = { entries: 1, turns: 15, rounds: 60, warmUp: 25, clean: false, ceiling: 25 };
const long = { entries: 1_000, turns: 3, rounds: 20, warmUp: 3, clean: true, ceiling: 10 };
for (const { ceiling, ...measured } of [
  { state: small, ...short },
  { state: agentState, ...short },
  { state: small, ...long },
  { state: agentState, ...long },
]) {
  const { state, entries } = measured;
  const costs = await stepCosts(measured);
  const { byHand, tidemark } = costs;
  const fields = `${Object.keys(state.fields).length} fields, ${entries} KB`;
  const others = [costs.countingByHand, costs.schemaOnly, tidemark, costs.development].map(show);
  print([fields, `${byHand.microseconds.toFixed(0)} µs`, ...others]);
  if (process.argv.includes("--check") && tidemark.overhead > ceiling) {
    process.stderr.write(
      `A superstep costs ${tidemark.overhead.toFixed(1)} % more than by hand; ${ceiling} % are allowed.\n`,
    );
    process.exitCode = 1;
  }
}
