import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type StormSaver, stormSaver, stormTurns } from "./storm-turns.ts";

/** Size of a storm. */
export interface StormOptions {
  readonly saver: StormSaver;
  readonly workers: number;
  readonly threads: number;
  /** Turns of each thread. */
  readonly turns: number;
  /** Number of workers that are killed. */
  readonly kills: number;
  /** Number of workers that are frozen past their lease. */
  readonly freezes: number;
  /** Pause between two disasters, in milliseconds. */
  readonly pause: number;
}

/** What a storm found. All but `accepted` and the disasters must be 0. */
export interface StormReport {
  readonly accepted: number;
  readonly kills: number;
  readonly freezes: number;
  /** Turns that were accepted and are not in the state. */
  readonly lost: number;
  /** Turns that are in the state more than once. */
  readonly doubled: number;
  /** Threads whose turns are in another order. */
  readonly unordered: number;
  /** Turns that have not ended. */
  readonly stuck: number;
  /** Turns whose effect did not happen exactly once. */
  readonly effects: number;
  /** Effects that were tried more than once: the key prevented the second. */
  readonly retried: number;
}

/** Runs workers that are killed and frozen, and compares what they did with what was accepted. */
export async function storm(options: StormOptions): Promise<StormReport> {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-storm-"));
  const { turns, witness } = stormTurns(folder, options.saver);
  const pool = new WorkerPool(folder, options.saver);
  try {
    await Promise.all(Array.from({ length: options.workers }, () => pool.start()));
    const disasters = rage(pool, options);
    const accepted = await Promise.all(
      Array.from({ length: options.threads }, (_, index) => send(turns, `thread ${index}`, options.turns)),
    );
    const { kills, freezes } = await disasters;
    await quiet(turns);
    const found = { lost: 0, doubled: 0, unordered: 0 };
    const effects = witness.effects();
    let wrong = 0;
    for (const { texts, last } of accepted) {
      const result = await turns.result(last);
      const done = "state" in result ? result.state.log_done : [];
      const logged = new Set(done);
      const missing = texts.filter((text) => !logged.has(text)).length;
      const doubled = done.length - logged.size;
      found.lost += missing;
      found.doubled += doubled;
      if (missing === 0 && doubled === 0 && done.join("\n") !== texts.join("\n")) found.unordered += 1;
      wrong += texts.filter((text) => effects.get(text) !== 1).length;
    }
    const { waiting, running } = await turns.measure();
    const all = accepted.flatMap(({ texts }) => texts).length;
    return {
      accepted: all,
      kills,
      freezes,
      ...found,
      stuck: waiting + running,
      effects: wrong,
      retried: witness.tries() - effects.size,
    };
  } finally {
    await pool.end();
    await turns.close();
    witness.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type StormTurns = ReturnType<typeof stormTurns>["turns"];

/** Sends the turns of one thread without waiting for results, but answers the questions. */
async function send(turns: StormTurns, threadId: string, count: number) {
  const texts: string[] = [];
  let last = "";
  for (let index = 0; index < count; index += 1) {
    const asks = index % 10 === 9;
    const text = `${threadId} turn ${index}${asks ? "?" : ""}`;
    last = `${threadId}/${index}`;
    const call = () => turns.send(threadId, { log_text: text }, { idempotencyKey: last, userId: threadId });
    await call();
    // A client that got no answer sends its request again.
    if (index % 20 === 5) await call();
    texts.push(text);
    if (!asks) continue;
    const asked = await turns.result(last);
    const [question] = asked.outcome === "interrupted" ? asked.interrupts : [];
    if (question === undefined) continue;
    last = `${threadId}/${index}/answer`;
    await turns.answer(threadId, question.id, "yes", { idempotencyKey: last, userId: threadId });
  }
  return { texts, last };
}

/** Kills and freezes workers at random moments, and starts new ones. */
async function rage(pool: WorkerPool, { kills, freezes, pause }: StormOptions) {
  const disasters = [
    ...Array.from({ length: kills }, () => "kill" as const),
    ...Array.from({ length: freezes }, () => "freeze" as const),
  ].toSorted(() => Math.random() - 0.5);
  for (const disaster of disasters) {
    await wait(pause * (0.5 + Math.random()));
    if (disaster === "kill") await pool.kill();
    else void pool.freeze(1_500 + Math.random() * 1_500);
  }
  return { kills, freezes };
}

/** Waits until no turn is left, or none has ended for a long time. */
async function quiet(turns: StormTurns): Promise<void> {
  let before = -1;
  for (let still = 0; still < 60;) {
    const { waiting, running, ended } = await turns.measure();
    if (waiting + running === 0) break;
    still = ended === before ? still + 1 : 0;
    before = ended;
    await wait(500);
  }
  // Frozen workers wake up and try to write.
  await wait(3_500);
}

class WorkerPool {
  readonly #folder: string;
  readonly #saver: StormSaver;
  readonly #workers = new Set<ChildProcess>();

  constructor(folder: string, saver: StormSaver) {
    this.#folder = folder;
    this.#saver = saver;
  }

  async start(): Promise<void> {
    const child = fork(path.join(import.meta.dirname, "storm-worker.ts"), [this.#folder, this.#saver]);
    await new Promise((resolve) => child.once("message", resolve));
    this.#workers.add(child);
  }

  async kill(): Promise<void> {
    const child = this.#any();
    if (child === undefined) return;
    this.#workers.delete(child);
    child.kill("SIGKILL");
    await this.start();
  }

  async freeze(milliseconds: number): Promise<void> {
    const child = this.#any();
    if (child === undefined) return;
    child.kill("SIGSTOP");
    await wait(milliseconds);
    child.kill("SIGCONT");
  }

  async end(): Promise<void> {
    for (const child of this.#workers) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await ended;
    }
  }

  #any(): ChildProcess | undefined {
    return [...this.#workers][Math.floor(Math.random() * this.#workers.size)];
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Number that follows `--name=` in the arguments. */
const argument = (name: string, otherwise: number): number =>
  Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);

if (import.meta.main) {
  const saver = stormSaver(process.argv[2] ?? "tidemark");
  const start = performance.now();
  const report = await storm({
    saver,
    workers: argument("workers", 4),
    threads: argument("threads", 200),
    turns: argument("turns", 50),
    kills: argument("kills", 200),
    freezes: argument("freezes", 100),
    pause: argument("pause", 300),
  });
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stdout.write(`${JSON.stringify({ saver, seconds, ...report })}\n`);
}
