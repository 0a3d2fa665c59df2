import { strictSerializer } from "../serializer/strict-serializer.ts";
import { partOf } from "./checkpoint-tree.ts";
import type { PrunedCheckpoint } from "./prune-policy.ts";
import type { ValueNode } from "./value-tree.ts";

/** Metadata is the host's: it holds no classes of the application. */
const notes = strictSerializer();

const notedOn = (metadata: string): object => Object.assign({}, notes.parse(metadata));

/** What a writer under a lease notes on a checkpoint. */
const LEASE_MARKS = ["tidemark_fence", "tidemark_fence_of"];

/** Metadata without the lease that it was written under. */
export function withoutLease<Metadata extends object>(metadata: Metadata): Metadata {
  if (!LEASE_MARKS.some((name) => Object.hasOwn(metadata, name))) return metadata;
  const rest = { ...metadata };
  for (const name of LEASE_MARKS) Reflect.deleteProperty(rest, name);
  return rest;
}

/** What is noted on a checkpoint, without the lease that it was written under: a copy is written under none. */
export function unfenced(metadata: string): string {
  const noted = notedOn(metadata);
  const rest = withoutLease(noted);
  return rest === noted ? metadata : notes.stringify(rest);
}

/** What pruning has to know of a checkpoint, by what is noted on it and by its tree. */
export function prunedBy(
  metadata: string,
  tree: ValueNode,
): Pick<PrunedCheckpoint, "at" | "input" | "outer" | "replayed" | "unsaid" | "channels"> {
  const noted = notedOn(metadata);
  const at = tree.kind === "record" ? tree.items.get("ts")?.source : null;
  const counters: unknown = Reflect.get(noted, "counters_since_delta_snapshot");
  const outer: unknown = Reflect.get(Object.assign({}, Reflect.get(noted, "parents")), "");
  const source: unknown = Reflect.get(noted, "source");
  const versions = [...(partOf(tree, "channel_versions")?.items.keys() ?? [])];
  return {
    at: String(at),
    input: source === "input",
    outer: typeof outer === "string" ? outer : null,
    replayed: typeof counters === "object" && counters !== null ? Object.keys(counters) : [],
    // The host's own channels come and go.
    unsaid: source === "input" || source === "loop" ? null : versions.filter((name) => !/^(?:__|branch:)/.test(name)),
    channels: new Set(partOf(tree, "channel_values")?.items.keys()),
  };
}

/** Whether what a task sent says that it waits at an interrupt, which has its fixed place there. */
export const isInterrupted = (writes: ValueNode): boolean => writes.kind === "record" && writes.items.has("-3");
