/**
 * Prints the CPU time of reading what each of 1,000 checkpoints changed.
 *
 * Run it with `node benchmarks/src/changes.ts`. Tidemark's savers record the changes; with other savers
 * `changesOf` compares all states. `--check` fails when `saver.changes` takes over 50 ms in SQLite or 80 ms in Postgres.
 */
import { GRAPHS } from "./savers/growing-graph.ts";
import { checkAtMost } from "./measure/limits.ts";
import { inPlaces, runScript } from "./savers/places.ts";
import { against, bySubject, exact, quick, report, type Result, summary } from "./measure/report.ts";
import { isOnPostgres } from "./savers/savers.ts";

/** Checkpoints of a turn: the input, and one for each step. */
const PER_TURN = 7;

const turns = quick ? 20 : 143;
const checkpoints = turns * PER_TURN;
const rounds = quick ? 3 : 9;
const contenders = [
  { saver: "tidemark", methods: ["changes", "changesOf"] },
  { saver: "tidemark on Postgres", methods: ["changes"] },
  { saver: "sqlite", methods: ["changesOf"] },
];
const results: Result[] = [];
for (const graph of GRAPHS) {
  const subject = `${graph} graph, changes of ${checkpoints} checkpoints`;
  const names = contenders.map(({ saver }) => saver);
  await inPlaces(names, async (saver, place) => {
    await runScript("savers/make-thread.ts", [saver, place, graph, String(turns), String(checkpoints)]);
    for (const method of contenders.find((each) => each.saver === saver)?.methods ?? []) {
      const given = [saver, place, graph, method, String(method === "changes" ? rounds : 1), String(checkpoints)];
      const [line = ""] = await runScript("savers/read-changes.ts", given);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
      const milliseconds = JSON.parse(line) as readonly number[];
      const contender = method === "changes" ? saver : `${saver}, ${method}`;
      // A saver without the method prints no sample.
      const { median, spread } = milliseconds.length === 0 ? exact(Infinity) : summary(milliseconds);
      if (median < Infinity) results.push({ subject, contender, unit: "ms", median, spread, ratio: null });
      if (method === "changes") checkAtMost(`${subject} by ${saver}, in ms`, median, isOnPostgres(saver) ? 80 : 50);
    }
  });
}
report("Reading what each checkpoint changed", against("tidemark", bySubject(results)));
