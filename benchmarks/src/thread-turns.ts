/**
 * Prints the CPU time of a turn in a long conversation: three agents on one thread with its history.
 *
 * Run it with `node benchmarks/src/thread-turns.ts`. In each round every contender runs in a new process, in random order. Models
 * answer without delay. With `--check` it fails when the last turn of Tidemark costs over 20 ms. Mastra takes part once it is installed:
 * `npx -y pnpm@12.21.0 --dir benchmarks/peers/mastra install --frozen-lockfile`.
 */
import { checkAtMost } from "./measure/limits.ts";
import { inPlaces, runScript } from "./savers/places.ts";
import { against, quick, report, type Result, summary } from "./measure/report.ts";
import { shuffled } from "./measure/shuffled.ts";
import { contenders, OURS } from "./tool-turns/thread-contenders.ts";

const MOST_MS = 20;
const { stages, rounds, warmUp } = quick
  ? { stages: [10, 20], rounds: 1, warmUp: 10 }
  : { stages: [10, 50, 100, 200], rounds: 3, warmUp: 30 };

/** Output of `thread-turns-of.ts`. */
interface Run {
  /** Model calls of a turn. */
  readonly calls: number;
  /** Items that a turn stores. */
  readonly adds: string;
  /** CPU milliseconds of turns by stage. */
  readonly samples: Readonly<Record<string, readonly number[]>>;
}

const names = contenders();
const runs = new Map<string, Run[]>(names.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  await inPlaces(shuffled(names), async (name, place) => {
    const [line = ""] = await runScript("tool-turns/thread-turns-of.ts", [
      name,
      place,
      String(warmUp),
      ...stages.map(String),
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
    runs.get(name)?.push(JSON.parse(line) as Run);
  });
}

const labelOf = (name: string): string => {
  const [run] = runs.get(name) ?? [];
  return `${name} (${run?.calls} model calls, ${run?.adds})`;
};
const results = stages.flatMap((stage) =>
  names.map((name): Result => {
    const samples = (runs.get(name) ?? []).flatMap((run) => run.samples[stage] ?? []);
    return {
      subject: `a turn of a conversation, after ${stage} turns`,
      contender: labelOf(name),
      unit: "ms",
      ...summary(samples),
      ratio: null,
    };
  }),
);
report("CPU time of a turn on one thread", against(labelOf(OURS), results));

const last = results.findLast(({ contender }) => contender === labelOf(OURS))?.median ?? 0;
checkAtMost(`a turn after ${stages.at(-1)} turns, in ms`, last, MOST_MS);
