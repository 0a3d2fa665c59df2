import { isField } from "./channels.ts";
import type { StoredSize } from "./history-source.ts";

/** A checkpoint with the versions of its values. */
export interface MeasuredCheckpoint {
  readonly id: string;
  /** Bytes of its record. */
  readonly bytes: number;
  readonly versions: Readonly<Record<string, unknown>>;
}

/** Key of a version of a value. */
export const versionKey = (channel: string, version: unknown): string => JSON.stringify([channel, String(version)]);

/** Sizes of checkpoints, oldest first, whose values are stored once for each version. */
export function sizeOfVersions(
  basis: NonNullable<StoredSize["basis"]>,
  checkpoints: readonly MeasuredCheckpoint[],
  sizes: ReadonlyMap<string, number>,
): StoredSize {
  const counted = new Set<string>();
  const turns = checkpoints.map(({ id, bytes, versions }) => {
    const keys = Object.entries(versions).map(([channel, version]) => versionKey(channel, version));
    const added = keys.filter((key) => !counted.has(key));
    for (const key of added) counted.add(key);
    return { checkpointId: id, bytes: added.reduce((sum, key) => sum + (sizes.get(key) ?? 0), bytes) };
  });
  const fields = Object.entries(checkpoints.at(-1)?.versions ?? {}).filter(([channel]) => isField(channel));
  return {
    basis,
    checkpoints: checkpoints.length,
    valueBytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    recordBytes: checkpoints.reduce((sum, { bytes }) => sum + bytes, 0),
    fields: Object.fromEntries(
      fields.map(([channel, version]) => [channel, sizes.get(versionKey(channel, version)) ?? 0]),
    ),
    turns,
    pruned: [],
  };
}
