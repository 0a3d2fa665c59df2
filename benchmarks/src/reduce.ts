/**
 * Prints what merging one entry of 1 KB into the context data costs, in CPU time, against copying the state.
 *
 * Run it with `node benchmarks/src/reduce.ts`.
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
