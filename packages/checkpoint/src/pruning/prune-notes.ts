import { metadataIn, outerOf } from "../snapshots/metadata.ts";
import { partOf } from "../snapshots/checkpoint-snapshot.ts";
import type { PrunedCheckpoint, PrunePolicy } from "./prune-policy.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";

/** Facts that pruning takes from the metadata of a checkpoint. */
export interface PruneNotes extends Pick<PrunedCheckpoint, "input" | "outer" | "replayed"> {
  /** LangGraph does not say which of its channels are replayed. */
  readonly isUnsaid: boolean;
}

/** Reads the facts that pruning takes from metadata. */
export function pruneNotes(metadata: string): PruneNotes {
  const noted = metadataIn(metadata);
  const counters: unknown = Reflect.get(noted, "counters_since_delta_snapshot");
  const source: unknown = Reflect.get(noted, "source");
  return {
    input: source === "input",
    outer: outerOf(noted),
    replayed: typeof counters === "object" && counters !== null ? Object.keys(counters) : [],
    isUnsaid: source !== "input" && source !== "loop",
  };
}

/** Facts that pruning takes from the metadata and the snapshot of a checkpoint. */
export function prunedBy(
  { isUnsaid, ...noted }: PruneNotes,
  tree: ValueNode,
): Pick<PrunedCheckpoint, "at" | "input" | "outer" | "replayed" | "unsaid" | "channels"> {
  const at = tree.kind === "record" ? tree.items.get("ts")?.source : null;
  const versions = [...(partOf(tree, "channel_versions")?.items.keys() ?? [])];
  return {
    ...noted,
    at: String(at),
    // Channels that LangGraph makes for itself come and go.
    unsaid: isUnsaid ? versions.filter((name) => !/^(?:__|branch:)/.test(name)) : null,
    channels: new Set(
      Array.from(partOf(tree, "channel_values")?.items ?? []).flatMap(([name, node]) =>
        node.source === undefined ? [] : [name],
      ),
    ),
  };
}

/** The same without the tree, where {@link needsSnapshots} is false. */
export const prunedByNotes = ({ input, outer, replayed }: PruneNotes): ReturnType<typeof prunedBy> => ({
  input,
  outer,
  replayed,
  at: "",
  unsaid: null,
  channels: new Set(),
});

/** True if trees have to be read to decide what stays: for the time, or for channels that are replayed from older checkpoints. */
export const needsSnapshots = (all: readonly PruneNotes[], { olderThan }: PrunePolicy): boolean =>
  olderThan !== undefined || all.some(({ isUnsaid, replayed }) => isUnsaid || replayed.length > 0);

/** True if what a task sent says that it waits at an interrupt, which has its fixed place there. */
export const isInterrupted = (writes: ValueNode): boolean => writes.kind === "record" && writes.items.has("-3");
