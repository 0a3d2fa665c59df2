import { type AgentEvent, parseAgentEvent } from "@tidemark/core-state";
import { agentChanged, AgentIdentity } from "@tidemark/core-state/internal";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { digest } from "@tidemark/state-manager";
import { onceEach } from "./replay.ts";
import { eventIdOf, type EventStamper, subjectOf } from "@tidemark/agents/internal";
import { eventsOfState, type EventsOfStateOptions, type WithNews } from "./events-of-state.ts";

/** Brings together what nodes tell at once and what the state tells after each step, each event once. */
export interface News {
  /** Reads what a node told; null for what is no event, of an unknown type, or known already. */
  told(value: unknown, stamper: EventStamper): AgentEvent | null;
  /** Reads off the values what nobody told yet. */
  committed(before: PlainRecord, after: PlainRecord, stamper: EventStamper): readonly AgentEvent[];
  /** Notes what the values of an earlier run tell, so that it is not told again. */
  known(values: PlainRecord): void;
}

/** Starts with no news. */
export function news(options: EventsOfStateOptions): News {
  const isNew = onceEach();
  const toldSubjects = new Map<string, number>();
  const repeats = new Map<string, number>();

  function wasTold(event: AgentEvent): boolean {
    const subject = subjectOf(event);
    const count = toldSubjects.get(subject) ?? 0;
    if (count > 0) toldSubjects.set(subject, count - 1);
    return count > 0;
  }

  /** An id for what came without one: the same words again, in a run again, have the same id. */
  function derivedId(told: PlainRecord, turnId: string): string {
    const { eventId: _, sequence: _sequence, runId: _run, timestamp: _time, ...details } = told;
    const words = digest(details);
    const repeat = repeats.get(words) ?? 0;
    repeats.set(words, repeat + 1);
    return eventIdOf("told", turnId, words, repeat);
  }

  return {
    told(value, stamper) {
      if (!isPlainRecord(value) || typeof value["type"] !== "string") return null;
      const base = stamper.preview();
      const turnId = typeof value["turnId"] === "string" && value["turnId"] !== "" ? value["turnId"] : base.turnId;
      const eventId = typeof value["eventId"] === "string" ? value["eventId"] : derivedId(value, turnId);
      const told = { ...base, ...value, eventId, turnId, sequence: base.sequence, runId: base.runId };
      const parsed = parseAgentEvent(told);
      if (!parsed.ok || !isNew(parsed.event)) return null;
      const subject = subjectOf(parsed.event);
      toldSubjects.set(subject, (toldSubjects.get(subject) ?? 0) + 1);
      return stamper.renumber(parsed.event);
    },
    committed(before, after, stamper) {
      const events = NEWS_FIELDS.some((field) => before[field] !== after[field])
        ? eventsOfState(newsOf(after), { ...options, now: stamper.preview().timestamp })
        : [];
      const changed = changeOfAgent(before, after, stamper);
      const all = changed === null ? events : [...events, changed];
      return all.filter((event) => isNew(event) && !wasTold(event)).map((event) => stamper.renumber(event));
    },
    known(values) {
      for (const event of eventsOfState(newsOf(values), options)) isNew(event);
    },
  };
}

const NEWS_FIELDS = ["status_updates", "progress_events", "planning_execution_plan", "execution_handoff_history"];

/** Values of a declared state, whose fields of these names have these types. */
const newsOf = (values: PlainRecord): WithNews => values;

function changeOfAgent(before: PlainRecord, after: PlainRecord, stamper: EventStamper): AgentEvent | null {
  if (before["ui_agent_identity"] === after["ui_agent_identity"]) return null;
  const previous = AgentIdentity.safeParse(before["ui_agent_identity"]);
  const current = AgentIdentity.safeParse(after["ui_agent_identity"]);
  if (!previous.success || !current.success || previous.data.agentId === current.data.agentId) return null;
  const handoffs = newsOf(after).execution_handoff_history ?? [];
  const earlier = newsOf(before).execution_handoff_history ?? [];
  const handoff =
    handoffs === earlier ? undefined : handoffs.findLast((each) => each.toAgentId === current.data.agentId);
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
