import type { StoredSize } from "./history-source.ts";
import { sizeOfVersions, versionKey } from "./version-sizes.ts";

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
  const sizes = new Map<string, number>();
  const measured = checkpoints.map(({ id, channel_values: values, channel_versions: all }) => {
    const versions = Object.fromEntries(Object.keys(values).map((channel) => [channel, all[channel] ?? 0]));
    for (const [channel, version] of Object.entries(versions)) {
      const key = versionKey(channel, version);
      if (!sizes.has(key)) sizes.set(key, jsonBytes(values[channel]));
    }
    return { id, bytes: 0, versions };
  });
  return sizeOfVersions("json", measured, sizes);
}

/** Bytes of a value as JSON text. 0 for one that is not JSON, such as a circle. */
function jsonBytes(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? "");
  } catch {
    return 0;
  }
}
