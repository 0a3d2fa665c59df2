import { z } from "zod";
import { withoutUndefined } from "../kernel/json.ts";
import { Timestamp } from "../schemas/timestamp.ts";

/** Persistence state of an event. `transient` events are never stored. */
export const PersistenceState = z.enum(["pending", "queued", "persisted", "failed", "transient"]);
export type PersistenceState = z.infer<typeof PersistenceState>;

/** A nonempty name or id. */
export const id = z.string().min(1);

/** An index, starting at 0. */
export const index = z.int().min(0);

/** Properties that every event has. */
export const EventBase = z.strictObject({
  /** A UUID, in lower or upper case. Derive it from the turn and the step, so that a repeated step repeats its ids. */
  eventId: z.uuid(),
  /** Index within the run, starting at 0. Order events by it, not by time. */
  sequence: index,
  runId: id,
  turnId: id,
  sessionId: id.optional(),
  timestamp: Timestamp,
  persistenceState: PersistenceState.optional(),
  /** Id shared by all events of one request. */
  correlationId: id.optional(),
  /** Id of the event that this one is part of. */
  parentEventId: z.uuid().optional(),
  /** True for events that are not shown to users. */
  isInternal: z.boolean().optional(),
});
export type EventBase = z.infer<typeof EventBase>;

/** Properties of an event without those of `EventBase`: the second argument of its constructor. */
export type DetailsOf<Event extends { readonly type: string }> = Omit<Event, keyof EventBase | "type">;

/**
 * Creates an event from its parts. Properties that are `undefined` are omitted, because JSON has no such value.
 *
 * @internal
 */
export function makeEvent<Event extends { readonly type: string }>(
  type: Event["type"],
  base: EventBase,
  details: DetailsOf<Event>,
): Event {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the three parts are all there is to an event
  return withoutUndefined({ type, ...base, ...details }) as unknown as Event;
}
