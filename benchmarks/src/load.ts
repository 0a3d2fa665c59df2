/**
 * Prints what it costs to open a long thread that is not in memory, and to read the newest 50 checkpoints of its history.
 *
 * Run it with `node benchmarks/src/load.ts`. The stock saver is measured at 200 turns: at 1,000 its file would be 20 GB.
 */
import { inPlaces, runScript } from "./places.ts";
import { against, quick, report, type Result, summary } from "./report.ts";

interface Loaded {
  readonly open: readonly number[];
  readonly history: readonly number[];
}

const results: Result[] = [];
for (const turns of quick ? [30] : [200, 1_000]) {
  const names = [
    "tidemark",
    ...(turns > 200 ? [] : ["sqlite"]),
    "tidemark on Postgres",
    ...(quick || turns > 200 ? [] : ["postgres"]),
  ];
  await inPlaces(names, async (contender, place) => {
    await runScript("checkpoint-growth.ts", [contender, place, String(turns)]);
    const [line = ""] = await runScript("load-thread.ts", [contender, place, quick ? "3" : "7"]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
    const { open, history } = JSON.parse(line) as Loaded;
    const subject = (what: string) => `${what} of a thread of ${turns} turns`;
    results.push({ subject: subject("state"), contender, unit: "ms", ...summary(open), ratio: null });
    results.push({ subject: subject("50 checkpoints"), contender, unit: "ms", ...summary(history), ratio: null });
  });
}
const subjects = results.toSorted((one, other) => one.subject.localeCompare(other.subject, "en", { numeric: true }));
report("Reading a thread that is not in memory", against("tidemark", subjects));
