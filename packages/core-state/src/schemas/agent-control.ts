import { z } from "zod";

const limit = z.int().min(0);

/** The switches and limits of a turn. Limits are whole numbers from 0; 0 means never. */
export const AgentControl = z.strictObject({
  /** A person approves the plan before it runs. */
  planningModeEnabled: z.boolean(),
  /** Agents may write to the control system. */
  epicsWritesEnabled: z.boolean(),
  /** Overrides the settings below for every capability, unless it is `selective`. */
  approvalGlobalMode: z.enum(["disabled", "selective", "all_capabilities"]),
  pythonExecutionApprovalEnabled: z.boolean(),
  /** Which code needs approval; `epics_writes` is an older word for `control_writes`. */
  pythonExecutionApprovalMode: z.enum(["disabled", "control_writes", "epics_writes", "all_code"]),
  memoryApprovalEnabled: z.boolean(),
  /** Maximum number of times that capabilities can be chosen again in a turn. */
  maxReclassifications: limit,
  /** How often a plan may be made, the first one included. */
  maxPlanningAttempts: limit,
  /** How often one step may be tried again. */
  maxStepRetries: limit,
  /** How long a turn may run, in seconds. */
  maxExecutionTimeSeconds: limit,
  /** How many capabilities are classified at the same time. */
  maxConcurrentClassifications: limit,
  /** Take the conversation itself as the task. */
  taskExtractionBypassEnabled: z.boolean(),
  /** Take every capability instead of choosing. */
  capabilitySelectionBypassEnabled: z.boolean(),
  /**
   * Names of the settings above that were set to their default. A limit among them takes precedence over one that is
   * configured elsewhere, like any other limit that was set. `changeAgentControl` maintains it.
   */
  setToDefault: z.array(z.string()).readonly().optional(),
});
export type AgentControl = z.infer<typeof AgentControl>;

/**
 * The safe switches and limits, in a new object each time: nothing is written and all code is approved by a person.
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
