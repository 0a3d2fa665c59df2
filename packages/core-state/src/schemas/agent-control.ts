import { z } from "zod";

const limit = z.int().min(0);

/** Settings and limits of a turn. Limits are whole numbers, 0 or greater; 0 means never. */
export const AgentControl = z.strictObject({
  /** True if a person must approve the plan before it runs. */
  planningModeEnabled: z.boolean(),
  /** True if agents may write to the control system. */
  epicsWritesEnabled: z.boolean(),
  /** Overrides the settings below for every capability, unless it is `selective`. */
  approvalGlobalMode: z.enum(["disabled", "selective", "all_capabilities"]),
  pythonExecutionApprovalEnabled: z.boolean(),
  /** Code that needs approval; `epics_writes` is an older name for `control_writes`. */
  pythonExecutionApprovalMode: z.enum(["disabled", "control_writes", "epics_writes", "all_code"]),
  memoryApprovalEnabled: z.boolean(),
  /** Maximum number of reclassifications in a turn. */
  maxReclassifications: limit,
  /** Maximum number of planning attempts, including the first one. */
  maxPlanningAttempts: limit,
  /** Maximum number of retries of a step. */
  maxStepRetries: limit,
  /** Maximum duration of a turn, in seconds. */
  maxExecutionTimeSeconds: limit,
  /** Maximum number of capabilities to classify in parallel. */
  maxConcurrentClassifications: limit,
  /** Uses the conversation itself as the task. */
  taskExtractionBypassEnabled: z.boolean(),
  /** Uses every capability instead of choosing some. */
  capabilitySelectionBypassEnabled: z.boolean(),
  /**
   * Names of the settings that were explicitly set to their default. Such a limit takes precedence over one configured
   * elsewhere, like any other limit that was set.
   */
  setToDefault: z.array(z.string()).readonly().optional(),
});
export type AgentControl = z.infer<typeof AgentControl>;

/**
 * Returns a new object with the safe default settings: agents cannot write to the control system, and a person approves all code.
 *
 * @example
 * ```ts
 * import { agentControlDefaults } from "@tidemark/core-state/internal";
 *
 * const control = { ...agentControlDefaults(), maxPlanningAttempts: 4 };
 * console.log(control.maxPlanningAttempts, control.maxReclassifications); // 4 1
 * ```
 */
export const agentControlDefaults = (): AgentControl => ({
  planningModeEnabled: false,
  epicsWritesEnabled: false,
  approvalGlobalMode: "selective",
  pythonExecutionApprovalEnabled: true,
  pythonExecutionApprovalMode: "all_code",
  memoryApprovalEnabled: true,
  maxReclassifications: 1,
  maxPlanningAttempts: 2,
  maxStepRetries: 0,
  maxExecutionTimeSeconds: 300,
  maxConcurrentClassifications: 5,
  taskExtractionBypassEnabled: false,
  capabilitySelectionBypassEnabled: false,
});
