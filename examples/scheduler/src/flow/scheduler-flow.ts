import { defineFlow, getAgentConfidence, getAgentOutput, type WithAgentOutputs } from "@tidemark/state-manager";
import { hasConflicts, type WithConflicts } from "./detected-conflicts.ts";
import { confidenceThresholds } from "./thresholds.ts";

/** The part of a state by which the scheduler's flow goes on. */
export interface FlowState extends WithAgentOutputs, WithConflicts {
  readonly control_current_step?: string;
  readonly scheduler_parsed_event?: { readonly eventType?: string } | null | undefined;
  readonly scheduler_selected_time_slot?: object | null | undefined;
}

/** The way of a request, from the words of a person to the calendar. */
export const schedulerFlow = defineFlow<FlowState>()({
  start: "start",
  steps: {
    start: { next: [{ to: "nl_parsing", because: "there is a request to be read" }] },
    nl_parsing: {
      next: [
        { to: "clarification", when: isUnsure, because: "the request is not clear enough" },
        { to: "query", when: asksSomething, because: "it asks about the calendar" },
        { to: "scheduling", because: "it changes the calendar" },
      ],
    },
    query: {},
    clarification: {},
    scheduling: {
      needs: lacksParsing,
      next: [
        { to: "resource_manager", when: hasTime, because: "there is a time for it" },
        { to: "clarification", because: "no time fits" },
      ],
    },
    resource_manager: {
      next: [
        { to: "clarification", when: lacksResources, because: "something that it needs is taken" },
        { to: "conflict_detection", because: "all that it needs is free" },
      ],
    },
    conflict_detection: {
      needs: lacksAgents,
      next: [
        { to: "resolution", when: hasConflicts, because: "something stands against it" },
        { to: "confirmation", because: "nothing stands against it" },
      ],
    },
    resolution: { needs: lacksConflict },
    confirmation: {},
  },
});

/** Without an output nothing was understood, which is a confidence of 0. */
function isUnsure(state: FlowState): boolean {
  return (getAgentConfidence(state, "nl_parser") ?? 0) < confidenceThresholds.routing;
}

function asksSomething(state: FlowState): boolean {
  const intent = state.scheduler_parsed_event?.eventType ?? getAgentOutput(state, "nl_parser")?.data["eventType"];
  return intent === "query";
}

/** True when a time was chosen or can be; pruning empties the candidates once one was chosen. */
function hasTime(state: FlowState): boolean {
  const candidates = getAgentOutput(state, "scheduling")?.data["candidateTimes"];
  return (state.scheduler_selected_time_slot ?? null) !== null || (Array.isArray(candidates) && candidates.length > 0);
}

/** True when the resource manager said so; a missing answer counts as available. */
function lacksResources(state: FlowState): boolean {
  return getAgentOutput(state, "resource_manager")?.data["allResourcesAvailable"] === false;
}

function lacksParsing(state: FlowState): string | null {
  const confidence = getAgentOutput(state, "nl_parser")?.confidence;
  if (confidence === undefined) return "NL Parser output required for scheduling";
  return confidence < confidenceThresholds.validation ? `NL Parser confidence too low: ${confidence}` : null;
}

function lacksAgents(state: FlowState): string | null {
  const required = ["nl_parser", "scheduling", "resource_manager"];
  const missing = required.filter((agent) => getAgentOutput(state, agent) === null);
  return missing.length === 0 ? null : `Missing required agents: [${missing.map((agent) => `'${agent}'`).join(", ")}]`;
}

function lacksConflict(state: FlowState): string | null {
  if (getAgentOutput(state, "conflict_detection") === null) return "Conflict Detection output required for resolution";
  return hasConflicts(state) ? null : "No conflicts detected, resolution not needed";
}
