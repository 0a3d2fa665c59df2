import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { HistorySource } from "./history-source.ts";
import { saverSource } from "./saver-source.graph.ts";
import { isTidemarkSaver, tidemarkSource } from "./tidemark-source.graph.ts";

/** Reads the threads of a saver in the way that it can answer best. The saver stays open. */
export const sourceOf = (saver: BaseCheckpointSaver): HistorySource =>
  isTidemarkSaver(saver) ? tidemarkSource(saver) : saverSource(saver);
