import {
  append,
  appendUnique,
  mergeByKey,
  mergeCapabilityContextData,
  reducerErrors,
  upsertById,
} from "@tidemark/reducers";
import { combinable, combineOf, handoffHistoryReducer } from "@tidemark/reducers/internal";
import { z } from "zod";
import { fields } from "../kernel/field.ts";
import { messagesField } from "../kernel/messages.ts";
import { ApprovalRequest } from "../schemas/approval.ts";
import { AuditEntry } from "../schemas/audit-entry.ts";
import { ContextData, ContextDataUpdate } from "../schemas/context-data.ts";
import { NodeFailure } from "../schemas/error-info.ts";
import { ExecutionResult, StepResult } from "../schemas/execution-result.ts";
import { HandoffRecord } from "../schemas/handoff.ts";
import { Plan } from "../schemas/plan.ts";
import { Proposal, SettledProposal } from "../schemas/proposal.ts";
import { TaskChange, TaskRecord } from "../schemas/task-record.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";
import {
  byAny,
  byPlanner,
  byRoot,
  byRuntime,
  count,
  keptByAny,
  keptByRoot,
  keptByRuntime,
  name,
  text,
  texts,
  groupsOf,
} from "./field-row.ts";

const upsertTasks = upsertById<TaskRecord>({ key: (task) => task.taskId });

/** Updates existing tasks and adds new, complete ones. Refuses a partial change of a missing task, which would leave a broken record. */
function reduceTasks(
  current: readonly TaskRecord[] | null | undefined,
  update: readonly TaskChange[] | null | undefined,
): readonly TaskRecord[] {
  const next = upsertTasks(current, update);
  const broken = next.slice(current?.length ?? 0).find((task) => !TaskRecord.safeParse(task).success);
  if (broken === undefined) return next;
  const index = update?.findIndex((change) => change.taskId === broken.taskId);
  throw reducerErrors.wrongShape({
    path: `[${index}]`,
    expected: "a complete task",
    found: `a change of "${broken.taskId}", which is not in the ledger`,
  });
}

/** Groups of `AgentState`. */
export const agentGroups = groupsOf({
  /** The conversation, and the data that agents share. */
  conversation: {
    messages: messagesField({
      description: "The conversation, oldest message first; a message with an existing id replaces the earlier one.",
    }),
    capability_context_data: keptByAny(
      "Data that agents share, by context type, then by context key.",
      ContextData,
      {},
      { updateSchema: ContextDataUpdate, reducer: mergeCapabilityContextData },
    ),
  },
  /** The user's message, the task of this turn, and the ledger of all tasks of the conversation. */
  task: fields("task", {
    user_input: byRoot("The user's message, unchanged; null before the first turn.", text.nullable(), null),
    current_task: byRoot("The task of this turn, in one sentence; null until it is extracted.", text.nullable(), null),
    depends_on_chat_history: byRoot(
      "True if the task cannot be understood without the earlier conversation.",
      z.boolean(),
      false,
    ),
    ledger: keptByRoot(
      "All tasks that the user has asked for in this conversation, with their current status.",
      z.array(TaskRecord).readonly(),
      [],
      {
        updateSchema: z.array(TaskChange).readonly(),
        reducer: combinable(reduceTasks, (sides, by) => combineOf(upsertTasks)?.(sides, by)),
      },
    ),
  }),
  /** The plan: its capabilities, its steps, and the next step. */
  planning: fields("planning", {
    active_capabilities: byPlanner("Names of the capabilities that the plan can use.", texts, []),
    execution_plan: byPlanner("The plan that leads to the answer; null until there is one.", Plan.nullable(), null),
    current_step_index: byPlanner(
      "Index of the next step, starting at 0; equals the number of steps once the plan is done.",
      count,
      0,
    ),
  }),
  /** Step results, the final answer, and the start time of the turn. */
  execution: fields("execution", {
    step_results: byAny(
      "Result of each step, by context key, or by position and capability (`0_weather`) if it has no key.",
      z.record(z.string(), StepResult),
      {},
      { reducer: mergeByKey<StepResult>() },
    ),
    last_result: byRuntime(
      "Result of the most recent node; null before the first one.",
      ExecutionResult.nullable(),
      null,
    ),
    final_answer: byRoot("The answer to the user, as text; null until there is one.", text.nullable(), null, {
      ui: true,
    }),
    start_time: byRuntime(
      "Start time of the turn, in seconds since 1970; null before the first turn.",
      EpochSeconds.nullable(),
      null,
    ),
    handoff_history: keptByRuntime(
      "Handoffs between agents, oldest first; the newest 200 are kept.",
      z.array(HandoffRecord).readonly(),
      [],
      { reducer: handoffHistoryReducer },
    ),
  }),
  /** The previous node, the next node, and the number of agent runs. */
  routing: fields("control", {
    next_agent: byRuntime("Name of the node that runs next, or `END`.", name, "orchestrator"),
    last_agent: byRuntime("Name of the node that ran last; null at the start of a turn.", text.nullable(), null),
    iteration: byRuntime("Number of agent runs in this turn.", count, 0),
  }),
  /** Attempt counts, the current failure, and the kill switch. */
  attempts: fields("control", {
    plans_created_count: byRuntime("Number of planning attempts in this turn, successful or not.", count, 0),
    current_step_retry_count: byRuntime("Number of retries of the current step.", count, 0),
    retry_count: byRuntime("Number of consecutive failures of the current node; 0 after a success.", count, 0),
    reclassification_count: byRuntime("Number of reclassifications in this turn.", count, 0),
    reclassification_reason: byRuntime(
      "Reason why capabilities must be chosen again; null if not needed.",
      text.nullable(),
      null,
    ),
    has_error: byRuntime("True while a failure is unhandled.", z.boolean(), false),
    error_info: byRuntime("The unhandled failure, or null.", NodeFailure.nullable(), null),
    is_killed: byRuntime("True once the run was stopped; no further node starts.", z.boolean(), false),
    kill_reason: byRuntime("Reason why the run was stopped, or null.", text.nullable(), null),
  }),
  /** Questions to a person: approval requests and clarifications. */
  questions: {
    ...fields("execution", {
      pending_approvals: byRuntime(
        "Approval requests of this turn, by request id, with their current status.",
        z.record(z.string(), ApprovalRequest),
        {},
        {
          updateSchema: z.record(z.string(), ApprovalRequest.nullable()),
          reducer: mergeByKey<ApprovalRequest>({ deleteOnNull: true }),
        },
      ),
    }),
    ...fields("control", {
      validation_timestamp: byRuntime(
        "Time at which the run began to wait for approval, in seconds since 1970; null if it is not waiting.",
        EpochSeconds.nullable(),
        null,
      ),
      clarification_needed: keptByRoot(
        "True while a question to the user is unanswered, across turns.",
        z.boolean(),
        false,
        { ui: true },
      ),
      clarification_count: keptByRoot("Number of questions asked since the user last received an answer.", count, 0),
    }),
  },
  /** Proposals, the field versions that detect conflicts, and the audit log. */
  ownership: {
    ...fields("control", {
      proposals: byAny(
        "Open proposals: changes to fields of other owners that no commit has answered yet.",
        z.array(Proposal).readonly(),
        [],
        {
          updateSchema: z.array(z.union([Proposal, SettledProposal])).readonly(),
          // Removed one by one: replacing the list would lose proposals that other agents make in the step of the commit.
          reducer: appendUnique<Proposal, SettledProposal>({
            key: (proposal) => proposal.proposalId,
            removes: (each) => "settled" in each,
          }),
        },
      ),
    }),
    ...fields("runtime", {
      field_versions: keptByRuntime(
        "Number of writes to each field, and of decided changes as control_proposals; absent is 0.",
        z.record(z.string(), z.int().min(0)),
        {},
        { reducer: mergeByKey<number>() },
      ),
      audit_log: keptByRuntime(
        "Audit log of outputs, commits, approvals, edits and transitions; the newest 200 entries are kept.",
        z.array(AuditEntry).readonly(),
        [],
        { reducer: append<AuditEntry>({ cap: 200 }) },
      ),
    }),
  },
  /** Id of the turn, and the version of the state it was written with. */
  turn: fields("runtime", {
    turn_id: keptByRuntime(
      "Id of the turn, unchanged when the turn is resumed; null before the first turn.",
      name.nullable(),
      null,
    ),
    schema_version: keptByRuntime(
      "Version of the state declaration that last wrote the thread; null before the first turn.",
      z.int().min(1).nullable(),
      null,
    ),
  }),
});
