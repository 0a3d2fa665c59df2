/**
 * Prints the cost of opening a long thread that is not in memory, and of reading the newest 50 checkpoints of its history.
 *
 * Run it with `node benchmarks/src/load.ts`. The states have about 1 MB and 5 MB. CPU time excludes that of the Postgres server; wall time
 * includes it. `--check` fails when `getTuple` costs over 1.1 times the stock SQLite saver, or more than the stock Postgres saver.
 */
import { GRAPHS } from "./savers/growing-graph.ts";
import { checkAtMost } from "./measure/limits.ts";
import { runScript, withPlaces } from "./savers/places.ts";
import { against, bySubject, quick, report, type Result, resultOf, summary } from "./measure/report.ts";
import { shuffled } from "./measure/shuffled.ts";

/** Output of `load-thread.ts`: milliseconds by round. */
interface Loaded {
  readonly open: readonly number[];
  readonly openWall: readonly number[];
  readonly history: readonly number[];
}

const savers = quick
  ? ["tidemark", "sqlite", "tidemark on Postgres"]
  : ["tidemark", "sqlite", "tidemark on Postgres", "postgres"];
const results: Result[] = [];
for (const graph of GRAPHS) {
  for (const turns of quick ? [30] : [200, 1_000]) {
    const subjectOf = (what: string) => `${graph} graph after ${turns} turns, ${what}`;
    const samples = new Map<string, Loaded[]>(savers.map((saver) => [saver, []]));
    await withPlaces(savers, async (placeOf) => {
      for (const saver of savers)
        await runScript("savers/make-thread.ts", [saver, placeOf(saver), graph, String(turns)]);
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        for (const saver of shuffled(savers)) {
          const [line = ""] = await runScript("savers/load-thread.ts", [
            saver,
            placeOf(saver),
            graph,
            quick ? "3" : "5",
          ]);
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
          samples.get(saver)?.push(JSON.parse(line) as Loaded);
        }
      }
    });
    for (const [contender, runs] of samples) {
      const add = (what: string, samplesOf: (run: Loaded) => readonly number[]) =>
        results.push({
          subject: subjectOf(what),
          contender,
          unit: "ms",
          ...summary(runs.flatMap(samplesOf)),
          ratio: null,
        });
      add("getTuple, CPU", ({ open }) => open);
      add("getTuple, wall", ({ openWall }) => openWall);
      add("50 checkpoints, CPU", ({ history }) => history);
    }
    const subject = subjectOf("getTuple, CPU");
    const times = (ours: string, stock: string) =>
      resultOf(results, subject, ours).median / resultOf(results, subject, stock).median;
    checkAtMost(`${subject}, against stock SQLite`, times("tidemark", "sqlite"), 1.1);
    if (savers.includes("postgres"))
      checkAtMost(`${subject}, against stock Postgres`, times("tidemark on Postgres", "postgres"), 1);
  }
}
report("Reading a thread that is not in memory", against("tidemark", bySubject(results)));
