/**
 * Prints the CPU time of merging one entry of 1 KB into the context data, against copying the state.
 *
 * Run it with `node benchmarks/src/reduce.ts`; with `--check` it fails when the merge into 1,000 rows costs over
 * a sixtieth of `structuredClone`, or more than mutative.
 */
import { median } from "./measure/cpu-time.ts";
import { checkAtLeast, checkAtMost } from "./measure/limits.ts";
import { mergeCosts, rows, text } from "./costs/merge-costs.ts";
import { against, report, type Result, summary } from "./measure/report.ts";

const results: Result[] = [];
for (const entryOf of [rows, text]) {
  for (const count of [1, 100, 1_000]) {
    const { bytes, loaded, ...others } = mergeCosts(entryOf, count);
    const subject = `merge 1 KB into ${count} × 1 KB of ${entryOf === rows ? "rows" : "text"} (${Math.round(bytes / 1_000)} KB)`;
    const costs = { ...others, "tidemark, first merge after a load": loaded };
    for (const [contender, samples] of Object.entries(costs))
      results.push({ subject, contender, unit: "µs", ...summary(samples), ratio: null });
  }
}
report("CPU time of merging one entry", against("tidemark", results));

if (process.argv.includes("--check")) {
  const { tidemark, structuredClone, mutative } = mergeCosts(rows, 1_000);
  checkAtLeast("merge into 1,000 rows, structuredClone against ours", median(structuredClone) / median(tidemark), 60);
  checkAtMost("merge into 1,000 rows, ours against mutative", median(tidemark) / median(mutative), 1);
}
