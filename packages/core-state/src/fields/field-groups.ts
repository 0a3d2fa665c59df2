import { additionalGroups } from "./additional-groups.ts";
import { agentGroups } from "./agent-groups.ts";
import { reportGroups } from "./report-groups.ts";

/**
 * Fields grouped by purpose: the groups of `AgentState`, and groups that an application can add with `extendState`.
 *
 * @example
 * ```ts
 * import { AgentState, extendState, fieldGroups } from "tidemark";
 *
 * const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.workflow, fieldGroups.progress] });
 * console.log("control_workflow_status" in Desk.fields, "status_updates" in Desk.fields); // true true
 * ```
 */
export const fieldGroups = Object.freeze({ ...agentGroups, ...additionalGroups, ...reportGroups });
