// Prints the totals of a vitest JSON report as one plain line.
import { existsSync } from "node:fs";
import { readJson } from "./manifest.ts";

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const totals = (file: string): { readonly passed: number; readonly failed: number } => {
  if (!existsSync(file)) {
    process.stderr.write(`The tests left no report in ${file}.\n`);
    return { passed: 0, failed: 1 };
  }
  const report = readJson<Report>(file);
  // A file that does not load has no failed test, but it failed.
  const broken = report.testResults.filter((each) => each.status === "failed" && each.assertionResults.length === 0);
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
};

const { passed, failed } = totals(process.argv[2] ?? "");
process.stdout.write(`${passed} passed, ${failed} failed\n`);
