import { normalizedProgress } from "@tidemark/core-state/internal";
import { parseRunEvent, type RunEvent } from "./run-events.ts";

/**
 * Creates a filter that accepts each event once, by its id. Repeated events of a node that runs again are dropped.
 *
 * Remembers the newest `limit` ids. Defaults to 10,000.
 *
 * @example
 * ```ts
 * import { onceEach } from "tidemark/stream";
 *
 * const isNew = onceEach();
 * const events = [{ eventId: "a" }, { eventId: "b" }, { eventId: "a" }];
 * console.log(events.filter(isNew).length); // 2
 * ```
 */
export function onceEach({
  limit = 10_000,
}: {
  /** Number of the newest ids to remember. Defaults to 10,000. */
  readonly limit?: number;
} = {}): (event: { readonly eventId: string }) => boolean {
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
 * Returns the stored events after `sequence`, in order and each once. Pass -1 for all events.
 *
 * Entries that are not events, and events of unknown types, are skipped.
 */
export function replayFrom(stored: Iterable<unknown>, sequence: number): readonly RunEvent[] {
  const isNew = onceEach();
  const events: RunEvent[] = [];
  for (const entry of stored) {
    const parsed = parseRunEvent(entry);
    if (parsed.ok && parsed.event.sequence > sequence) events.push(parsed.event);
  }
  return events.toSorted((one, other) => one.sequence - other.sequence).filter(isNew);
}

/** Progress reported by an event, from 0 to 1. Null for events that do not report progress. */
export const progressOf = (event: RunEvent): number | null =>
  event.type === "status" || event.type === "progress" ? normalizedProgress(event) : null;
