import type { TidemarkSaver } from "@tidemark/checkpoint/internal";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { isField } from "./channels.ts";
import type { StoredSize } from "./history-source.ts";

/** Numbers of newest turns for which a prune is tried, most first: each one continues on what the one before has left. */
const KEPT_TURNS = [50, 10, 1];

/** Measures a thread. Prunes are tried on a copy in memory, so nothing of the thread changes. */
export async function storedSize(saver: TidemarkSaver, threadId: string): Promise<StoredSize> {
  const { checkpoints, valueBytes, documentBytes, channels, turns } = await saver.stats(threadId);
  return {
    checkpoints,
    valueBytes,
    recordBytes: documentBytes,
    fields: Object.fromEntries(Object.entries(channels).filter(([name]) => isField(name))),
    turns,
    pruned: await triedPrunes(saver, threadId, turns.length),
  };
}

async function triedPrunes(saver: TidemarkSaver, threadId: string, turns: number): Promise<StoredSize["pruned"]> {
  const copy = sqliteSaver();
  try {
    await copy.importThread(await saver.exportThread(threadId));
    const tried: StoredSize["pruned"][number][] = [];
    for (const keepTurns of KEPT_TURNS.filter((count) => count < turns)) {
      await copy.prune(threadId, { keepTurns });
      const { checkpoints, valueBytes, documentBytes } = await copy.stats(threadId);
      tried.push({ keepTurns, checkpoints, bytes: valueBytes + documentBytes });
    }
    return tried;
  } finally {
    copy.close();
  }
}
