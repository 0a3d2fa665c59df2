import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { onTestFinished } from "vitest";
import { openDatabase } from "../src/source/open-database.graph.ts";
import { saverSource } from "../src/source/saver-source.graph.ts";
import type { HistorySource } from "../src/source/history-source.ts";

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-inspect-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A saver with a way to read what it has stored. */
export interface Stored {
  readonly saver: BaseCheckpointSaver;
  readonly open: () => Promise<HistorySource>;
}

/** Savers that need no server. */
export const savers: Readonly<Record<string, () => Stored>> = {
  "a SQLite file of Tidemark": () => {
    const file = path.join(temporaryFolder(), "threads.db");
    const saver = sqliteSaver({ file });
    onTestFinished(() => saver.close());
    return { saver, open: () => openDatabase({ database: file }) };
  },
  "a SQLite file of LangGraph": () => {
    const file = path.join(temporaryFolder(), "threads.db");
    const saver = SqliteSaver.fromConnString(file);
    return { saver, open: () => openDatabase({ database: file }) };
  },
  "any other saver": () => {
    const saver = new MemorySaver();
    return { saver, open: () => Promise.resolve(saverSource(saver)) };
  },
};
