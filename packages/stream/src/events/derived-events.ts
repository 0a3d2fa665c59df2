import { type AgentEvent } from "@tidemark/core-state";
import { agentChanged, AgentIdentity, parseAgentEvent } from "@tidemark/core-state/internal";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { digest } from "@tidemark/state-manager";
import { onceEach } from "./replay.ts";
import { eventIdOf, type EventStamper, subjectOf } from "@tidemark/agents/internal";
import { eventsOfState, type EventsOfStateOptions, type EventFields } from "./events-of-state.ts";

/** Merges events emitted by nodes and events derived from the state. Each event is returned once. */
export interface DerivedEvents {
  /** Completes an event emitted by a node. Returns null for an invalid, unknown or repeated event. */
  emitted(value: unknown, stamper: EventStamper): AgentEvent | null;
  /** Derives the events of a step from its values, without those already emitted. */
  committed(before: PlainRecord, after: PlainRecord, stamper: EventStamper): readonly AgentEvent[];
  /** Marks the events stored by earlier runs as known, so that they are not returned again. */
  markKnown(values: PlainRecord): void;
}

/** Creates derived events without known events. `sent` returns an event as it is sent, or null. */
export function derivedEvents(
  options: EventsOfStateOptions,
  sent: (event: AgentEvent) => AgentEvent | null = (event) => event,
): DerivedEvents {
  const isNew = onceEach();
  const emittedSubjects = new Map<string, number>();
  const repeats = new Map<string, number>();

  function wasEmitted(event: AgentEvent): boolean {
    const subject = subjectOf(event);
    const count = emittedSubjects.get(subject) ?? 0;
    if (count > 0) emittedSubjects.set(subject, count - 1);
    return count > 0;
  }

  /** Derives the id of an event without one. Equal events have equal ids when a run is repeated. */
  function derivedId(event: PlainRecord, turnId: string): string {
    const { eventId: _, sequence: _sequence, runId: _run, timestamp: _time, ...details } = event;
    const content = digest(details);
    const repeat = repeats.get(content) ?? 0;
    repeats.set(content, repeat + 1);
    return eventIdOf("derived", turnId, content, repeat);
  }

  return {
    emitted(value, stamper) {
      if (!isPlainRecord(value) || typeof value["type"] !== "string") return null;
      const base = stamper.preview();
      const turnId = typeof value["turnId"] === "string" && value["turnId"] !== "" ? value["turnId"] : base.turnId;
      const eventId = typeof value["eventId"] === "string" ? value["eventId"] : derivedId(value, turnId);
      const complete = { ...base, ...value, eventId, turnId, sequence: base.sequence, runId: base.runId };
      const parsed = parseAgentEvent(complete);
      if (!parsed.ok || !isNew(parsed.event)) return null;
      const subject = subjectOf(parsed.event);
      emittedSubjects.set(subject, (emittedSubjects.get(subject) ?? 0) + 1);
      const event = sent(parsed.event);
      return event === null ? null : stamper.renumber(event);
    },
    committed(before, after, stamper) {
      const events = EVENT_FIELDS.some((field) => before[field] !== after[field])
        ? eventsOfState(eventFieldsOf(after), { ...options, now: stamper.preview().timestamp })
        : [];
      const changed = changeOfAgent(before, after, stamper);
      const all = changed === null ? events : [...events, changed];
      return all
        .filter((event) => isNew(event) && !wasEmitted(event))
        .flatMap((event) => sent(event) ?? [])
        .map((event) => stamper.renumber(event));
    },
    markKnown(values) {
      for (const event of eventsOfState(eventFieldsOf(values), options)) isNew(event);
    },
  };
}

const EVENT_FIELDS = ["status_updates", "progress_events", "planning_execution_plan", "execution_handoff_history"];

/** Types the fields that events are derived from. A declared state has these types. */
const eventFieldsOf = (values: PlainRecord): EventFields => values;

function changeOfAgent(before: PlainRecord, after: PlainRecord, stamper: EventStamper): AgentEvent | null {
  if (before["ui_agent_identity"] === after["ui_agent_identity"]) return null;
  const previous = AgentIdentity.safeParse(before["ui_agent_identity"]);
  const current = AgentIdentity.safeParse(after["ui_agent_identity"]);
  if (!previous.success || !current.success || previous.data.agentId === current.data.agentId) return null;
  const handoffs = eventFieldsOf(after).execution_handoff_history ?? [];
  const earlier = eventFieldsOf(before).execution_handoff_history ?? [];
  const handoff =
    handoffs === earlier ? undefined : handoffs.findLast((record) => record.toAgentId === current.data.agentId);
  const base = stamper.preview();
  const eventId = eventIdOf("changed", base.turnId, previous.data.agentId, current.data.agentId, base.sequence);
  return agentChanged(
    { ...base, eventId },
    {
      previousAgent: previous.data,
      currentAgent: current.data,
      handoffType:
        handoff === undefined
          ? "supervisor_routing"
          : handoff.reason === "user_request"
            ? "user_selection"
            : "agent_handoff",
      ...(handoff?.explanation !== undefined && { reason: handoff.explanation }),
    },
  );
}
