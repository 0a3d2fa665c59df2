/**
 * Prints what a turn of a long conversation costs: three agents on one thread, whose history is kept.
 *
 * Run it with `node benchmarks/src/thread-turns.ts`. Each contender has a process of its own; models cost nothing. With `--check` it
 * fails when the last turn costs ours more than 20 ms.
 */
import { inPlaces, runScript } from "./places.ts";
import { against, quick, report, type Result, summary } from "./report.ts";

const CEILING_MS = 20;
const stages = quick ? [10, 20] : [10, 50, 100, 200];
const ours = "tidemark, sqliteSaver";
const names = [
  ours,
  "by hand, sqliteSaver",
  "by hand, stock memory",
  "by hand, stock sqlite",
  "supervisor, stock memory",
  "swarm, stock memory",
  "AI SDK, nothing stored",
];
const results: Result[] = [];
await inPlaces(names, async (contender, place) => {
  for (const line of await runScript("thread-turns-of.ts", [contender, place, ...stages.map(String)])) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
    const { turn, milliseconds } = JSON.parse(line) as { turn: number; milliseconds: number[] };
    const subject = `a turn of a conversation, after ${turn} turns`;
    results.push({ subject, contender, unit: "ms", ...summary(milliseconds), ratio: null });
  }
});
const subjects = results.toSorted((one, other) => one.subject.localeCompare(other.subject, "en", { numeric: true }));
report("CPU time of a turn on one thread", against(ours, subjects));

const last = results.findLast(({ contender }) => contender === ours)?.median ?? 0;
if (process.argv.includes("--check") && last > CEILING_MS) {
  process.stderr.write(`A turn after ${stages.at(-1)} turns costs ${last.toFixed(1)} ms; ${CEILING_MS} are allowed.\n`);
  process.exitCode = 1;
}
