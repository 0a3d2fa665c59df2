import { z } from "zod";
import { withoutUndefined } from "../json.ts";
import { Timestamp } from "../schemas/timestamp.ts";

/** How far an event is on its way to the store; `transient` ones never go there. */
export const PersistenceState = z.enum(["pending", "queued", "persisted", "failed", "transient"]);
export type PersistenceState = z.infer<typeof PersistenceState>;

/** A name or id that somebody chose. */
export const id = z.string().min(1);

/** A position, from 0. */
export const index = z.int().min(0);

/** What every event carries, whatever it tells. */
export const EventBase = z.strictObject({
  /** A UUID in either case. Derive it from the turn and the step, so that a repeated step repeats its ids. */
  eventId: z.uuid(),
  /** Position within the run, from 0: order by this, not by time. */
  sequence: index,
  runId: id,
  turnId: id,
  sessionId: id.optional(),
  timestamp: Timestamp,
  persistenceState: PersistenceState.optional(),
  /** Shared by all events that answer one request. */
  correlationId: id.optional(),
  /** The event that this one is part of. */
  parentEventId: z.uuid().optional(),
  /** True for events that are not shown to people. */
  isInternal: z.boolean().optional(),
});
export type EventBase = z.infer<typeof EventBase>;

/** What an event tells beyond its base: the second argument of its constructor. */
export type DetailsOf<Event extends { readonly type: string }> = Omit<Event, keyof EventBase | "type">;

/**
 * Puts an event together from its parts; attributes that are `undefined` are left out, because JSON has no such value.
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
