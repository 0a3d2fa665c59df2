/**
 * Prints the CPU time of writing and reading values with the strict serializer, against the stock one.
 *
 * Run it with `node benchmarks/src/serde.ts`; with `--check` it fails when reading small objects is less than 5 times
 * as fast, or reading messages less than twice.
 */
import { median } from "./measure/cpu-time.ts";
import { checkAtLeast } from "./measure/limits.ts";
import { against, quick, report, type Result, summary } from "./measure/report.ts";
import { payloads, serdeCosts } from "./costs/serde-costs.ts";

const results: Result[] = [];
for (const [what, payload] of Object.entries(payloads)) {
  const costs = await serdeCosts(payload, quick ? 11 : 41);
  for (const { name: contender, write, read } of costs) {
    results.push({ subject: `read ${what}`, contender, unit: "µs", ...summary(read), ratio: null });
    results.push({ subject: `write ${what}`, contender, unit: "µs", ...summary(write), ratio: null });
  }
  const [ours = 0, stock = 0] = costs.map(({ read }) => median(read));
  const least = what === "400 messages" ? 2 : 5;
  checkAtLeast(`reading ${what}, stock against ours`, stock / ours, least);
}
report("CPU time of serializers", against("tidemark", results));
