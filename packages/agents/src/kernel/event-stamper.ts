import type { AgentEvent } from "@tidemark/core-state";
import type { EventBase } from "@tidemark/core-state/internal";
import { type Clock, digest, systemClock } from "@tidemark/state-manager";

/** What a stamped event still lacks: everything but its type and what it tells. */
export type Unstamped<Event> = Event extends EventBase & { readonly type: string }
  ? Omit<Event, keyof EventBase>
  : never;

/** Whose events are stamped, and where their times come from. */
export interface EventStamperOptions {
  readonly runId: string;
  readonly turnId: string;
  readonly sessionId?: string;
  /** The machine's clock when not said. */
  readonly clock?: Pick<Clock, "now">;
  /** The number of the first event: 0, unless the run goes on where another one left off. */
  readonly firstSequence?: number;
}

/** Gives events what all of them carry. */
export interface EventStamper {
  /**
   * Completes an event. `key` says what it is about within the turn: the step or task, and its position there. The same
   * turn, type and key give the same `eventId` in whatever run; without a key the id belongs to this run alone.
   */
  stamp<Told extends { readonly type: string }>(told: Told, key?: readonly (string | number)[]): Told & EventBase;
  /** Gives an event that has its id and time already its run and its number. */
  renumber<Event extends EventBase>(event: Event): Event;
  /** What the next event would carry, without using its number up. */
  preview(): EventBase;
  /** Changes the turn that the following events belong to. */
  turn(turnId: string): void;
}

/**
 * Makes a UUID out of what an event is about: the same parts give the same id, on every machine.
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
  // Version 8 of UUIDs is the one for ids that an application derives by itself.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Numbers the events of a run from 0 and gives them stable ids, so that a node that runs again after a resume repeats
 * the ids of its events, and whoever has them can drop them.
 *
 * @example
 * ```ts
 * import { eventStamper } from "@tidemark/agents/internal";
 *
 * const options = { turnId: "turn_1", clock: { now: () => "2026-01-08T20:30:00Z" } };
 * const told = { type: "status", message: "Reading", progress: 0.5, complete: false } as const;
 * const first = eventStamper({ ...options, runId: "run-1" }).stamp(told, ["reader", 0]);
 * const again = eventStamper({ ...options, runId: "run-2" }).stamp(told, ["reader", 0]);
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
    stamp(told, key) {
      const base = preview();
      take();
      return { ...told, ...base, ...(key !== undefined && { eventId: eventIdOf("turn", turnId, told.type, ...key) }) };
    },
    renumber: (event) => ({ ...event, sequence: take(), runId }),
    preview,
    turn(next) {
      turnId = next;
    },
  };
}

/** An agent's event before it was stamped. */
export type UnstampedAgentEvent = Unstamped<AgentEvent>;
