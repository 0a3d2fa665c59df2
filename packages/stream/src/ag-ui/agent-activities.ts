import { type AGUIEvent, EventType } from "@ag-ui/core";
import type { RunEvent } from "../events/run-events.ts";

/** Activity messages and subagents of one run: its plan, and the agents that work on it. */
export interface AgentActivities {
  /** Translates an event of an agent. Other events give nothing. */
  event(event: RunEvent): readonly AGUIEvent[];
  /** Ends the subagents that still work. */
  ended(outcome: Of<"run_finished">["outcome"]): readonly AGUIEvent[];
}

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

/** Type of the activity message that shows a plan. */
const PLAN = "PLAN";

interface Working {
  readonly agentId: string;
  /** True if a handoff has given the work to the agent; false for the agent of a plan step. */
  readonly isHandedOver: boolean;
  /** Id in the stream. A step that is tried again has another one each time. */
  readonly subagentRunId: string;
}

/**
 * Creates the activities of a run. A plan is an activity message of the type `PLAN` whose content has `query`, `status` and `steps`, each with
 * its `status`. Each step of a plan and each handoff is a subagent.
 */
export function agentActivities(): AgentActivities {
  /** Number of steps that the activity of a plan shows. */
  const plans = new Map<string, number>();
  const working = new Map<string, Working>();
  const starts = new Map<string, number>();
  /** Plan of the turn that the run continues. It is sent behind the messages. */
  let continued: readonly RunEvent[] = [];

  const planChanged = (planId: string, patch: readonly object[]): readonly AGUIEvent[] =>
    plans.has(planId)
      ? [
          {
            type: EventType.ACTIVITY_DELTA,
            messageId: activityId(planId),
            activityType: PLAN,
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- operations of JSON Patch, made here
            patch: patch as Extract<AGUIEvent, { type: EventType.ACTIVITY_DELTA }>["patch"],
          },
        ]
      : [];

  /** Sets the status of a step. A step that joined the plan after the snapshot is added. */
  function stepChanged(
    { planId, stepIndex, ...step }: Pick<Of<"plan_step_completed">, "planId" | "stepId" | "stepIndex">,
    status: string,
  ): readonly AGUIEvent[] {
    const shown = plans.get(planId) ?? 0;
    if (stepIndex < shown) return planChanged(planId, [replaced(`/steps/${stepIndex}/status`, status)]);
    if (plans.has(planId)) plans.set(planId, stepIndex + 1);
    const before = Array.from({ length: stepIndex - shown }, () => added({ status: "pending" }));
    return planChanged(planId, [...before, added({ ...step, status })]);
  }

  function generated({ planId, query, steps }: Of<"plan_generated">): readonly AGUIEvent[] {
    plans.set(planId, steps.length);
    const content = {
      ...(query !== "" && { query }),
      status: "running",
      steps: steps.map(({ stepId, agentId, agentName, task }) => ({
        stepId,
        agentId,
        agentName,
        task,
        status: "pending",
      })),
    };
    return [{ type: EventType.ACTIVITY_SNAPSHOT, messageId: activityId(planId), activityType: PLAN, content }];
  }

  function started(
    key: string,
    { agentId, agentName: name }: { readonly agentId: string; readonly agentName: string },
    { task = "", from }: { readonly task?: string | undefined; readonly from?: string },
  ): readonly AGUIEvent[] {
    const ended = finished(key);
    const count = (starts.get(key) ?? 0) + 1;
    starts.set(key, count);
    const subagentRunId = count === 1 ? key : `${key}:${count}`;
    const parent = [...working.values()].find((other) => !other.isHandedOver && other.agentId === from);
    working.set(key, { agentId, isHandedOver: from !== undefined, subagentRunId });
    const description = task === "" ? {} : { description: task };
    const parentSubagentRunId = parent === undefined ? {} : { parentSubagentRunId: parent.subagentRunId };
    return [
      ...ended,
      { type: EventType.SUBAGENT_STARTED, subagentRunId, name, ...description, ...parentSubagentRunId },
    ];
  }

  function finished(key: string, error?: string): readonly AGUIEvent[] {
    const found = working.get(key);
    if (found === undefined) return [];
    working.delete(key);
    const { subagentRunId } = found;
    return error === undefined
      ? [{ type: EventType.SUBAGENT_FINISHED, subagentRunId, outcome: { type: "success" } }]
      : [{ type: EventType.SUBAGENT_ERROR, subagentRunId, message: error }];
  }

  /** A handoff ends the work of the agent that hands over, unless it works on a step, which then goes on. */
  function handedOver({ handoffId, fromAgent, toAgent, reason, explanation }: Of<"agent_handoff">) {
    // The step of the plan is the subagent.
    if (reason === "plan_step") return [];
    const from = fromAgent.agentId;
    const before = [...working].filter(([, { agentId, isHandedOver }]) => isHandedOver && agentId === from);
    return [...started(handoffId, toAgent, { task: explanation, from }), ...before.flatMap(([key]) => finished(key))];
  }

  function stepCompleted({ planId, stepId, stepIndex, status }: Of<"plan_step_completed">): readonly AGUIEvent[] {
    const error = status === "failed" ? "The step failed." : undefined;
    return [...stepChanged({ planId, stepId, stepIndex }, status), ...finished(stepId, error)];
  }

  function translate(event: RunEvent): readonly AGUIEvent[] {
    if (event.type === "plan_generated") return generated(event);
    if (event.type === "plan_step_started") {
      const { planId, stepId, stepIndex, agentId, agentName, task } = event;
      const step = { planId, stepIndex, stepId, agentId, agentName, task };
      return [...stepChanged(step, "running"), ...started(stepId, event, { task })];
    }
    if (event.type === "plan_step_completed") return stepCompleted(event);
    if (event.type === "plan_completed") return planChanged(event.planId, [replaced("/status", event.status)]);
    return event.type === "agent_handoff" ? handedOver(event) : [];
  }

  function rest(): readonly AGUIEvent[] {
    const events = continued;
    continued = [];
    return events.flatMap(translate);
  }

  return {
    event(event) {
      if (event.type === "state_snapshot") {
        continued = event.plan ?? [];
        return [];
      }
      if (event.type === "run_started" || event.type === "messages_snapshot") return [];
      return [...rest(), ...translate(event)];
    },
    ended(outcome) {
      const open = [...working.values()];
      working.clear();
      const type = outcome === "finished" ? "success" : "suspended";
      return open.map(({ subagentRunId }) => ({
        type: EventType.SUBAGENT_FINISHED,
        subagentRunId,
        outcome: { type },
      }));
    },
  };
}

const activityId = (planId: string): string => `plan:${planId}`;

const added = (value: object): object => ({ op: "add", path: "/steps/-", value });

const replaced = (path: string, value: string): object => ({ op: "replace", path, value });
