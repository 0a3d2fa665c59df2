import { isField } from "./channels.ts";
import type { StoredSize } from "./history-source.ts";

/** A checkpoint as a saver lists it. */
interface ListedValues {
  readonly id: string;
  readonly channel_values: Readonly<Record<string, unknown>>;
  readonly channel_versions: Readonly<Record<string, unknown>>;
}

/**
 * Estimates what a thread takes up, from its checkpoints, oldest first: each version of a value counts once, as JSON text. What a saver really
 * stores depends on it.
 */
export function estimatedSize(checkpoints: readonly ListedValues[]): StoredSize {
  const counted = new Map<string, number>();
  const turns = checkpoints.map(({ id, channel_values: values, channel_versions: versions }) => {
    let bytes = 0;
    for (const [channel, value] of Object.entries(values)) {
      const key = JSON.stringify([channel, versions[channel] ?? 0]);
      if (counted.has(key)) continue;
      const size = jsonBytes(value);
      counted.set(key, size);
      bytes += size;
    }
    return { checkpointId: id, bytes };
  });
  const newest = checkpoints.at(-1);
  const fields = Object.keys(newest?.channel_values ?? {}).filter(isField);
  const sizeOf = (field: string): number =>
    counted.get(JSON.stringify([field, newest?.channel_versions[field] ?? 0])) ?? 0;
  return {
    basis: "json",
    checkpoints: checkpoints.length,
    valueBytes: turns.reduce((sum, { bytes }) => sum + bytes, 0),
    recordBytes: 0,
    fields: Object.fromEntries(fields.map((field) => [field, sizeOf(field)])),
    turns,
    pruned: [],
  };
}

/** Bytes of a value as JSON text. 0 for one that is not JSON, such as a circle. */
function jsonBytes(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? "");
  } catch {
    return 0;
  }
}
