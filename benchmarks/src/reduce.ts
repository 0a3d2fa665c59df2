/**
 * Prints what merging one entry of 1 KB into the context data costs, in CPU time, against copying the state.
 *
 * Run it with `node benchmarks/src/reduce.ts`; with `--check` it fails when the merge into 1,000 rows is less than 60
 * times cheaper than `structuredClone`, or dearer than mutative.
 */
import { median } from "./cpu-time.ts";
import { mergeCosts, rows, text } from "./merge-costs.ts";
import { against, report, type Result, summary } from "./report.ts";

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
  const costs = mergeCosts(rows, 1_000);
  const [ours, clone, mutative] = [costs.tidemark, costs.structuredClone, costs.mutative].map(median);
  if ((clone ?? 0) < 60 * (ours ?? 0) || (mutative ?? 0) < (ours ?? 0)) {
    process.stderr.write("The merge into 1,000 rows costs more than it may.\n");
    process.exitCode = 1;
  }
}
