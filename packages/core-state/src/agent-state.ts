import { approvalFields } from "./fields/approval.ts";
import { controlFields } from "./fields/control.ts";
import { coreFields } from "./fields/core.ts";
import { executionFields } from "./fields/execution.ts";
import { planningFields } from "./fields/planning.ts";
import { runtimeFields } from "./fields/runtime.ts";
import { taskFields } from "./fields/task.ts";
import { uiFields } from "./fields/ui.ts";
import { defineState, type UpdateOf, type ValueOf } from "./state.ts";

/**
 * The state that every agent application starts from; extend it with your own fields, or take single groups of it.
 *
 * @example
 * ```ts
 * import { AgentState } from "@tidemark/core-state";
 *
 * const { lifetime, owner } = AgentState.fields.planning_execution_plan;
 * console.log(lifetime, owner); // turn [ 'root', 'planner' ]
 * ```
 */
export const AgentState = defineState({
  version: 1,
  fields: {
    ...coreFields,
    ...taskFields,
    ...planningFields,
    ...executionFields,
    ...approvalFields,
    ...controlFields,
    ...uiFields,
    ...runtimeFields,
  },
});

/** The values of {@link AgentState}, worked out once: cheaper for the compiler than `ValueOf<typeof AgentState>`. */
export interface AgentStateValue extends ValueOf<typeof AgentState> {}

/** What a node on {@link AgentState} may return, worked out once. */
export interface AgentStateUpdate extends UpdateOf<typeof AgentState> {}
