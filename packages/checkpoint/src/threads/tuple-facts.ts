import type { CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { withoutLease } from "../kernel/lease-names.ts";

/** Metadata of a checkpoint without the lease that it was written under: a copy is written under none. */
export function metadataOf({ metadata }: Pick<CheckpointTuple, "metadata">): CheckpointMetadata {
  return metadata === undefined ? { source: "fork", step: -1, parents: {} } : withoutLease({ ...metadata });
}

/** The namespace of a checkpoint: empty for the graph itself, otherwise that of a subgraph. */
export const namespaceOf = ({ config }: Pick<CheckpointTuple, "config">): string =>
  String(config.configurable?.["checkpoint_ns"] ?? "");

/** The id of the checkpoint before, if there is one; saver of LangGraphs may name the checkpoint itself. */
export function parentOf({
  checkpoint,
  parentConfig,
}: Pick<CheckpointTuple, "checkpoint" | "parentConfig">): string | null {
  const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
  return typeof parent === "string" && parent !== checkpoint.id ? parent : null;
}
