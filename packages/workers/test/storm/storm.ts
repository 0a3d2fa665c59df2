/**
 * Runs turns on workers that are killed and frozen, on a database that is restarted and whose connections are cut, under clocks that
 * differ by up to ten seconds, and compares the threads with what was accepted.
 *
 * `node packages/workers/test/storm/storm.ts postgres tidemark --threads=40 --turns=10` prints one line of JSON, and ends with 1 if a
 * turn was lost, doubled, out of order or stuck. `--seed` repeats the order of the disasters.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { type StormSaver, stormSaver } from "./storm-engines.ts";
import { isHandedOff } from "./storm-graph.ts";
import { type AcceptedThread, type SenderOrders, untilAnswered } from "./storm-sender.ts";
import { startServers, type StormServers } from "./storm-servers.ts";
import { type StormPlace, stormTurns } from "./storm-turns.ts";

/** Size of a storm. */
export interface StormOptions {
  readonly engine: string;
  readonly saver: StormSaver;
  readonly workers: number;
  readonly senders: number;
  readonly threads: number;
  /** Turns of each thread. */
  readonly turns: number;
  /** Number of workers that are killed. */
  readonly kills: number;
  /** Number of workers that are frozen past their lease. */
  readonly freezes: number;
  /** Number of restarts of the database, if the engine has a server. */
  readonly restarts: number;
  /** Number of times that connections are cut, if the engine has a server. */
  readonly cuts: number;
  /** Longest time of an effect, in milliseconds. */
  readonly effect: number;
  /** Longest time that a worker is frozen, in milliseconds. The shortest is 1,500. */
  readonly frozen: number;
  /** Number of turns that the others end before a frozen worker wakes up. */
  readonly behind: number;
  /** Pause between two disasters, in milliseconds. */
  readonly pause: number;
  readonly seed: number;
}

/** Disasters by kind. */
interface Disasters {
  readonly kills: number;
  readonly freezes: number;
  readonly restarts: number;
  readonly cuts: number;
}

/** What a storm found. All but `accepted`, `retried`, `takeovers` and the disasters must be 0. */
export interface StormReport extends Disasters {
  readonly accepted: number;
  /** Turns that were accepted and are not in the state. */
  readonly lost: number;
  /** Turns that are in the state more than once. */
  readonly doubled: number;
  /** Threads whose turns are in another order. */
  readonly unordered: number;
  /** Threads with another number of handoffs than their turns made. */
  readonly handoffs: number;
  /** Turns that have not ended. */
  readonly stuck: number;
  /** Turns whose effect did not happen exactly once. */
  readonly effects: number;
  /** Workers that ended by themselves. */
  readonly crashes: number;
  /** Effects that were tried more than once: the key prevented the second. */
  readonly retried: number;
  readonly takeovers: number;
}

/** Runs a storm. */
export async function storm(options: StormOptions): Promise<StormReport> {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-storm-"));
  const servers = await startServers(options.engine, folder);
  const place = { engine: options.engine, saver: options.saver, folder, place: servers.place, effect: options.effect };
  const { turns, witness, end } = stormTurns(place);
  const bundle = (name: string) => bundleWorker(path.join(import.meta.dirname, `${name}.ts`), folder);
  const pool = new WorkerPool(await bundle("storm-worker"), place, randomOf(options.seed));
  try {
    await Promise.all(Array.from({ length: options.workers }, () => pool.start()));
    const sender = await bundle("storm-sender");
    const names = Array.from({ length: options.threads }, (_, index) => `thread ${index}`);
    const sending = Promise.all(
      Array.from({ length: options.senders }, (_, index) => {
        const threads = names.filter((_name, at) => at % options.senders === index);
        return send(sender, { ...place, threads, turns: options.turns });
      }),
    );
    const [accepted, disasters] = await Promise.all([sending, rage(pool, { servers, turns }, options)]);
    await quiet(turns);
    // Frozen workers wake up and try to write.
    await wait(options.frozen + 500);
    const { waiting, running, delayed, takeovers } = await turns.measure();
    const all = accepted.flat();
    const found = { lost: 0, doubled: 0, unordered: 0, handoffs: 0, effects: 0 };
    const effects = witness.effects();
    for (const { threadId, texts, last } of all) {
      const { log_done: done, execution_handoff_history: history } = await stateOf(turns, threadId, last);
      const logged = new Set(done);
      const missing = texts.filter((text) => !logged.has(text)).length;
      const doubled = done.length - logged.size;
      found.lost += missing;
      found.doubled += doubled;
      if (missing === 0 && doubled === 0 && done.join("\n") !== texts.join("\n")) found.unordered += 1;
      if (history.length !== texts.filter(isHandedOff).length) found.handoffs += 1;
      found.effects += texts.filter((text) => effects.get(text) !== 1).length;
    }
    const count = all.flatMap(({ texts }) => texts).length;
    const retried = witness.tries() - effects.size;
    const stuck = waiting + running + delayed;
    return { accepted: count, ...disasters, ...found, stuck, crashes: pool.crashes, retried, takeovers };
  } finally {
    await pool.end();
    await end();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type StormTurns = ReturnType<typeof stormTurns>["turns"];

/** State after the last turn of a thread. An empty one if it has not ended: `stuck` counts it. */
async function stateOf(turns: StormTurns, threadId: string, last: string) {
  const { running, waiting } = await turns.status(threadId);
  const isOpen = running !== null || waiting.length > 0;
  const result = isOpen ? null : await turns.result(last);
  if (result !== null && "state" in result) return result.state;
  process.stderr.write(`${last}: ${isOpen ? "open" : JSON.stringify(result)}\n`);
  return { log_done: [], execution_handoff_history: [] };
}

/** Starts a sender and returns what was accepted. */
async function send(bundle: string, orders: SenderOrders): Promise<readonly AcceptedThread[]> {
  const child = fork(bundle, [JSON.stringify(orders)]);
  return new Promise((resolve, reject) => {
    child.once("message", (accepted: readonly AcceptedThread[]) => resolve(accepted));
    child.once("exit", (code) => reject(new Error(`A sender ended with ${code}.`)));
  });
}

/** Disasters at random moments. */
async function rage(
  pool: WorkerPool,
  { servers, turns }: { readonly servers: StormServers; readonly turns: StormTurns },
  options: StormOptions,
): Promise<Disasters> {
  const { restart, cut } = servers;
  const random = randomOf(options.seed);
  const happened = {
    kills: options.kills,
    freezes: options.freezes,
    restarts: restart === undefined ? 0 : options.restarts,
    cuts: cut === undefined ? 0 : options.cuts,
  };
  const names = ["kills", "freezes", "restarts", "cuts"] as const;
  const order = names
    .flatMap((name) => Array.from({ length: happened[name] }, () => ({ name, at: random() })))
    .toSorted((one, other) => one.at - other.at);
  const frozen: Promise<void>[] = [];
  for (const { name } of order) {
    await wait(options.pause * (0.5 + random()));
    if (name === "kills") await pool.kill();
    else if (name === "freezes") {
      const frozenFor = wait(1_500 + random() * (options.frozen - 1_500));
      frozen.push(pool.freeze(frozenFor.then(() => othersGoOn(turns, options.behind))));
    } else if (name === "restarts") await restart?.();
    else await untilAnswered(async () => cut?.());
  }
  await Promise.all(frozen);
  return happened;
}

/** Waits until so many turns have ended, or none is left. */
async function othersGoOn(turns: StormTurns, count: number): Promise<void> {
  if (count === 0) return;
  const before = (await untilAnswered(() => turns.measure())).ended;
  for (;;) {
    const { ended, waiting } = await untilAnswered(() => turns.measure());
    if (ended - before >= count || waiting === 0) return;
    await wait(100);
  }
}

/** Waits until no turn is left, or none has ended for a long time. */
async function quiet(turns: StormTurns): Promise<void> {
  let before = -1;
  for (let still = 0; still < 60;) {
    const { waiting, running, ended } = await untilAnswered(() => turns.measure());
    if (waiting + running === 0) break;
    still = ended === before ? still + 1 : 0;
    before = ended;
    await wait(500);
  }
}

class WorkerPool {
  readonly #bundle: string;
  readonly #place: StormPlace;
  readonly #random: () => number;
  readonly #workers = new Set<ChildProcess>();
  #started = 0;
  #failures = 0;
  #crashes = 0;

  constructor(bundle: string, place: StormPlace, random: () => number) {
    this.#bundle = bundle;
    this.#place = place;
    this.#random = random;
  }

  /** Number of workers that ended by themselves. */
  get crashes(): number {
    return this.#crashes;
  }

  async start(): Promise<void> {
    // Clocks of workers that run at the same time differ by ten seconds.
    const skew = [-5_000, 0, 5_000][this.#started % 3] ?? 0;
    this.#started += 1;
    const child = fork(this.#bundle, [JSON.stringify(this.#place)], {
      execArgv: ["--import", path.join(import.meta.dirname, "skewed-clock.ts")],
      env: { ...process.env, CLOCK_SKEW: String(skew) },
    });
    const started = new Promise((resolve) => child.once("message", resolve));
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // A worker that finds no database ends; its supervisor starts another one.
    if ((await Promise.race([started, ended.then(() => "ended")])) === "ended") {
      this.#failures += 1;
      if (this.#failures > 100) throw new Error("Workers do not start.");
      return this.start();
    }
    this.#workers.add(child);
    void this.#watch(child, ended);
  }

  /** Starts another worker if one ends by itself. */
  async #watch(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
    await ended;
    if (!this.#workers.delete(child)) return;
    this.#crashes += 1;
    await this.start();
  }

  async kill(): Promise<void> {
    const child = this.#any();
    if (child === undefined) return;
    this.#workers.delete(child);
    child.kill("SIGKILL");
    await this.start();
  }

  /** Freezes a worker until something has happened. */
  async freeze(until: Promise<unknown>): Promise<void> {
    const child = this.#any();
    if (child === undefined) return;
    child.kill("SIGSTOP");
    await until;
    child.kill("SIGCONT");
  }

  async end(): Promise<void> {
    for (const child of this.#workers) {
      this.#workers.delete(child);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await ended;
    }
  }

  #any(): ChildProcess | undefined {
    return [...this.#workers][Math.floor(this.#random() * this.#workers.size)];
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Random numbers of a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Number that follows `--name=` in the arguments. */
const argument = (name: string, otherwise: number): number =>
  Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);

if (import.meta.main) {
  const [engine = "postgres", saver = "tidemark"] = process.argv.slice(2).filter((each) => !each.startsWith("--"));
  const seed = argument("seed", Math.floor(Math.random() * 1_000_000));
  const start = performance.now();
  const report = await storm({
    engine,
    saver: stormSaver(saver),
    workers: argument("workers", 4),
    senders: argument("senders", 2),
    threads: argument("threads", 200),
    turns: argument("turns", 50),
    kills: argument("kills", 200),
    freezes: argument("freezes", 100),
    restarts: argument("restarts", 5),
    cuts: argument("cuts", 20),
    effect: argument("effect", 80),
    frozen: argument("frozen", 3_000),
    behind: argument("behind", 0),
    pause: argument("pause", 300),
    seed,
  });
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stdout.write(`${JSON.stringify({ engine, saver, seed, seconds, ...report })}\n`);
  const { lost, doubled, unordered, handoffs, stuck, effects, crashes } = report;
  if (lost + doubled + unordered + handoffs + stuck + effects + crashes > 0) process.exitCode = 1;
}
