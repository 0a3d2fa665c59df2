import { withoutLease } from "../locks/lease-names.ts";
import { strictSerializer } from "../serializer/strict-serializer.ts";
import { partOf } from "./checkpoint-tree.ts";
import type { PrunedCheckpoint, PrunePolicy } from "./prune-policy.ts";
import type { ValueNode } from "./value-tree.ts";

/** Metadata is the host's: it holds no classes of the application. */
const notes = strictSerializer();

const notedOn = (metadata: string): object => Object.assign({}, notes.parse(metadata));

/** What is noted on a checkpoint, without the lease that it was written under: a copy is written under none. */
export function unfenced(metadata: string): string {
  const noted = notedOn(metadata);
  const rest = withoutLease(noted);
  return rest === noted ? metadata : notes.stringify(rest);
}

/** The checkpoint of the outer graph that a checkpoint of a subgraph belongs to, if its metadata says. */
export function outerOf(metadata: unknown): string | null {
  const parents: unknown = Reflect.get(Object(metadata), "parents");
  const outer: unknown = Reflect.get(Object(parents), "");
  return typeof outer === "string" ? outer : null;
}

/** What pruning has to know of a checkpoint, by its metadata. */
export interface PruneNotes extends Pick<PrunedCheckpoint, "input" | "outer" | "replayed"> {
  /** LangGraph does not say which of its channels are replayed. */
  readonly isUnsaid: boolean;
}

/** Reads what pruning has to know from the metadata of a checkpoint. */
export function pruneNotes(metadata: string): PruneNotes {
  const noted = notedOn(metadata);
  const counters: unknown = Reflect.get(noted, "counters_since_delta_snapshot");
  const source: unknown = Reflect.get(noted, "source");
  return {
    input: source === "input",
    outer: outerOf(noted),
    replayed: typeof counters === "object" && counters !== null ? Object.keys(counters) : [],
    isUnsaid: source !== "input" && source !== "loop",
  };
}

/** What pruning has to know of a checkpoint, by its metadata and its tree. */
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

/** The same without the tree, where {@link needsTrees} is false. */
export const prunedByNotes = ({ input, outer, replayed }: PruneNotes): ReturnType<typeof prunedBy> => ({
  input,
  outer,
  replayed,
  at: "",
  unsaid: null,
  channels: new Set(),
});

/** Whether trees have to be read to decide what stays: for the time, or for channels that are replayed from older checkpoints. */
export const needsTrees = (all: readonly PruneNotes[], { olderThan }: PrunePolicy): boolean =>
  olderThan !== undefined || all.some(({ isUnsaid, replayed }) => isUnsaid || replayed.length > 0);

/** Whether what a task sent says that it waits at an interrupt, which has its fixed place there. */
export const isInterrupted = (writes: ValueNode): boolean => writes.kind === "record" && writes.items.has("-3");
