/**
 * Prints what checkpoints cost in bytes and CPU time as a thread grows: five nodes, 1 KB more a step, two messages a turn.
 *
 * Run it with `node benchmarks/src/checkpoints.ts`, and with numbers of turns for others than 10, 50, 100 and 200; after more than
 * 200 only ours are measured. Each saver has a process of its own. CPU time is that of the process, Postgres' own left out.
 */
import { SAVERS } from "./checkpoint-contenders.ts";
import { inPlaces, runScript } from "./places.ts";
import { against, quick, report, type Result, summary } from "./report.ts";

interface Stage {
  readonly turn: number;
  readonly bytes: number;
  /** The state itself, as JSON: all that is new since the first turn. */
  readonly state: number;
  /** CPU milliseconds of the last turns. */
  readonly milliseconds: readonly number[];
}

const exact = (value: number) => ({ median: value, spread: [value, value] as const, ratio: null });
const asked = process.argv.filter((each) => /^\d+$/.test(each)).map(Number);
const turns = asked.length > 0 ? asked : quick ? [10, 40] : [10, 50, 100, 200, 1_000];
const results: Result[] = [];
await inPlaces(SAVERS, async (name, place) => {
  const stages = turns.filter((turn) => turn <= 200 || name.startsWith("tidemark"));
  // The host writes a snapshot of each delta channel after so many steps, whatever else is said; 5,000 when nothing is.
  const environment = name.endsWith("tuned") ? { LANGGRAPH_DELTA_MAX_SUPERSTEPS_SINCE_SNAPSHOT: "35" } : {};
  const lines = await runScript("checkpoint-growth.ts", [name, place, ...stages.map(String)], environment);
  for (const line of lines) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
    const { turn, bytes, state, milliseconds } = JSON.parse(line) as Stage;
    const after = `after ${turn} turns`;
    results.push({ subject: `a thread, ${after}`, contender: name, unit: "MB", ...exact(bytes / 1e6) });
    if (name === "tidemark") {
      results.push({
        subject: `a thread, ${after}`,
        contender: "the state as JSON",
        unit: "MB",
        ...exact(state / 1e6),
      });
    }
    results.push({ subject: `a turn, ${after}`, contender: name, unit: "ms", ...summary(milliseconds), ratio: null });
  }
});
const subjects = results.toSorted((one, other) => one.subject.localeCompare(other.subject, "en", { numeric: true }));
report("Checkpoints of one thread", against("tidemark", subjects));
