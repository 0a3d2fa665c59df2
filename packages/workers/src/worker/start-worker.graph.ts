import { systemClock } from "@tidemark/state-manager";
import { randomIds } from "@tidemark/state-manager/internal";
import { openDeliveries } from "../engine/deliveries.ts";
import type { EngineWork, TurnRunner } from "../engine/turn-engine.graph.ts";
import { programName } from "./program.graph.ts";
import { presenceId, programOf, workerId } from "../engine/worker-ids.ts";
import { definitionOf, type Turns } from "../turns/define-turns.graph.ts";
import type { TurnDefinition } from "../turns/definition.graph.ts";
import { requireCount } from "../turns/options.ts";
import { Presence } from "./presence.ts";
import { runTurn } from "./run-turn.graph.ts";
import { type RunningTurn, RunningTurns } from "./running-turns.ts";

/** Options of {@link startWorker}. */
interface StartWorkerOptions {
  /** Maximum number of turns that run at the same time. Defaults to 10. */
  readonly concurrency?: number;
  /** Time that running turns get to end when the worker stops and no other one can continue them, in seconds. Defaults to 30. */
  readonly drainSeconds?: number;
  /** Age at which events of ended turns are removed, in seconds. Defaults to a day. */
  readonly keepEventsSeconds?: number;
  /** Age at which records of ended turns are removed, in seconds. Their ids can then be used again. Defaults to 30 days. */
  readonly keepTurnsSeconds?: number;
  /** Receives errors of the storage and of the engine. Turns are tried again. Defaults to `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** A worker that runs turns in this process. */
export interface Worker {
  /**
   * Starts no more turns, and leaves the running ones at their next step to another worker of the same graph: one with the same nodes and
   * version of the state. Without one, they get up to `drainSeconds` to end. What still runs then is stopped, and continued by the next worker.
   */
  stop(): Promise<void>;
}

/** Time between two removals of old records, in milliseconds. */
const TRIM = 60_000;

/** Time between two looks for a worker that can continue what this one leaves, in milliseconds. */
const LOOK = 250;

/** Time that a turn waits for a worker that has its node, in milliseconds. */
const LONGEST_WAIT = 30_000;

/**
 * Starts to run turns in this process, each thread's turns in order and one at a time.
 *
 * Any number of processes may run the turns of a name. The turns of a process that ended are continued by the others from their last
 * stored step.
 */
export async function startWorker(turns: Turns, options: StartWorkerOptions = {}): Promise<Worker> {
  const definition = definitionOf(turns);
  const { store, engine } = definition;
  const { onError = logError } = options;
  const concurrency = requireCount("concurrency", options.concurrency ?? 10);
  const drain = requireCount("drainSeconds", options.drainSeconds ?? 30, 0) * 1_000;
  const ages = {
    events: requireCount("keepEventsSeconds", options.keepEventsSeconds ?? 86_400, 0) * 1_000,
    turns: requireCount("keepTurnsSeconds", options.keepTurnsSeconds ?? 30 * 86_400, 0) * 1_000,
  };
  const running = new RunningTurns();
  const program = programName(definition);
  const worker = workerId(randomIds.next(), program);
  let entries = 0;
  let work: EngineWork | null = null;
  const presence = new Presence({
    store,
    takeOver: definition.takeOver,
    newId: () => {
      entries += 1;
      return presenceId(worker, entries);
    },
    clock: steadyClock,
    holds: (held) => running.compare(held, (turn) => store.release(turn)),
    lost: () => running.drop(),
    tookOver: () => work?.wake(),
    report: onError,
  });
  await presence.enter();
  const { maxAttempts, maxPerUser } = definition;
  const waits = new Map<string, number>();
  /** A worker that does not name its program may have any. */
  const mayLeave = async (turnId: string): Promise<boolean> => {
    const since = waits.get(turnId) ?? steadyClock.elapsed();
    waits.set(turnId, since);
    const isOpen =
      steadyClock.elapsed() - since < LONGEST_WAIT &&
      (await presence.hasOther((other) => programOf(other) !== program));
    if (!isOpen) waits.delete(turnId);
    return isOpen;
  };
  const claim = async (most: number) => {
    const runs = await running.claim(() => store.claim({ worker: presence.id, most, maxAttempts, maxPerUser }));
    return runs.map((run) => ({
      turnId: run.turn.request.turnId,
      run: () => runClaimed(definition, run, { running, mayLeave: () => mayLeave(run.turn.request.turnId) }),
    }));
  };
  const runner: TurnRunner = {
    queue: definition.name,
    worker,
    concurrency,
    takeOver: definition.takeOver,
    openDeliveries: () =>
      openDeliveries({
        concurrency,
        claim,
        due: () => store.due(),
        watch: store.watch(),
        async hasEnded(turnId) {
          const record = await store.read(turnId);
          return record === null || record.stage === "ended";
        },
        report: onError,
        clock: systemClock,
      }),
    report: onError,
  };
  try {
    work = await engine.work(runner);
  } catch (error) {
    await presence.leave();
    throw error;
  }
  const ending = new AbortController();
  const trimming = (async () => {
    for (;;) {
      await systemClock.wait(TRIM, ending.signal);
      if (ending.signal.aborted) return;
      try {
        // One transaction removes a limited number, so that it holds up nobody.
        while ((await store.trim(ages)) > 0 && !ending.signal.aborted);
      } catch (error) {
        onError(error);
      }
    }
  })();
  /** Leaves the running turns at their next step, as soon as another worker can continue them. */
  const leave = async (signal: AbortSignal): Promise<void> => {
    for (; !signal.aborted; await systemClock.wait(LOOK, signal)) {
      try {
        await presence.retire();
        if (!(await presence.hasOther((other) => programOf(other) === program))) continue;
        running.drain();
        return;
      } catch (error) {
        onError(error);
      }
    }
  };
  let stopped: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    ending.abort();
    await trimming;
    const ended = new AbortController();
    const leaving = leave(ended.signal);
    const late = systemClock.wait(drain, ended.signal).then(() => running.release());
    await work?.stop();
    ended.abort();
    await late;
    await leaving;
    await presence.leave();
  };
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

const steadyClock = {
  ...systemClock,
  // oxlint-disable-next-line no-restricted-globals -- the clock of the machine may be set back while a worker is watched
  elapsed: () => performance.now(),
};

function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the default for an application without a log
  console.error(error);
}

/** Runs a claimed turn, and stores its result. */
async function runClaimed(
  definition: TurnDefinition,
  run: RunningTurn,
  { running, mayLeave }: { readonly running: RunningTurns; readonly mayLeave: () => Promise<boolean> },
): Promise<void> {
  const { store } = definition;
  const { turn } = run;
  try {
    const isCancelled = () => run.reason === "cancelled";
    const outcome = await runTurn(definition, turn, {
      signal: run.signal,
      draining: run.draining,
      clock: systemClock,
      isCancelled,
      mayLeave,
    });
    if (run.reason === "lost") return;
    if (outcome !== null) await store.end(turn, outcome);
    else if (run.reason === "cancelled") await store.end(turn, { outcome: "cancelled", started: true });
    // Nothing changes if the turn has another claim by now.
    else await store.release(turn);
  } finally {
    running.end(run);
  }
}
