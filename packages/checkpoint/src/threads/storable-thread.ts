import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { measureFor } from "../serializer/stored-size.ts";
import { furtherParts } from "../snapshots/checkpoint-snapshot.ts";
import { metadataOf, namespaceOf } from "./tuple-facts.ts";

/** Maximum size of a thread, in bytes, when each of its checkpoints is written out. */
export const MAX_BYTES = 1_000_000_000;

/** Says that a thread is too large for a saver that stores each checkpoint as a whole. */
export const largerThan = (maxBytes: number): string =>
  `it takes up more than ${maxBytes} bytes in a saver that stores each checkpoint as a whole; raise maxBytes, or use a saver of @tidemark/checkpoint`;

/** Names that savers in memory refuse, because objects have properties with these names. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Throws `checkpoint/unsupported`, with the path, for a value or key that a saver of whole states would leave out or give back as something else, and
 * `checkpoint/tooLarge` for a thread that is too large when each checkpoint is written out.
 */
export function requireStorable(
  tuples: readonly CheckpointTuple[],
  { kind, maxBytes }: { readonly kind: "strict" | "stock"; readonly maxBytes: number },
): void {
  const measure = measureFor(kind);
  let bytes = 0;
  for (const [index, tuple] of tuples.entries()) {
    const { checkpoint, pendingWrites = [] } = tuple;
    requireName(namespaceOf(tuple), "a namespace");
    requireName(checkpoint.id, "a checkpoint id");
    const place = { key: index, parent: { key: "checkpoints", parent: null } };
    const [further] = furtherParts(checkpoint);
    if (further !== undefined) throw refusal(`a checkpoint with the key ${JSON.stringify(further[0])}`);
    const { channel_values, versions_seen, channel_versions } = checkpoint;
    bytes += measure(channel_values, { key: "channel_values", parent: place });
    bytes += measure(versions_seen, { key: "versions_seen", parent: place });
    bytes += measure(channel_versions, { key: "channel_versions", parent: place });
    bytes += measure(metadataOf(tuple), { key: "metadata", parent: place });
    for (const [taskId, channel, value] of pendingWrites) {
      if (taskId === "") throw refusal("a task without an id");
      requireName(taskId, "a task id");
      bytes += measure(value, { key: channel, parent: { key: "writes", parent: place } });
    }
    if (bytes > maxBytes) throw checkpointErrors.tooLarge({ problem: largerThan(maxBytes) });
  }
}

/** Throws `checkpoint/unsupported` for a name that savers in memory refuse. */
export function requireName(name: string, what: string): void {
  if (RESERVED.has(name)) throw refusal(`${what} ${JSON.stringify(name)}`);
}

const refusal = (found: string) => checkpointErrors.unsupported({ at: "the thread", found });
