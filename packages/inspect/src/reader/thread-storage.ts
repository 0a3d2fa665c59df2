import type { ThreadSteps } from "../history/thread-steps.ts";
import type { HistorySource, StoredLease, StoredSize } from "../source/history-source.ts";

/** Storage of a thread, and the holder of its lease. */
export interface ThreadStorage {
  readonly threadId: string;
  /** Size in the database. Null where the saver does not say. */
  readonly size:
    | (Omit<StoredSize, "checkpoints" | "turns"> & {
        /** Checkpoints outside of subgraphs, as in the list of threads. */
        readonly checkpoints: number;
        /** Checkpoints of subgraphs, whose bytes count too. */
        readonly subgraphCheckpoints: number;
        readonly turns: readonly TurnSize[];
      })
    | null;
  /** Lease of the thread; null if nobody has it. Missing where the database has no leases. */
  readonly lease?: StoredLease | null;
}

/** Bytes that a turn has added. */
export interface TurnSize {
  /** Number of the turn. 0 for what is before the first one. */
  readonly turn: number;
  readonly bytes: number;
}

/** Measures a thread. */
export async function threadStorage(source: HistorySource, threadId: string, all: ThreadSteps): Promise<ThreadStorage> {
  const size = (await source.storage?.(threadId)) ?? null;
  const found = await source.lease?.(threadId);
  // A database in which no process ever took a lease has none to show.
  const lease = found === undefined ? {} : { lease: found };
  if (size === null) return { threadId, size: null, ...lease };
  const byTurn = new Map<number, number>();
  for (const { checkpointId, bytes } of size.turns) {
    const turn = all.byId.get(checkpointId)?.turn ?? 0;
    byTurn.set(turn, (byTurn.get(turn) ?? 0) + bytes);
  }
  const turns = [...byTurn].map(([turn, bytes]) => ({ turn, bytes }));
  const { length: checkpoints } = all.steps;
  const subgraphCheckpoints = Math.max(0, size.checkpoints - checkpoints);
  return { threadId, size: { ...size, checkpoints, subgraphCheckpoints, turns }, ...lease };
}
