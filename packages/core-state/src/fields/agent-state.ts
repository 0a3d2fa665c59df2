import { additionalGroups } from "./additional-groups.ts";
import { agentGroups } from "./agent-groups.ts";
import { reportGroups } from "./report-groups.ts";
import { defineState, extendState, type UpdateOf, type ValueOf } from "../state/state.ts";

/**
 * The 35 fields that `createAgentGraph` and sessions read and write. Add fields of the application and groups of
 * `fieldGroups` with `extendState`.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 *
 * const { lifetime, owner } = AgentState.fields.planning_execution_plan;
 * console.log(lifetime, owner); // turn [ 'root', 'planner' ]
 * ```
 */
export const AgentState = defineState({
  version: 1,
  fields: {
    ...agentGroups.conversation,
    ...agentGroups.task,
    ...agentGroups.planning,
    ...agentGroups.execution,
    ...agentGroups.routing,
    ...agentGroups.attempts,
    ...agentGroups.questions,
    ...agentGroups.ownership,
    ...agentGroups.turn,
  },
});

/** Values of {@link AgentState}. Cheaper for the compiler than `ValueOf<typeof AgentState>`. */
export interface AgentStateValue extends ValueOf<typeof AgentState> {}

/** Update of {@link AgentState} that a node can return. Cheaper for the compiler than `UpdateOf<typeof AgentState>`. */
export interface AgentStateUpdate extends UpdateOf<typeof AgentState> {}

/**
 * `AgentState` with all groups of `fieldGroups`: 74 fields, for threads and programs that use all of them.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { SeedState } from "tidemark/seeds";
 *
 * console.log(Object.keys(AgentState.fields).length, Object.keys(SeedState.fields).length); // 35 74
 * ```
 */
export const SeedState = extendState(AgentState, {
  version: 1,
  fields: {
    ...additionalGroups.settings,
    ...additionalGroups.approval,
    ...additionalGroups.clarification,
    ...additionalGroups.directed,
    ...additionalGroups.identity,
    ...additionalGroups.workflow,
    ...additionalGroups.progress,
    ...reportGroups.report,
    ...reportGroups.calls,
    ...additionalGroups.summary,
    ...additionalGroups.guardrails,
    ...additionalGroups.validation,
    ...additionalGroups.flags,
    ...additionalGroups.hints,
    ...additionalGroups.session,
    ...additionalGroups.notebook,
    ...additionalGroups.application,
  },
});

/** Values of {@link SeedState}. */
export interface SeedStateValue extends ValueOf<typeof SeedState> {}

/** Update of {@link SeedState} that a node can return. */
export interface SeedStateUpdate extends UpdateOf<typeof SeedState> {}
