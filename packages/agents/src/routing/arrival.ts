import { agentChanged, agentHandoff, AgentIdentity } from "@tidemark/core-state/internal";
import { type AgentEvent, type HandoffRecord } from "@tidemark/core-state";
import type { AgentValues } from "../kernel/agent-values.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import { planEvents } from "../plans/events.ts";
import type { AgentRegistry } from "../roster/registry.ts";

type Update = Readonly<Record<string, unknown>>;

/** Returns the update that a routing decision makes when its node starts, with the handoff appended to the stored history. */
export function valuesOnArrival(values: AgentValues, update: Update): AgentValues {
  const handoffs = handoffsOf(update);
  if (handoffs.length === 0) return update;
  return { ...update, execution_handoff_history: [...(values.execution_handoff_history ?? []), ...handoffs] };
}

/**
 * Returns the events of a routing decision, for streams of the run: the started step, the completed steps, and the handoff.
 *
 * LangGraph stores a node's writes when the node ends. These events have the same ids as those read from the stored
 * values, so that each is delivered once.
 */
export function arrivalEvents(
  values: AgentValues,
  update: Update,
  { registry, now }: { readonly registry: Pick<AgentRegistry, "identity">; readonly now: string },
): readonly AgentEvent[] {
  const turnId = values.runtime_turn_id ?? "turn_0";
  const arrived: AgentValues = update;
  const base = { runId: "", turnId, sequence: 0, timestamp: now };
  const before = values.planning_execution_plan ?? null;
  const after = arrived.planning_execution_plan ?? null;
  const source = { ...base, now, nameOf: (agent: string) => registry.identity(agent).agentName };
  const plan = before === null || after === null ? [] : planEvents(before, after, source);
  const handoffs = handoffsOf(update).map((record) =>
    agentHandoff(
      { ...base, eventId: eventIdOf("handoff", record.handoffId) },
      {
        handoffId: record.handoffId,
        fromAgent: registry.identity(record.fromAgentId),
        toAgent: registry.identity(record.toAgentId),
        reason: record.reason,
        ...(record.explanation !== undefined && { explanation: record.explanation }),
      },
    ),
  );
  return [...plan, ...handoffs, ...changeOfAgent(values, arrived, { registry, base })];
}

function changeOfAgent(
  values: AgentValues,
  arrived: AgentValues,
  about: {
    readonly registry: Pick<AgentRegistry, "identity">;
    readonly base: {
      readonly runId: string;
      readonly turnId: string;
      readonly sequence: number;
      readonly timestamp: string;
    };
  },
): readonly AgentEvent[] {
  const active = arrived.control_active_agent;
  const previous = AgentIdentity.safeParse(values.ui_agent_identity);
  if (typeof active !== "string" || !previous.success || previous.data.agentId === active) return [];
  const [handoff] = handoffsOf(arrived);
  const eventId = eventIdOf("arrived", about.base.turnId, previous.data.agentId, active, values.control_iteration ?? 0);
  const change = {
    previousAgent: previous.data,
    currentAgent: about.registry.identity(active),
    handoffType: handoff === undefined ? ("supervisor_routing" as const) : ("agent_handoff" as const),
    ...(handoff?.explanation !== undefined && { reason: handoff.explanation }),
  };
  return [agentChanged({ ...about.base, eventId }, change)];
}

const handoffsOf = (update: Update): readonly HandoffRecord[] => {
  const { execution_handoff_history: history = [] }: AgentValues = update;
  return history;
};
