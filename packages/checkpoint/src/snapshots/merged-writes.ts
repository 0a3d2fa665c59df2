import { type PendingWrite, WRITES_IDX_MAP } from "@langchain/langgraph-checkpoint";

/** Writes with their places; some channels have a fixed place, and keep the last value. */
export function placedWrites(
  writes: readonly PendingWrite[],
): Iterable<readonly [index: number, channel: string, value: unknown]> {
  const places = new Map<number, readonly [number, string, unknown]>();
  for (const [position, [channel, value]] of writes.entries()) {
    const place = (Object.hasOwn(WRITES_IDX_MAP, channel) ? WRITES_IDX_MAP[channel] : undefined) ?? position;
    places.set(place, [place, channel, value]);
  }
  return places.values();
}

/** The path of a task that sent its writes in parts: the first part that names one does. */
export const mergedPath = (paths: readonly (string | undefined)[]): string =>
  paths.find((path) => path !== undefined && path !== "") ?? "";

/**
 * Puts together what a task sent in parts, by their places, the oldest first: a task that runs again does not overwrite what it
 * wrote, but may be interrupted or fail again.
 */
export function mergedWrites<Part>(parts: readonly Readonly<Record<string, Part>>[]): Record<string, Part> {
  const merged = new Map<string, Part>();
  for (const part of parts) {
    for (const [place, write] of Object.entries(part))
      if (Number(place) < 0 || !merged.has(place)) merged.set(place, write);
  }
  return Object.fromEntries(merged);
}
