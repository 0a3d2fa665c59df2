/**
 * Prints what a superstep costs in CPU time, against the same graph by hand on plain `StateSchema`.
 *
 * Run it with `node benchmarks/src/step.ts`; with `--check` it fails when turn start, ownership, validation and field
 * versions together cost more than a ceiling that is far over what was measured.
 */
import { type StepCost, stepCosts } from "./step-costs.ts";
import { agentState, small } from "./step-graphs.ts";

// The nodes ask when they are made; the contender with the development checks asks for them itself.
process.env["NODE_ENV"] = "production";

const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
const show = ({ microseconds, overhead }: StepCost) =>
  `${microseconds.toFixed(0)} µs (${overhead < 0 ? "" : "+"}${overhead.toFixed(1)} %)`;

process.stdout.write(`CPU time of a superstep, Node ${process.version}; in brackets: more than by hand\n\n`);
print(["state", "by hand", "nodes by hand on toStateSchema", "tidemark", "tidemark, development checks"]);
print(["---", "---", "---", "---", "---"]);
for (const [state, entries, rounds, ceiling] of [
  [small, 1, 60, 25],
  [agentState, 1, 60, 25],
  [small, 1_000, 9, 10],
  [agentState, 1_000, 9, 10],
] as const) {
  const costs = await stepCosts({ state, entries, rounds });
  const { byHand, schemaOnly, tidemark, development } = costs;
  const fields = `${Object.keys(state.fields).length} fields, ${entries} KB`;
  print([fields, `${byHand.microseconds.toFixed(0)} µs`, show(schemaOnly), show(tidemark), show(development)]);
  if (process.argv.includes("--check") && tidemark.overhead > ceiling) {
    process.stderr.write(
      `A superstep costs ${tidemark.overhead.toFixed(1)} % more than by hand; ${ceiling} % are allowed.\n`,
    );
    process.exitCode = 1;
  }
}
