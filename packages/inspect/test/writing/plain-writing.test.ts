import path from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, onTestFinished } from "vitest";
import { temporaryFolder } from "../sources.ts";
import { plainGraphCases } from "./plain-cases.ts";

const savers: Readonly<Record<string, () => BaseCheckpointSaver>> = {
  "SQLite of Tidemark": () => {
    const saver = sqliteSaver();
    onTestFinished(() => saver.close());
    return saver;
  },
  "SQLite of LangGraph": () => SqliteSaver.fromConnString(path.join(temporaryFolder(), "threads.db")),
  memory: () => new MemorySaver(),
};

describe.each(Object.entries(savers))("a plain graph on %s", (_, makeSaver) => {
  plainGraphCases(makeSaver);
});
