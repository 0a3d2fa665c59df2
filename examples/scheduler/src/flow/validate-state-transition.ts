import { hasConflicts, type WithConflicts } from "./detected-conflicts.ts";
import { getAgentOutput, type WithAgentOutputs } from "./get-agent-output.ts";
import { confidenceThresholds } from "./thresholds.ts";

/** Whether the workflow may go to a step, and if not, why. */
export type TransitionCheck = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/**
 * Says whether the state holds what a step needs; steps that need nothing are always valid.
 *
 * `scheduling` needs a parsed request with a confidence of at least 0.5, `conflict_detection` the outputs of the three
 * agents before it, `resolution` a conflict.
 */
export function validateStateTransition(state: WithAgentOutputs & WithConflicts, nextStep: string): TransitionCheck {
  if (nextStep === "scheduling") return validateScheduling(state);
  if (nextStep === "conflict_detection") return validateConflictDetection(state);
  if (nextStep === "resolution") return validateResolution(state);
  return { valid: true };
}

const invalid = (reason: string): TransitionCheck => ({ valid: false, reason });

function validateScheduling(state: WithAgentOutputs): TransitionCheck {
  const confidence = getAgentOutput(state, "nl_parser")?.confidence;
  if (confidence === undefined) return invalid("NL Parser output required for scheduling");
  if (confidence < confidenceThresholds.validation) return invalid(`NL Parser confidence too low: ${confidence}`);
  return { valid: true };
}

function validateConflictDetection(state: WithAgentOutputs): TransitionCheck {
  const required = ["nl_parser", "scheduling", "resource_manager"];
  const missing = required.filter((agent) => getAgentOutput(state, agent) === null);
  if (missing.length === 0) return { valid: true };
  return invalid(`Missing required agents: [${missing.map((agent) => `'${agent}'`).join(", ")}]`);
}

function validateResolution(state: WithAgentOutputs & WithConflicts): TransitionCheck {
  if (getAgentOutput(state, "conflict_detection") === null)
    return invalid("Conflict Detection output required for resolution");
  if (!hasConflicts(state)) return invalid("No conflicts detected, resolution not needed");
  return { valid: true };
}
