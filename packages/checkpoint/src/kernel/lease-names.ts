/**
 * Names of the lease protocol in databases and in metadata. Stored data contains them, so they never change.
 *
 * Postgres adds the name of its schema before them.
 */

/** Table with one row per thread: the token of its newest lease, and when that lease expires. */
export const LEASES = "tidemark_leases";

/** Table with one row: the highest token of all removed leases. The next lease of any new thread gets a higher one. */
export const CLEARED_LEASES = "tidemark_cleared_leases";

/** Trigger, and in Postgres its function, that copies the token of a removed lease to {@link CLEARED_LEASES}. */
export const CLEAR_LEASE = "tidemark_clear_lease";

/** Trigger on the `checkpoints` table of LangGraph's own savers that rejects the token of a lost lease. */
export const FENCE_TRIGGER = "tidemark_fence_checkpoints";

/** Function of that trigger in Postgres. */
export const FENCE_FUNCTION = "tidemark_fence";

/** Metadata key, and key of `config.configurable`, with the token of the lease that a write belongs to. */
export const FENCE = "tidemark_fence";

/**
 * Metadata key with the id of the checkpoint that {@link FENCE} belongs to. LangGraph copies the metadata of a checkpoint to the
 * next one, and with it the token of a lease that may have ended.
 */
export const FENCE_OF = "tidemark_fence_of";

/** Text that the error of a rejected statement contains. */
export const FENCED = "tidemark_fenced";

/** Metadata of a checkpoint that is written under a lease. */
export const leaseMarks = (token: number, checkpointId: string): Readonly<Record<string, unknown>> => ({
  [FENCE]: token,
  [FENCE_OF]: checkpointId,
});

/** Metadata without the lease that it was written under: a copy is written under none. */
export function withoutLease<Metadata extends object>(metadata: Metadata): Metadata {
  if (!Object.hasOwn(metadata, FENCE) && !Object.hasOwn(metadata, FENCE_OF)) return metadata;
  const rest = { ...metadata };
  for (const name of [FENCE, FENCE_OF]) Reflect.deleteProperty(rest, name);
  return rest;
}

/** Token in the metadata of a checkpoint, if it is that checkpoint's own and not a copy of its parent's. */
export const tokenOfMetadata = (metadata: object, checkpointId: string): number | null =>
  Reflect.get(metadata, FENCE_OF) === checkpointId ? tokenIn(metadata) : null;

/** Token in `config.configurable` or metadata. */
export function tokenIn(source: object): number | null {
  const token: unknown = Object.hasOwn(source, FENCE) ? Reflect.get(source, FENCE) : null;
  return typeof token === "number" && Number.isSafeInteger(token) ? token : null;
}
