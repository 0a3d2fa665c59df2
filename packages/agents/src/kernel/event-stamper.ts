import type { AgentEvent } from "@tidemark/core-state";
import type { EventBase } from "@tidemark/core-state/internal";
import { type Clock, digest, systemClock } from "@tidemark/state-manager";

/** An event without its id, number, time and run. */
export type Unstamped<Event> = Event extends EventBase & { readonly type: string }
  ? Omit<Event, keyof EventBase>
  : never;

/** Options of an event stamper. */
export interface EventStamperOptions {
  readonly runId: string;
  readonly turnId: string;
  readonly sessionId?: string;
  /** Clock for event times. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /** Number of the first event. Defaults to 0. Set it to continue another run. */
  readonly firstSequence?: number;
}

/** Adds ids, numbers and times to events. */
export interface EventStamper {
  /**
   * Completes an event. `key` identifies its subject within the turn: the step or task, and the position in it. The
   * same turn, type and key have the same `eventId` in every run. Without a key, the id is unique to this run.
   */
  stamp<Event extends { readonly type: string }>(event: Event, key?: readonly (string | number)[]): Event & EventBase;
  /** Adds the run and the next number to an event that already has an id and a time. */
  renumber<Event extends EventBase>(event: Event): Event;
  /** Returns the base of the next event without consuming its number. */
  preview(): EventBase;
  /** Sets the turn of the following events. */
  turn(turnId: string): void;
}

/**
 * Returns a UUID derived from its parts: the same parts give the same id on every machine.
 *
 * @example
 * ```ts
 * import { eventIdOf } from "@tidemark/agents/internal";
 *
 * console.log(eventIdOf("turn_1", "status", 0) === eventIdOf("turn_1", "status", 0)); // true
 * ```
 */
export function eventIdOf(...parts: readonly (string | number)[]): string {
  const hex = digest(parts);
  // UUID version 8 is for ids that an application derives.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Numbers the events of a run from 0 and assigns stable ids. A node that runs again after a resume repeats the ids of
 * its events, so that consumers can skip duplicates.
 *
 * @example
 * ```ts
 * import { eventStamper } from "@tidemark/agents/internal";
 *
 * const options = { turnId: "turn_1", clock: { now: () => "2026-01-08T20:30:00Z" } };
 * const event = { type: "status", message: "Reading", progress: 0.5, complete: false } as const;
 * const first = eventStamper({ ...options, runId: "run-1" }).stamp(event, ["reader", 0]);
 * const again = eventStamper({ ...options, runId: "run-2" }).stamp(event, ["reader", 0]);
 * console.log(first.sequence, first.eventId === again.eventId); // 0 true
 * ```
 */
export function eventStamper(options: EventStamperOptions): EventStamper {
  const { runId, sessionId, clock = systemClock } = options;
  let { turnId, firstSequence: sequence = 0 } = options;
  const take = (): number => {
    sequence += 1;
    return sequence - 1;
  };
  const preview = (): EventBase => ({
    eventId: eventIdOf("run", runId, sequence),
    sequence,
    runId,
    turnId,
    timestamp: clock.now(),
    ...(sessionId !== undefined && { sessionId }),
  });
  return {
    stamp(event, key) {
      const base = preview();
      take();
      return {
        ...event,
        ...base,
        ...(key !== undefined && { eventId: eventIdOf("turn", turnId, event.type, ...key) }),
      };
    },
    renumber: (event) => ({ ...event, sequence: take(), runId }),
    preview,
    turn(next) {
      turnId = next;
    },
  };
}

/** An agent event before it is stamped. */
export type UnstampedAgentEvent = Unstamped<AgentEvent>;
