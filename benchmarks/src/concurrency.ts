/**
 * Prints the turns per second of two processes on one database: on 100 threads that become long, and on threads of five turns.
 *
 * Run it with `node benchmarks/src/concurrency.ts`. With `synchronous: "normal"`, `sqliteSaver` waits for the disk as rarely as the stock
 * SQLite saver; by default it waits at each write. The processes and Postgres share one machine. `--check` fails when `sqliteSaver` is too
 * slow on threads of five turns: below 0.9 times the stock SQLite saver by default, below 1.2 times with `"normal"`.
 */
import { GRAPHS, type GraphKind } from "./savers/growing-graph.ts";
import { checkAtLeast } from "./measure/limits.ts";
import { inPlaces, runScript } from "./savers/places.ts";
import { against, quick, report, type Result, resultOf, summary } from "./measure/report.ts";
import { shuffled } from "./measure/shuffled.ts";

/** Order of the turns of one process. */
type Order = readonly ["rotate" | "renew", count: number];

const NORMAL = "tidemark, synchronous normal";
const onFiles = ["tidemark", NORMAL, "sqlite"];
const savers = [...onFiles, "tidemark on Postgres", "postgres"];
const results: Result[] = [];

/** Turns per second of two processes. */
async function turnsPerSecond(
  saver: string,
  place: string,
  { graph, order, seconds }: { graph: GraphKind; order: Order; seconds: number },
): Promise<number> {
  const run = (owner: string, time: number) =>
    runScript("savers/concurrent-turns.ts", [saver, place, graph, owner, ...order.map(String), String(time)]);
  // Creates the tables before the two start.
  await run("none", 0);
  const done = await Promise.all([run("a", seconds), run("b", seconds)]);
  return done.reduce((sum, [line]) => sum + Number(line), 0) / seconds;
}

for (const graph of GRAPHS) {
  const long = `${graph} graph, two processes, 100 threads`;
  await inPlaces(savers, async (contender, place) => {
    const measured = await turnsPerSecond(contender, place, { graph, order: ["rotate", 50], seconds: quick ? 1 : 20 });
    results.push({ subject: long, contender, unit: "turns/s", ...summary([measured]), ratio: null });
  });

  const short = `${graph} graph, two processes, threads of 5 turns`;
  const samples = new Map<string, number[]>(onFiles.map((name) => [name, []]));
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    await inPlaces(shuffled(onFiles), async (contender, place) => {
      const measured = await turnsPerSecond(contender, place, { graph, order: ["renew", 5], seconds: quick ? 1 : 5 });
      samples.get(contender)?.push(measured);
    });
  }
  for (const [contender, each] of samples)
    results.push({ subject: short, contender, unit: "turns/s", ...summary(each), ratio: null });
  const stock = resultOf(results, short, "sqlite").median;
  checkAtLeast(`${short}, against stock SQLite`, resultOf(results, short, "tidemark").median / stock, 0.9);
  checkAtLeast(`${short}, "normal" against stock SQLite`, resultOf(results, short, NORMAL).median / stock, 1.2);
}
report("Turns of two processes on one database", against("tidemark", results));
