import { runBegunAt } from "@tidemark/state-manager/internal";
import { authorIn } from "./authorship.ts";
import type { StepMarks } from "./history-source.ts";
import { recordOf } from "./json-rows.ts";

/** Reads what the metadata of a checkpoint say besides LangGraph's own names. */
export const marksIn = (metadata: unknown, checkpointId: string): StepMarks => ({
  author: authorIn(metadata, checkpointId),
  begunAt: runBegunAt(recordOf(metadata), checkpointId),
});
