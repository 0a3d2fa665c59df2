import { setImmediate } from "node:timers/promises";
import { MemorySaver } from "@langchain/langgraph";
import type { WebApplication } from "./application.ts";

/** A thread with its newest checkpoint. */
export interface NewestThread {
  readonly threadId: string;
  readonly checkpointId: string;
  /** Time of the checkpoint, as ISO 8601. */
  readonly updatedAt: string;
}

/** The threads of a checkpointer. */
export interface NewestThreads {
  /** Lists the threads, the most recently changed first. While a large database is read for the first time, the oldest are missing. */
  list(): Promise<readonly NewestThread[]>;
}

/** Number of checkpoints that the first list waits for. */
const FIRST = 300;

/** Number of checkpoints that are read for the list while the rest of the database is read. */
const MEANWHILE = 30;

type Saver = Exclude<NonNullable<WebApplication["graph"]["checkpointer"]>, boolean>;

/**
 * Reads the threads of a checkpointer. Savers have no method that lists threads, so the first list reads all checkpoints. Later lists read
 * what has been added since: savers in a database list the newest checkpoints of all threads first.
 */
export function newestThreads(saver: Saver): NewestThreads {
  const threads = new Map<string, NewestThread>();
  let whole: Promise<void> | null = null;
  let isWhole = false;

  /** Reads checkpoints, newest first, until one is known or the limit is reached. */
  async function read({ untilKnown, limit, each }: Reading): Promise<void> {
    let count = 0;
    for await (const { config, checkpoint } of saver.list({ configurable: {} })) {
      const threadId: unknown = config.configurable?.["thread_id"];
      const isRoot = (config.configurable?.["checkpoint_ns"] ?? "") === "";
      const known = typeof threadId === "string" ? threads.get(threadId) : undefined;
      if (untilKnown && known?.checkpointId === checkpoint.id) return;
      if (typeof threadId === "string" && isRoot && (known === undefined || known.updatedAt < checkpoint.ts))
        threads.set(threadId, { threadId, checkpointId: checkpoint.id, updatedAt: checkpoint.ts });
      count += 1;
      each?.(count);
      if (count === limit) return;
      // Other requests go on between two checkpoints.
      await setImmediate();
    }
  }

  return {
    async list() {
      if (whole === null) {
        const { promise: enough, resolve } = Promise.withResolvers<void>();
        whole = read({ each: (count) => count === FIRST && resolve() }).then(
          () => {
            isWhole = true;
            resolve();
            return undefined;
          },
          () => {
            // The next list tries again.
            whole = null;
            resolve();
          },
        );
        await enough;
      } else if (!isWhole) await read({ limit: MEANWHILE });
      // A saver in memory lists one thread after the other.
      else await read({ untilKnown: !(saver instanceof MemorySaver) });
      return [...threads.values()].toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
    },
  };
}

interface Reading {
  readonly untilKnown?: boolean;
  readonly limit?: number;
  readonly each?: (count: number) => void;
}
