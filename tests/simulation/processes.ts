import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { Order, Report } from "./main.ts";

/** A run makes and drops many small objects, and errors whose stack nobody reads. */
const FLAGS = ["--no-warnings", "--max-semi-space-size=32", "--stack-trace-limit=0"];

/** Number of seeds that a process gets at a time. */
const BATCH = 20;

/** A process that simulates, one order after the other. Its sources of time and randomness are those of the simulations. */
export class SimulationProcess {
  readonly #child: ChildProcess;
  #problem = "";

  constructor(script: string) {
    this.#child = fork(script, { execArgv: FLAGS, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.#problem += chunk.toString()));
  }

  async run(order: Order): Promise<Report> {
    const waiting = new AbortController();
    const reported = once(this.#child, "message", { signal: waiting.signal });
    const ended = once(this.#child, "close", { signal: waiting.signal });
    this.#child.send(order);
    try {
      const [report] = await Promise.race([reported, ended.then(() => [null])]);
      if (report === null) throw new Error(`The simulation ended without a report. ${this.#problem}`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the process sends nothing else
      return report as Report;
    } finally {
      waiting.abort();
      await Promise.allSettled([reported, ended]);
    }
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}

/** Runs one order in a separate process. */
export async function runSimulation(script: string, order: Order): Promise<Report> {
  const own = new SimulationProcess(script);
  try {
    return await own.run(order);
  } finally {
    own.end();
  }
}

/** Options of {@link runSeeds}. */
export interface SeedsOptions {
  /** Number of processes. Defaults to one for each core. */
  readonly processes?: number;
  /** True when no further seeds are to be run. */
  readonly isOver?: () => boolean;
  /** Called with what has been run so far. */
  readonly progress?: (report: Report) => void;
}

const NOTHING: Report = { runs: 0, steps: 0, seconds: 0, acknowledged: 0, lost: 0, failures: [], words: [] };

const sum = (one: Report, other: Report): Report => ({
  runs: one.runs + other.runs,
  steps: one.steps + other.steps,
  seconds: one.seconds + other.seconds,
  acknowledged: one.acknowledged + other.acknowledged,
  lost: one.lost + other.lost,
  failures: [...one.failures, ...other.failures],
  words: [...(one.words ?? []), ...(other.words ?? [])],
});

/**
 * Runs the seeds of an order in several processes. The report is the one that a single process gives: a failure ends it at the smallest seed that
 * fails.
 */
export async function runSeeds(
  script: string,
  { runs, ...order }: Order,
  { processes = availableParallelism(), isOver = () => false, progress = () => {} }: SeedsOptions = {},
): Promise<Report> {
  const end = order.seed + runs;
  const reports = new Map<number, Report>();
  const working = new Map<SimulationProcess, number>();
  const workers: Promise<void>[] = [];
  let next = order.seed;
  let failed = Infinity;
  const fail = (seed: number): void => {
    failed = Math.min(failed, seed);
    for (const [other, place] of working) if (place > failed) other.end();
  };
  const isLeft = (): boolean => next < end && failed === Infinity && !isOver();
  const work = async (): Promise<void> => {
    const own = new SimulationProcess(script);
    try {
      while (isLeft()) {
        const seed = next;
        next += BATCH;
        working.set(own, seed);
        const report = await own.run({ ...order, seed, runs: Math.min(BATCH, end - seed) });
        working.delete(own);
        reports.set(seed, report);
        progress([...reports.values()].reduce(sum, NOTHING));
        if (report.failures.length > 0 && order.counts !== true) fail(seed);
        // What fails at once needs no second process.
        if (workers.length < processes && isLeft()) workers.push(work());
      }
    } catch (error) {
      if ((working.get(own) ?? 0) < failed) throw error;
    } finally {
      own.end();
    }
  };
  workers.push(work());
  for (const worker of workers) await worker;
  const counted = [...reports].filter(([seed]) => seed <= failed).toSorted(([one], [other]) => one - other);
  return counted.map(([, report]) => report).reduce(sum, NOTHING);
}
