import { normalizedProgress } from "@tidemark/core-state/internal";
import { parseRunEvent, type RunEvent } from "./run-events.ts";

/**
 * Makes a filter that lets every event through once, by its id; what a re-run node repeats is dropped.
 *
 * It remembers the newest `limit` ids, 10,000 unless said.
 *
 * @example
 * ```ts
 * import { onceEach } from "@tidemark/stream";
 *
 * const isNew = onceEach();
 * const events = [{ eventId: "a" }, { eventId: "b" }, { eventId: "a" }];
 * console.log(events.filter(isNew).length); // 2
 * ```
 */
export function onceEach({ limit = 10_000 }: { readonly limit?: number } = {}): (event: {
  readonly eventId: string;
}) => boolean {
  const seen = new Set<string>();
  return ({ eventId }) => {
    if (seen.has(eventId)) return false;
    seen.add(eventId);
    for (const oldest of seen) {
      if (seen.size <= limit) break;
      seen.delete(oldest);
    }
    return true;
  };
}

/**
 * Gives what a reader who has seen everything up to `sequence` has missed: in order, each event once; -1 gives all.
 *
 * What is stored may be of any age and origin: what is no event, or of a type that is not known, is skipped.
 */
export function replayFrom(stored: Iterable<unknown>, sequence: number): readonly RunEvent[] {
  const isNew = onceEach();
  const events: RunEvent[] = [];
  for (const each of stored) {
    const parsed = parseRunEvent(each);
    if (parsed.ok && parsed.event.sequence > sequence) events.push(parsed.event);
  }
  return events.toSorted((one, other) => one.sequence - other.sequence).filter(isNew);
}

/** How far the work is that an event tells of, from 0 to 1; null for events that tell of no progress. */
export const progressOf = (event: RunEvent): number | null =>
  event.type === "status" || event.type === "progress" ? normalizedProgress(event) : null;
