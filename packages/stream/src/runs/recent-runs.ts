import { epochSecondsOf } from "@tidemark/agents/internal";
import type { Clock } from "@tidemark/state-manager";
import type { LiveRun } from "./live-runs.ts";

/** Time for which a run is kept after it began, in milliseconds. */
const KEPT_MS = 30_000;

/** Maximum number of kept runs. */
const MAX_RUNS = 256;

/** Runs that have begun lately, which clients may still follow from their beginning although they have ended. */
export interface RecentRuns {
  add(run: LiveRun): void;
  /** Newest run of a thread, if it began less than half a minute ago. */
  of(threadId: string): LiveRun | null;
}

/** Keeps runs for clients that start a run with one request and follow it with another. */
export function recentRuns(clock: Pick<Clock, "now">): RecentRuns {
  const kept = new Map<string, { readonly run: LiveRun; readonly since: number }>();
  const now = (): number => (epochSecondsOf(clock.now()) ?? 0) * 1000;

  function drop(): void {
    for (const [threadId, { since }] of kept) {
      if (kept.size <= MAX_RUNS && since + KEPT_MS > now()) return;
      kept.delete(threadId);
    }
  }

  return {
    add(run) {
      kept.delete(run.threadId);
      kept.set(run.threadId, { run, since: now() });
      drop();
    },
    of(threadId) {
      drop();
      return kept.get(threadId)?.run ?? null;
    },
  };
}
