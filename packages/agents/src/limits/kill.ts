import type { SeedStateValue } from "@tidemark/core-state/internal";
import { turnEndUpdate, type Timed } from "./deadline.ts";
import { agentErrors } from "../kernel/errors.ts";

/** Update that stops a run. Results so far are kept. */
export type KilledUpdate = Pick<SeedStateValue, "control_is_killed" | "control_kill_reason" | "execution_total_time">;

/**
 * Returns the update that stops a run: no further node starts, and results so far are kept.
 *
 * If the run was already stopped, the first reason is kept.
 */
export function killedUpdate(
  values: Timed & Partial<Pick<SeedStateValue, "control_is_killed" | "control_kill_reason">>,
  reason: string,
  now: string,
): KilledUpdate {
  const first = values.control_is_killed === true ? values.control_kill_reason : null;
  return { control_is_killed: true, control_kill_reason: first ?? reason, ...turnEndUpdate(values, now) };
}

/** A run that can be stopped from outside. */
export interface StoppableRun {
  /** Aborted when the run is killed. Its reason is the error `agents/killed`. */
  readonly signal: AbortSignal;
  /** Returns the reason of the kill. Null if the run was not killed. */
  reason(): string | null;
  /** Marks the run as ended. Call it on every path. Repeated calls have no effect. */
  end(): void;
}

/** Running threads of a process, with the means to stop them. */
export interface KillSwitch {
  /** Registers a new run of the thread. */
  begin(threadId: string): StoppableRun;
  /** Stops all runs of the thread. Returns the number of runs stopped. */
  kill(threadId: string, reason: string): { readonly outcome: "killed" | "notRunning"; readonly runs: number };
  /** Returns the abort signal of the thread's newest run. Null if the thread has no run. */
  signalOf(threadId: string): AbortSignal | null;
  /** Returns the kill reason of the thread's newest run. Null if it was not killed, or if the thread has no run. */
  reasonOf(threadId: string): string | null;
  /** Returns the threads that have a run. */
  threads(): readonly string[];
}

/**
 * Creates a register of running threads that can stop each of them.
 *
 * A kill affects only current runs: a thread without a run is not stopped in advance, and later runs are not affected.
 *
 * @example
 * ```ts
 * import { killSwitch } from "tidemark/agents";
 *
 * const runs = killSwitch();
 * const run = runs.begin("thread-1");
 * console.log(runs.kill("thread-1", "the user left").outcome, run.signal.aborted, run.reason()); // killed true the user left
 * run.end();
 * console.log(runs.kill("thread-1", "again").outcome); // notRunning
 * ```
 */
export function killSwitch(): KillSwitch {
  const running = new Map<string, Set<RunningRun>>();
  const newest = (threadId: string): RunningRun | null => [...(running.get(threadId) ?? [])].at(-1) ?? null;
  return Object.freeze<KillSwitch>({
    begin(threadId) {
      const controller = new AbortController();
      const run: RunningRun = { controller, reason: null };
      const runs = running.get(threadId) ?? new Set();
      running.set(threadId, runs.add(run));
      return Object.freeze<StoppableRun>({
        signal: controller.signal,
        reason: () => run.reason,
        end() {
          runs.delete(run);
          if (runs.size === 0 && running.get(threadId) === runs) running.delete(threadId);
        },
      });
    },
    kill(threadId, reason) {
      const runs = [...(running.get(threadId) ?? [])].filter((run) => run.reason === null);
      for (const run of runs) {
        run.reason = reason;
        run.controller.abort(agentErrors.killed({ threadId, reason }));
      }
      return { outcome: runs.length === 0 ? "notRunning" : "killed", runs: runs.length };
    },
    signalOf: (threadId) => newest(threadId)?.controller.signal ?? null,
    reasonOf: (threadId) => newest(threadId)?.reason ?? null,
    threads: () => [...running.keys()],
  });
}

interface RunningRun {
  readonly controller: AbortController;
  reason: string | null;
}
