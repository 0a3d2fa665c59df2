import type { SeedStateValue } from "@tidemark/core-state";
import { ended, type Timed } from "./deadline.ts";
import { agentErrors } from "../kernel/errors.ts";

/** What stopping a run writes; everything found so far stays. */
export type KilledUpdate = Pick<SeedStateValue, "control_is_killed" | "control_kill_reason" | "execution_total_time">;

/**
 * Stops a run as a value: no further node starts, and what was found so far is kept.
 *
 * A run is stopped once: what stopped it first stays the reason.
 */
export function killed(
  values: Timed & Partial<Pick<SeedStateValue, "control_is_killed" | "control_kill_reason">>,
  reason: string,
  now: string,
): KilledUpdate {
  const first = values.control_is_killed === true ? values.control_kill_reason : null;
  return { control_is_killed: true, control_kill_reason: first ?? reason, ...ended(values, now) };
}

/** One run that can be stopped from outside. */
export interface StoppableRun {
  /** Aborted when the run is killed; its reason is the error `agents/killed`. */
  readonly signal: AbortSignal;
  /** Why the run was killed; null while it was not. */
  reason(): string | null;
  /** Says that the run is over; to be called on every path, and twice does no harm. */
  end(): void;
}

/** The runs of a process that can be stopped, by thread. */
export interface KillSwitch {
  /** Notes that a run of the thread begins. */
  begin(threadId: string): StoppableRun;
  /** Stops every run of the thread; says how many there were to stop. */
  kill(threadId: string, reason: string): { readonly outcome: "killed" | "notRunning"; readonly runs: number };
  /** The signal of the thread's newest run; null when none is under way. */
  signalOf(threadId: string): AbortSignal | null;
  /** Why the thread's newest run was killed; null when it was not, or none is under way. */
  reasonOf(threadId: string): string | null;
  /** The threads that have a run under way. */
  threads(): readonly string[];
}

/**
 * Makes a register of running threads through which each can be stopped.
 *
 * A kill reaches what is under way: a thread without a run is not stopped in advance, and a later run is not affected.
 *
 * @example
 * ```ts
 * import { killSwitch } from "@tidemark/agents";
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
