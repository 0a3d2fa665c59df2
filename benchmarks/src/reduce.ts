/**
 * Prints what merging one entry of 1 KB into the context data costs, in CPU time, against copying the state.
 *
 * Run it with `node benchmarks/src/reduce.ts`; with `--check` it fails when the merge into 1,000 rows is less than 60
 * times cheaper than `structuredClone`, or dearer than mutative.
 */
import { mergeCosts, rows, text } from "./merge-costs.ts";

const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);

process.stdout.write(
  `CPU time of merging one entry, Node ${process.version}; in brackets: times the cost of tidemark\n\n`,
);
print(["state", "tidemark", "tidemark, first merge after a load", "mutative", "structuredClone", "JSON clone"]);
print(["---", "---", "---", "---", "---", "---"]);
for (const entryOf of [rows, text]) {
  for (const count of [1, 100, 1_000]) {
    const { bytes, tidemark, ...others } = mergeCosts(entryOf, count);
    const state = `${entryOf === rows ? "rows" : "text"}: ${count} × 1 KB (${Math.round(bytes / 1_000)} KB)`;
    const factors = Object.values(others).map((cost) => `${cost.toFixed(1)} µs (${(cost / tidemark).toFixed(1)}×)`);
    print([state, `${tidemark.toFixed(1)} µs`, ...factors]);
  }
}

if (process.argv.includes("--check")) {
  const costs = mergeCosts(rows, 1_000);
  if (costs.structuredClone < 60 * costs.tidemark || costs.mutative < costs.tidemark) {
    process.stderr.write("The merge into 1,000 rows costs more than it may.\n");
    process.exitCode = 1;
  }
}
