import {
  agentHandoff,
  type AgentIdentity,
  agentProgress,
  agentStatus,
  type EventBase,
  type ProgressEvent,
  type StatusUpdate,
} from "@tidemark/core-state/internal";
import { type AgentEvent, type HandoffRecord, type Plan } from "@tidemark/core-state";
import { digest } from "@tidemark/state-manager";
import { eventIdOf, isOfTurn, planEvents } from "@tidemark/agents/internal";

/** Fields of a state from which events are derived. All are optional. */
export interface EventFields {
  readonly status_updates?: readonly StatusUpdate[];
  readonly progress_events?: readonly ProgressEvent[];
  readonly planning_execution_plan?: Plan | null;
  readonly execution_handoff_history?: readonly HandoffRecord[];
  /** Start of the turn, in seconds since 1970. Earlier handoffs are part of earlier turns. */
  readonly execution_start_time?: number | null;
  readonly runtime_turn_id?: string | null;
}

/** Options of {@link eventsOfState}. */
export interface EventsOfStateOptions {
  readonly runId: string;
  /** Timestamp of events without a stored time, in ISO 8601. */
  readonly now: string;
  /** Returns the display identity of an agent. Defaults to the agent's id as its name. */
  readonly identity?: (agentId: string) => AgentIdentity;
}

/**
 * Derives the events of the current turn from the state: status, progress, the plan with its steps, and handoffs. They
 * are sorted by time and numbered from 0.
 *
 * Ids are derived from the content, so another process derives the same ids from the same state. A status or progress
 * entry with an `eventId` keeps it.
 *
 * @example
 * ```ts
 * import { eventsOfState } from "@tidemark/stream/internal";
 * import { createStatusUpdate } from "@tidemark/core-state";
 *
 * const values = { runtime_turn_id: "turn_1", ...createStatusUpdate("Reading", 0.5, { timestamp: 1_767_904_200 }) };
 * const events = eventsOfState(values, { runId: "run-1", now: "2026-01-08T20:31:00Z" });
 * console.log(events.map(({ type, timestamp }) => `${type} ${timestamp}`)); // [ 'status 2026-01-08T20:30:00.000Z' ]
 * ```
 */
export function eventsOfState(values: EventFields, options: EventsOfStateOptions): readonly AgentEvent[] {
  const turnId = values.runtime_turn_id ?? "turn_0";
  const reader: Reader = {
    values,
    base: (key, timestamp) => ({
      eventId: UUID.test(key) ? key : eventIdOf("stored", turnId, key),
      sequence: 0,
      runId: options.runId,
      turnId,
      timestamp: timestamp ?? options.now,
    }),
    identity: options.identity ?? ((agentId) => ({ agentId, agentName: agentId })),
  };
  const events = [
    ...eventsOfPlan(reader),
    ...handoffEvents(reader),
    ...statusEvents(reader),
    ...progressEvents(reader),
  ];
  return events
    .toSorted((one, other) => compareInstants(one.timestamp, other.timestamp))
    .map((event, sequence) => ({ ...event, sequence }));
}

/** Events of the stored plan, unless it has ended: a run that continues it does not repeat them. */
export function eventsOfOpenPlan(values: EventFields, options: EventsOfStateOptions): readonly AgentEvent[] {
  const { planning_execution_plan: plan = null, runtime_turn_id: turnId = null } = values;
  const events = eventsOfState({ planning_execution_plan: plan, runtime_turn_id: turnId }, options);
  return events.some(({ type }) => type === "plan_completed") ? [] : events;
}

interface Reader {
  readonly values: EventFields;
  readonly base: (key: string, timestamp?: string) => EventBase;
  readonly identity: (agentId: string) => AgentIdentity;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

function statusEvents({ values, base }: Reader): readonly AgentEvent[] {
  const key = keys("status");
  return (values.status_updates ?? []).map((update) => {
    const { message, progress, complete, timestamp, eventId, ...metadata } = update;
    const details = { message, progress, complete, ...(Object.keys(metadata).length > 0 && { metadata }) };
    return agentStatus(base(key(update, eventId), instantOf(timestamp)), details);
  });
}

function progressEvents({ values, base }: Reader): readonly AgentEvent[] {
  const key = keys("progress");
  return (values.progress_events ?? []).map((update) => {
    const { current, total, operation, progress: _, timestamp, eventId, ...metadata } = update;
    const details = { current, total, operation, ...(Object.keys(metadata).length > 0 && { metadata }) };
    return agentProgress(base(key(update, eventId), instantOf(timestamp)), details);
  });
}

/** Digests of entries. Entries are frozen and shared between steps, so each is hashed once. */
const digests = new WeakMap<object, string>();

/** Creates keys for entries. Equal entries are counted instead of using the index, which changes when a capped list is cut. */
function keys(kind: string): (entry: object, eventId: unknown) => string {
  const counts = new Map<string, number>();
  return (entry, eventId) => {
    if (typeof eventId === "string" && UUID.test(eventId)) return eventId;
    const known = digests.get(entry) ?? digest(entry);
    digests.set(entry, known);
    const count = counts.get(known) ?? 0;
    counts.set(known, count + 1);
    return `${kind}:${known}:${count}`;
  };
}

function handoffEvents({ values, base, identity }: Reader): readonly AgentEvent[] {
  return (values.execution_handoff_history ?? [])
    .filter((record) => isOfTurn(record, values))
    .map(({ handoffId, fromAgentId, toAgentId, reason, explanation, timestamp }) =>
      // Handoffs outlive their turn, so their ids do not depend on it.
      agentHandoff(base(eventIdOf("handoff", handoffId), timestamp), {
        handoffId: asUuid(handoffId),
        fromAgent: identity(fromAgentId),
        toAgent: identity(toAgentId),
        reason,
        ...(explanation !== undefined && { explanation }),
      }),
    );
}

/** Events of the plan, with the times stored in the plan. */
function eventsOfPlan({ values, base, identity }: Reader): readonly AgentEvent[] {
  const plan = values.planning_execution_plan ?? null;
  if (plan === null) return [];
  const { runId, turnId, timestamp: now } = base("plan");
  const source = { runId, turnId, now, sequence: 0, nameOf: (agent: string) => identity(agent).agentName };
  return planEvents(null, plan, source).map((event) => ({ ...event, timestamp: timeOf(plan, event) ?? now }));
}

function timeOf(plan: Plan, event: AgentEvent): string | undefined {
  switch (event.type) {
    case "plan_step_started":
      return plan.steps[event.stepIndex]?.startedAt;
    case "plan_step_completed":
      return plan.steps[event.stepIndex]?.completedAt ?? plan.updatedAt;
    case "plan_completed":
      return plan.completedAt ?? plan.updatedAt;
    case "plan_generated":
      // A plan without `createdAt` was created before its first step started.
      return plan.createdAt ?? firstStart(plan);
    case "status":
    case "progress":
    case "agent_handoff":
    case "agent_changed":
    default:
      return undefined;
  }
}

const firstStart = ({ steps }: Plan): string | undefined =>
  steps.flatMap(({ startedAt }) => startedAt ?? []).toSorted(compareInstants)[0];

/** Converts an id to a UUID: events require UUIDs for handoffs, a state accepts any id. */
const asUuid = (id: string): string => (UUID.test(id) ? id : eventIdOf("id", id));

/** Formats an instant as ISO 8601. Returns `undefined` for a number outside the years 1970 to 9999. */
function instantOf(seconds: number): string | undefined {
  // oxlint-disable-next-line eslint/no-restricted-globals -- formats a given instant and does not read the clock
  const instant = new Date(seconds * 1000);
  return Number.isNaN(instant.getTime()) || seconds < 0 || seconds > LAST_SECOND ? undefined : instant.toISOString();
}

/** Last second of the year 9999. Later years have a different ISO 8601 format. */
const LAST_SECOND = 253_402_300_799;

/** Compares instants as numbers, because texts of different precision do not sort as text. */
const compareInstants = (one: string, other: string): number =>
  // oxlint-disable-next-line eslint/no-restricted-globals -- parses given instants and does not read the clock
  Date.parse(one) - Date.parse(other);
