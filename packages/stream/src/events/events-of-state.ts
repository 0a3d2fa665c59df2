import {
  agentHandoff,
  type AgentIdentity,
  agentProgress,
  agentStatus,
  type EventBase,
  type ProgressEvent,
} from "@tidemark/core-state/internal";
import { type AgentEvent, type HandoffRecord, type Plan, type StatusUpdate } from "@tidemark/core-state";
import { digest } from "@tidemark/state-manager";
import { eventIdOf, isOfTurn, planEvents } from "@tidemark/agents/internal";

/** The part of a state that tells what happened; a state without these fields tells nothing. */
export interface WithNews {
  readonly status_updates?: readonly StatusUpdate[];
  readonly progress_events?: readonly ProgressEvent[];
  readonly planning_execution_plan?: Plan | null;
  readonly execution_handoff_history?: readonly HandoffRecord[];
  /** Handoffs before this moment belong to earlier turns; in seconds since 1970. */
  readonly execution_start_time?: number | null;
  readonly runtime_turn_id?: string | null;
}

/** How events are read off a state. */
export interface EventsOfStateOptions {
  readonly runId: string;
  /** When things happened that the state keeps no time of, as ISO 8601. */
  readonly now: string;
  /** How agents appear; by their ids when not said. */
  readonly identity?: (agentId: string) => AgentIdentity;
}

/**
 * Reads the events of the present turn off the state: status, progress, the plan and its steps, handoffs; by time,
 * numbered from 0.
 *
 * The ids follow from what is told, so that the same news read again, by another process or after a restart, have the
 * same ids. A status or progress whose writer put an `eventId` into it keeps that one.
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
export function eventsOfState(values: WithNews, options: EventsOfStateOptions): readonly AgentEvent[] {
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

interface Reader {
  readonly values: WithNews;
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

/** Values are frozen and shared from step to step: what was digested once keeps its digest. */
const digests = new WeakMap<object, string>();

/** Tells equal entries apart by how many came before; the position would move when a capped list loses its oldest. */
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
      // Handoffs outlive their turn, so their ids do not hang on it.
      agentHandoff(base(eventIdOf("handoff", handoffId), timestamp), {
        handoffId: asUuid(handoffId),
        fromAgent: identity(fromAgentId),
        toAgent: identity(toAgentId),
        reason,
        ...(explanation !== undefined && { explanation }),
      }),
    );
}

/** The events of the plan's own module, at the times that the plan keeps. */
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
      // A plan is there before its first step begins, whether or not it says when it was made.
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

/** Events name handoffs by UUID; a state may use any id. */
const asUuid = (id: string): string => (UUID.test(id) ? id : eventIdOf("id", id));

/** An instant as text; nothing for numbers that no calendar reaches. */
function instantOf(seconds: number): string | undefined {
  // oxlint-disable-next-line eslint/no-restricted-globals -- writes a given instant down, and reads no clock
  const instant = new Date(seconds * 1000);
  return Number.isNaN(instant.getTime()) || seconds < 0 || seconds > LAST_SECOND ? undefined : instant.toISOString();
}

/** The last second of the year 9999: later years are written in another form. */
const LAST_SECOND = 253_402_300_799;

/** Instants may be to the second or finer, so that their texts do not sort by themselves. */
const compareInstants = (one: string, other: string): number =>
  // oxlint-disable-next-line eslint/no-restricted-globals -- reads given instants, and no clock
  Date.parse(one) - Date.parse(other);
