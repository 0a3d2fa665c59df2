/**
 * Prints how many turns a second two processes finish on 100 threads of one database.
 *
 * Run it with `node benchmarks/src/concurrency.ts`. With `synchronous: "normal"` ours waits for the disk as seldom as the stock SQLite
 * saver does; its default waits at each write. Everything is on one machine: the processes and Postgres share its cores.
 */
import { inPlaces, runScript } from "./places.ts";
import { against, quick, report, type Result } from "./report.ts";

const THREADS = 100;
const seconds = quick ? 2 : 20;
const results: Result[] = [];
await inPlaces(
  ["tidemark", "tidemark, synchronous normal", "sqlite", "tidemark on Postgres", "postgres"],
  async (name, place) => {
    // Tables are made first, so that the two only do turns.
    await runScript("concurrent-turns.ts", [name, place, "0", "0", "0"]);
    const half = (index: number) =>
      runScript("concurrent-turns.ts", [
        name,
        place,
        String((index * THREADS) / 2),
        String(THREADS / 2),
        String(seconds),
      ]);
    const done = (await Promise.all([half(0), half(1)])).map(([line]) => Number(line));
    const perSecond = done.reduce((sum, each) => sum + each, 0) / seconds;
    const spread = [Math.min(...done) * 2, Math.max(...done) * 2].map((each) => each / seconds);
    const [low = 0, high = 0] = spread;
    const subject = `two processes, ${THREADS} threads`;
    results.push({ subject, contender: name, unit: "turns/s", median: perSecond, spread: [low, high], ratio: null });
  },
);
report("Turns of two processes on one database", against("tidemark", results));
