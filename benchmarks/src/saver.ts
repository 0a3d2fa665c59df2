/**
 * Prints the CPU time that a saver adds to a turn: the turn minus the same turn with a saver that does nothing.
 *
 * Run it with `node benchmarks/src/saver.ts`, and with numbers of turns for stages other than 10, 200, 500 and 1,000; after more than
 * 200 turns, only Tidemark's saver is measured. `--check` fails when the last stage costs over 1.5 times the first one.
 */
import { GRAPHS } from "./savers/growing-graph.ts";
import { checkAtMost } from "./measure/limits.ts";
import { inPlaces, runScript } from "./savers/places.ts";
import { against, bySubject, exact, quick, report, type Result, resultOf, summary } from "./measure/report.ts";
import { isTidemark } from "./savers/savers.ts";

/** Output of `saver-turns.ts`. */
interface Stage {
  readonly stage: number;
  /** Bytes that the thread has added to the file. */
  readonly bytes: number;
  /** CPU milliseconds of turns with the saver. */
  readonly stored: readonly number[];
  /** CPU milliseconds of the same turns with the saver that does nothing. */
  readonly idle: readonly number[];
}

/** Maximum cost of the last stage, relative to the first. */
const MOST_GROWTH = 1.5;

const given = process.argv.filter((each) => /^\d+$/.test(each)).map(Number);
const stages = given.length > 0 ? given : quick ? [10, 40] : [10, 200, 500, 1_000];
const results: Result[] = [];
for (const graph of GRAPHS) {
  const subjectOf = (stage: number) => `${graph} graph, added to turn ${stage}`;
  await inPlaces(["tidemark", "tidemark-encrypted", "sqlite"], async (contender, place) => {
    const own = stages.filter((stage) => stage <= 200 || isTidemark(contender));
    const lines = await runScript("savers/saver-turns.ts", [contender, place, graph, ...own.map(String)]);
    for (const line of lines) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
      const { stage, bytes, stored, idle } = JSON.parse(line) as Stage;
      const added = stored.map((each, index) => each - (idle[index] ?? 0));
      results.push({ subject: subjectOf(stage), contender, unit: "ms", ...summary(added), ratio: null });
      if (!isTidemark(contender)) continue;
      results.push({ subject: subjectOf(stage), contender: "no saver", unit: "ms", ...summary(idle), ratio: null });
      const subject = `${graph} graph, stored by ${stage} turns`;
      results.push({ subject, contender, unit: "MB", ...exact(bytes / 1e6), ratio: null });
    }
  });
  const [first = 0] = stages;
  const last = stages.at(-1) ?? first;
  const [start, end] = [first, last].map((stage) => resultOf(results, subjectOf(stage), "tidemark").median);
  const growth = (end ?? 0) / (start ?? 0);
  const subject = `${graph} graph, turn ${last} against turn ${first}`;
  results.push({ subject, contender: "tidemark", unit: "×", ...exact(growth), ratio: null });
  checkAtMost(subject, growth, MOST_GROWTH);
}
report("CPU time that a saver adds to a turn", against("tidemark", bySubject(results)));
