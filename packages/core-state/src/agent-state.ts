import { applicationFields } from "./fields/application.ts";
import { approvalFields, guardrailsFields } from "./fields/approval.ts";
import { attemptsFields } from "./fields/attempts.ts";
import { clarificationFields } from "./fields/clarification.ts";
import { conversationFields, summaryFields } from "./fields/conversation.ts";
import { directedFields } from "./fields/directed.ts";
import { executionFields } from "./fields/execution.ts";
import { flagsFields } from "./fields/flags.ts";
import { hintsFields } from "./fields/hints.ts";
import { identityFields } from "./fields/identity.ts";
import { notebookFields } from "./fields/notebook.ts";
import { ownershipFields } from "./fields/ownership.ts";
import { planningFields } from "./fields/planning.ts";
import { progressFields } from "./fields/progress.ts";
import { questionsFields } from "./fields/questions.ts";
import { callsFields, reportFields } from "./fields/report.ts";
import { routingFields } from "./fields/routing.ts";
import { sessionFields } from "./fields/session.ts";
import { settingsFields } from "./fields/settings.ts";
import { taskFields } from "./fields/task.ts";
import { turnFields } from "./fields/turn.ts";
import { validationFields } from "./fields/validation.ts";
import { workflowFields } from "./fields/workflow.ts";
import { defineState, extendState, type UpdateOf, type ValueOf } from "./state.ts";

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
    ...conversationFields,
    ...taskFields,
    ...planningFields,
    ...executionFields,
    ...routingFields,
    ...attemptsFields,
    ...questionsFields,
    ...ownershipFields,
    ...turnFields,
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
    ...settingsFields,
    ...approvalFields,
    ...clarificationFields,
    ...directedFields,
    ...identityFields,
    ...workflowFields,
    ...progressFields,
    ...reportFields,
    ...callsFields,
    ...summaryFields,
    ...guardrailsFields,
    ...validationFields,
    ...flagsFields,
    ...hintsFields,
    ...sessionFields,
    ...notebookFields,
    ...applicationFields,
  },
});

/** Values of {@link SeedState}. */
export interface SeedStateValue extends ValueOf<typeof SeedState> {}

/** Update of {@link SeedState} that a node can return. */
export interface SeedStateUpdate extends UpdateOf<typeof SeedState> {}
