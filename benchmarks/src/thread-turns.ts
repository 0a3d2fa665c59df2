/**
 * Prints what a turn of a long conversation costs: three agents on one thread, whose history is kept.
 *
 * Run it with `node benchmarks/src/thread-turns.ts`. In each round every contender has a process of its own, in random order; models
 * cost nothing. With `--check` it fails when the last turn costs ours more than 20 ms. Mastra takes part once it is installed:
 * `npx -y pnpm@12.21.0 --dir benchmarks/peers/mastra install --frozen-lockfile`.
 */
import { inPlaces, runScript } from "./places.ts";
import { against, quick, report, type Result, summary } from "./report.ts";
import { shuffled } from "./shuffled.ts";
import { contenders, OURS } from "./thread-contenders.ts";

const CEILING_MS = 20;
const { stages, rounds, warmUp } = quick
  ? { stages: [10, 20], rounds: 1, warmUp: 10 }
  : { stages: [10, 50, 100, 200], rounds: 3, warmUp: 30 };

/** What the script beside this one prints. */
interface Run {
  /** Calls of the model in a turn. */
  readonly calls: number;
  /** What a turn adds to the store. */
  readonly adds: string;
  /** CPU milliseconds of some turns, by the stage that they lead up to. */
  readonly samples: Readonly<Record<string, readonly number[]>>;
}

const names = contenders();
const runs = new Map<string, Run[]>(names.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  await inPlaces(shuffled(names), async (name, place) => {
    const [line = ""] = await runScript("thread-turns-of.ts", [name, place, String(warmUp), ...stages.map(String)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
    runs.get(name)?.push(JSON.parse(line) as Run);
  });
}

const shown = (name: string): string => {
  const [run] = runs.get(name) ?? [];
  return `${name} (${run?.calls} model calls, ${run?.adds})`;
};
const results = stages.flatMap((stage) =>
  names.map((name): Result => {
    const samples = (runs.get(name) ?? []).flatMap((run) => run.samples[stage] ?? []);
    return {
      subject: `a turn of a conversation, after ${stage} turns`,
      contender: shown(name),
      unit: "ms",
      ...summary(samples),
      ratio: null,
    };
  }),
);
report("CPU time of a turn on one thread", against(shown(OURS), results));

const last = results.findLast(({ contender }) => contender === shown(OURS))?.median ?? 0;
if (process.argv.includes("--check") && last > CEILING_MS) {
  process.stderr.write(`A turn after ${stages.at(-1)} turns costs ${last.toFixed(1)} ms; ${CEILING_MS} are allowed.\n`);
  process.exitCode = 1;
}
