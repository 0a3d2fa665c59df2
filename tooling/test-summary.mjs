// Prints the totals of a vitest JSON report as one plain line. Plain JavaScript: it runs on any Node.
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 1;
try {
  const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
  passed = report.numPassedTests;
  // A file that does not load has no failed test, but it failed.
  const broken = report.testResults.filter((each) => each.status === "failed" && each.assertionResults.length === 0);
  failed = report.numFailedTests + broken.length;
} catch (error) {
  process.stderr.write(`The tests left no report: ${error.message}\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
