import type { ThreadSteps } from "../history/thread-steps.ts";
import { sameJson } from "@tidemark/reducers/internal";
import type { HistorySource, StoredLease, StoredSize } from "../source/history-source.ts";

import { present, type ShownValues } from "./shown-values.ts";

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

/** Maximum size of a field that is read to see whether it is redacted: of a larger one, the length tells little. */
const MAX_READ = 64_000;

const KILOBYTE = 1_000;

/** Sizes of fields. That of a value of which something is redacted is rounded up to kilobytes: it does not tell the length of a secret. */
async function shownSizes(
  fields: Readonly<Record<string, number>>,
  values: ShownValues,
  { threadId, newest, stored }: { readonly threadId: string } & Pick<ThreadSteps, "newest" | "stored">,
): Promise<Readonly<Record<string, number>>> {
  const names = Object.keys(fields).filter((name) => (fields[name] ?? 0) <= MAX_READ);
  const read = await values.read({ threadId, id: newest }, present(names, stored.get(newest)?.values ?? {}));
  return Object.fromEntries(
    Object.entries(fields).map(([name, bytes]) => {
      const value = read[name];
      const isShown = value === undefined || sameJson(values.redact(name, value), value);
      return [name, isShown ? bytes : Math.ceil(bytes / KILOBYTE) * KILOBYTE];
    }),
  );
}

/** Measures a thread. */
export async function threadStorage(
  source: HistorySource,
  threadId: string,
  all: ThreadSteps,
  values: ShownValues,
): Promise<ThreadStorage> {
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
  const fields = await shownSizes(size.fields, values, { threadId, newest: all.newest, stored: all.stored });
  return { threadId, size: { ...size, fields, checkpoints, subgraphCheckpoints, turns }, ...lease };
}
