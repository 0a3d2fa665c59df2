/** Field names of every group, for error messages. Only names, so that validating an update loads no group. */
const NAMES = {
  conversation: ["messages", "capability_context_data"],
  task: ["task_user_input", "task_current_task", "task_depends_on_chat_history", "task_ledger"],
  planning: ["planning_active_capabilities", "planning_execution_plan", "planning_current_step_index"],
  execution: [
    "execution_step_results",
    "execution_last_result",
    "execution_final_answer",
    "execution_start_time",
    "execution_handoff_history",
  ],
  routing: ["control_next_agent", "control_last_agent", "control_iteration"],
  attempts: [
    "control_plans_created_count",
    "control_current_step_retry_count",
    "control_retry_count",
    "control_reclassification_count",
    "control_reclassification_reason",
    "control_has_error",
    "control_error_info",
    "control_is_killed",
    "control_kill_reason",
  ],
  questions: [
    "execution_pending_approvals",
    "control_validation_timestamp",
    "control_clarification_needed",
    "control_clarification_count",
  ],
  ownership: ["control_proposals", "runtime_field_versions", "runtime_audit_log"],
  turn: ["runtime_turn_id", "runtime_schema_version"],
  settings: ["agent_control", "runtime_agent_control", "control_max_retries"],
  approval: ["approval_approved", "approved_payload"],
  clarification: ["control_missing_context"],
  directed: ["control_operation_mode", "control_directed_mode_context"],
  identity: ["control_active_agent", "ui_agent_identity"],
  workflow: ["control_workflow_status", "control_current_step", "control_next_action"],
  progress: ["status_updates", "progress_events"],
  report: ["control_errors", "control_last_error", "execution_total_time", "execution_confidence_score"],
  calls: ["execution_tool_executions", "runtime_usage"],
  summary: ["conversation_summary", "conversation_summary_error"],
  guardrails: ["control_refusal"],
  validation: ["execution_validation_results", "control_validation_context"],
  flags: ["control_needs_reclassification", "control_is_awaiting_validation"],
  hints: ["task_custom_message", "task_depends_on_user_memory"],
  session: ["runtime_session_id", "runtime_user_id", "runtime_created_at", "runtime_updated_at"],
  notebook: ["ui_notebook_links", "ui_captured_figures"],
  application: ["ui_agent_context", "runtime_checkpoint_metadata", "runtime_info"],
} as const;

/** Name of a field that Tidemark declares itself. */
export type FrameworkName = (typeof NAMES)[keyof typeof NAMES][number];

const GROUP_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
);

/** Returns the member of `fieldGroups` that declares a field, and null for a field of the application. */
export const groupOfName = (name: string): string | null => GROUP_OF.get(name) ?? null;
