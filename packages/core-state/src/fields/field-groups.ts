import { applicationFields } from "./application.ts";
import { approvalFields, guardrailsFields } from "./approval.ts";
import { attemptsFields } from "./attempts.ts";
import { clarificationFields } from "./clarification.ts";
import { conversationFields, summaryFields } from "./conversation.ts";
import { directedFields } from "./directed.ts";
import { executionFields } from "./execution.ts";
import { flagsFields } from "./flags.ts";
import { hintsFields } from "./hints.ts";
import { identityFields } from "./identity.ts";
import { notebookFields } from "./notebook.ts";
import { ownershipFields } from "./ownership.ts";
import { planningFields } from "./planning.ts";
import { progressFields } from "./progress.ts";
import { questionsFields } from "./questions.ts";
import { callsFields, reportFields } from "./report.ts";
import { routingFields } from "./routing.ts";
import { sessionFields } from "./session.ts";
import { settingsFields } from "./settings.ts";
import { taskFields } from "./task.ts";
import { turnFields } from "./turn.ts";
import { validationFields } from "./validation.ts";
import { workflowFields } from "./workflow.ts";

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
export const fieldGroups = Object.freeze({
  // Groups of AgentState.
  conversation: conversationFields,
  task: taskFields,
  planning: planningFields,
  execution: executionFields,
  routing: routingFields,
  attempts: attemptsFields,
  questions: questionsFields,
  ownership: ownershipFields,
  turn: turnFields,
  // Additional groups.
  settings: settingsFields,
  approval: approvalFields,
  clarification: clarificationFields,
  directed: directedFields,
  identity: identityFields,
  workflow: workflowFields,
  progress: progressFields,
  report: reportFields,
  calls: callsFields,
  summary: summaryFields,
  guardrails: guardrailsFields,
  validation: validationFields,
  flags: flagsFields,
  hints: hintsFields,
  session: sessionFields,
  notebook: notebookFields,
  application: applicationFields,
});
