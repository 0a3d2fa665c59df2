/**
 * Prints what writing and reading values costs with the strict serializer, against the stock one.
 *
 * Run it with `node benchmarks/src/serde.ts`; with `--check` it fails when small objects are read less than 5 times as fast, or
 * messages less than twice.
 */
import { median } from "./cpu-time.ts";
import { against, quick, report, type Result, summary } from "./report.ts";
import { payloads, serdeCosts } from "./serde-costs.ts";

const results: Result[] = [];
for (const [what, payload] of Object.entries(payloads)) {
  const costs = await serdeCosts(payload, quick ? 11 : 41);
  for (const { name: contender, write, read } of costs) {
    results.push({ subject: `read ${what}`, contender, unit: "µs", ...summary(read), ratio: null });
    results.push({ subject: `write ${what}`, contender, unit: "µs", ...summary(write), ratio: null });
  }
  const [ours = 0, stock = 0] = costs.map(({ read }) => median(read));
  const least = what === "400 messages" ? 2 : 5;
  if (process.argv.includes("--check") && stock < least * ours) {
    process.stderr.write(
      `Reading ${what} is ${(stock / ours).toFixed(1)} times as fast as the stock; ${least} is asked for.\n`,
    );
    process.exitCode = 1;
  }
}
report("CPU time of serializers", against("tidemark", results));
