import { statSync } from "node:fs";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";

/** A saver, and how many bytes it takes up. */
export interface CheckpointContender {
  readonly saver: BaseCheckpointSaver;
  readonly bytes: () => number;
}

/** All that the stock saver in memory holds. */
function bytesInMemory({ storage, writes }: MemorySaver): number {
  const checkpoints = Object.values(storage).flatMap((thread) => Object.values(thread).flatMap(Object.values<unknown>));
  const pending = Object.values(writes).flatMap((task) => Object.values<unknown>(task));
  const parts = [...checkpoints, ...pending].flat().filter((part) => part instanceof Uint8Array);
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** Makes the saver of this name; those on disk write to the file. */
export function contender(name: string, file: string): CheckpointContender {
  if (name === "memory") {
    const saver = new MemorySaver();
    return { saver, bytes: () => bytesInMemory(saver) };
  }
  if (name === "sqlite") {
    const saver = SqliteSaver.fromConnString(file);
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- better-sqlite3 comes without types
    const database: { pragma(text: string): unknown } = saver.db;
    const bytes = () => {
      database.pragma("wal_checkpoint(TRUNCATE)");
      return statSync(file).size;
    };
    return { saver, bytes };
  }
  const saver = sqliteSaver({ file });
  const bytes = () => {
    saver.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return statSync(file).size;
  };
  return { saver, bytes };
}
