import { append, lastWrite } from "@tidemark/reducers";
import { agentIdentityReducer } from "@tidemark/reducers/internal";
import { z } from "zod";
import { ConversationSummary } from "../schemas/conversation-summary.ts";
import { ErrorInfo } from "../schemas/error-info.ts";
import { fields } from "../kernel/field.ts";
import { AgentControl, agentControlDefaults } from "../schemas/agent-control.ts";
import { GuardrailRefusal } from "../schemas/guardrail.ts";
import { AgentIdentity, orchestratorIdentity } from "../schemas/identity.ts";
import { JsonObject } from "../schemas/json-value.ts";
import { DirectedModeContext, OperationMode } from "../schemas/operation-mode.ts";
import { ProgressEvent } from "../schemas/progress-event.ts";
import { StatusUpdate } from "../schemas/status-update.ts";
import { Timestamp } from "../schemas/timestamp.ts";
import { ValidationResult } from "../schemas/validation-result.ts";
import {
  byAny,
  byRoot,
  byRuntime,
  count,
  keptByRoot,
  keptByRuntime,
  name,
  text,
  texts,
  groupsOf,
} from "./field-row.ts";

/** Status of a workflow at the end of a turn. With `awaiting_user`, the turn is complete too. */
const WorkflowStatus = z.enum(["in_progress", "completed", "failed", "awaiting_user"]);

/** Groups that an application can add. */
export const additionalGroups = groupsOf({
  /** Settings and limits of a turn or a thread: approval modes, attempts, time. */
  settings: {
    agent_control: byRoot("Settings and limits of this turn.", AgentControl, agentControlDefaults),
    ...fields("runtime", {
      agent_control: keptByRuntime(
        "Settings and limits of the whole thread, which each turn starts with; null if none were set.",
        AgentControl.partial().nullable(),
        null,
      ),
    }),
    ...fields("control", {
      max_retries: byRuntime("Maximum number of retries of a node that has no retry policy.", count, 3),
    }),
  },
  /** A person's answer to the request that interrupted the run, for a node after `approvalSteps`. */
  approval: {
    ...fields("approval", {
      approved: byRuntime(
        "True if approved, false if rejected; null until there is an answer to act on.",
        z.boolean().nullable(),
        null,
      ),
    }),
    approved_payload: byRuntime(
      "Data that the approved step needs in order to continue; null if nothing was approved.",
      JsonObject.nullable(),
      null,
    ),
  },
  /** The refusal of a turn by a guardrail. */
  guardrails: fields("control", {
    refusal: byRuntime(
      "The guardrail that refused this turn or its answer, with its reason, or null.",
      GuardrailRefusal.nullable(),
      null,
      {
        // Steps that run next to each other can each have a refused answer.
        reducer: function keepFirst(current, update) {
          return current ?? update ?? null;
        },
      },
    ),
  }),
  /** Information that is missing from the user, for `clarificationRouter`. */
  clarification: fields("control", {
    missing_context: keptByRoot("Information that the user still has to provide, each item in a few words.", texts, []),
  }),
  /** Directed mode, in which the user picks the agent. */
  directed: fields("control", {
    operation_mode: keptByRoot(
      "Whether the supervisor or the user chooses agents; a write of null or undefined resets it.",
      OperationMode,
      "autonomous",
      {
        updateSchema: OperationMode.nullish(),
        reducer: function autonomousUnlessSet(_, update) {
          return update ?? "autonomous";
        },
      },
    ),
    directed_mode_context: keptByRoot(
      "The agent that the user picked, or null; a write of undefined resets it to null.",
      DirectedModeContext.nullable(),
      null,
      {
        updateSchema: DirectedModeContext.nullish(),
        reducer: function nullUnlessSet(_, update) {
          return update ?? null;
        },
      },
    ),
  }),
  /** The active agent, and its appearance in user interfaces. */
  identity: {
    ...fields("control", {
      active_agent: byRuntime(
        "Name of the active agent; a write of null or undefined keeps it.",
        name,
        "orchestrator",
        {
          updateSchema: z.string().min(1).nullish(),
          reducer: function keepUnlessSet(current, update) {
            return update ?? current ?? "orchestrator";
          },
        },
      ),
    }),
    ...fields("ui", {
      agent_identity: byRuntime(
        "Appearance of the agent that is speaking. Defaults to the orchestrator.",
        AgentIdentity,
        orchestratorIdentity,
        { ui: true, reducer: agentIdentityReducer },
      ),
    }),
  },
  /** Status and step of a workflow that the application defines. */
  workflow: fields("control", {
    workflow_status: byRoot(
      "Whether the workflow continues, is complete, has failed, or waits for the user.",
      WorkflowStatus,
      "in_progress",
    ),
    current_step: byRoot("Current step of the workflow; `start` before the first one.", name, "start"),
    next_action: byRoot("Next action of the workflow; null if undecided or finished.", text.nullable(), null),
  }),
  /** Status and progress updates for users. */
  progress: {
    status_updates: byAny(
      "Status updates of this turn for the user, oldest first; the newest 200 are kept.",
      z.array(StatusUpdate).readonly(),
      [],
      { ui: true, reducer: append<StatusUpdate>({ cap: 200 }) },
    ),
    progress_events: byAny(
      "Progress events of this turn, such as 5 of 20 files, oldest first; the newest 200 are kept.",
      z.array(ProgressEvent).readonly(),
      [],
      { ui: true, reducer: append<ProgressEvent>({ cap: 200 }) },
    ),
  },
  /** Validation results, and the data that a person needs to validate a result. */
  validation: {
    ...fields("execution", {
      validation_results: byAny(
        "Validation results of this turn, in order.",
        z.array(ValidationResult).readonly(),
        [],
        {
          reducer: append<ValidationResult>(),
        },
      ),
    }),
    ...fields("control", {
      validation_context: byRuntime(
        "Data that a person needs to validate a result; null if no validation is pending.",
        JsonObject.nullable(),
        null,
      ),
    }),
  },
  /** Booleans derived from fields of `AgentState`, for readers of stored seed threads. */
  flags: fields("control", {
    needs_reclassification: byRuntime(
      "True if capabilities must be chosen again before the run continues.",
      z.boolean(),
      false,
    ),
    is_awaiting_validation: byRuntime("True while the run waits for a person to check a result.", z.boolean(), false),
  }),
  /** Hints about the task: text that the answer must contain, and whether it needs the user's memory. */
  hints: fields("task", {
    custom_message: byRoot("Text that the answer must contain, or null.", text.nullable(), null),
    depends_on_user_memory: byRoot("True if the task needs stored memories about the user.", z.boolean(), false),
  }),
  /** Ids of the conversation and the user, and the times of the first and the last change. */
  session: fields("runtime", {
    session_id: keptByRuntime("Id of the conversation, or null.", name.nullable(), null),
    user_id: keptByRuntime("Id of the user, or null.", name.nullable(), null),
    created_at: keptByRuntime(
      "Start time of the conversation, as ISO 8601 in UTC; null before the first turn.",
      Timestamp.nullable(),
      null,
    ),
    updated_at: keptByRuntime(
      "Time of the last change to the conversation, as ISO 8601 in UTC; null before the first turn.",
      Timestamp.nullable(),
      null,
      {
        // Agents that run in parallel all write this field; without a reducer LangGraph refuses the second write.
        reducer: lastWrite<string | null>,
      },
    ),
  }),
  /** Notebooks and figures created in a turn. */
  notebook: fields("ui", {
    notebook_links: byAny("URLs of the notebooks created in this turn, in order.", texts, [], {
      ui: true,
      reducer: append<string>(),
    }),
    captured_figures: byAny("Paths or URLs of the figures created in this turn, in order.", texts, [], {
      ui: true,
      reducer: append<string>(),
    }),
  }),
  /** Free-form fields for the application and its user interface. */
  application: {
    ...fields("ui", {
      agent_context: byAny(
        "Further data about this turn for the user interface, or null.",
        JsonObject.nullable(),
        null,
      ),
    }),
    ...fields("runtime", {
      checkpoint_metadata: byRuntime(
        "Metadata of the checkpoint that the turn started from, or null.",
        JsonObject.nullable(),
        null,
      ),
      info: byRuntime("Data that the application stores with the turn, or null.", JsonObject.nullable(), null),
    }),
  },
  /** A summary of the older messages, which models read in place of them. */
  summary: fields("conversation", {
    summary: keptByRoot(
      "Summary of the older messages, with the messages that it covers and its author; null without one.",
      ConversationSummary.nullable(),
      null,
    ),
    summary_error: byRuntime(
      "The failure to summarize the conversation in this turn, or null.",
      ErrorInfo.nullable(),
      null,
    ),
  }),
});
