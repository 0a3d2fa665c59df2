import { describe, expect, expectTypeOf, test } from "vitest";
import { AgentState, type AgentStateUpdate, type AgentStateValue } from "../src/agent-state.ts";
import type { HandoffRecord } from "../src/schemas/handoff.ts";
import type { Plan } from "../src/schemas/plan.ts";
import { initialState } from "../src/state.ts";
import { checkUpdate } from "../src/update.ts";

/** The field table of the design, row by row: name, lifetime, writer, and whether updates fold (or replace). */
const table = `
messages                          thread any          folds
capability_context_data           thread any          folds
agent_control                     turn   root         replaces
status_updates                    turn   any          folds
progress_events                   turn   any          folds

task_current_task                 turn   root         replaces
task_depends_on_chat_history      turn   root         replaces
task_depends_on_user_memory       turn   root         replaces
task_custom_message               turn   root         replaces
task_user_input                   turn   root         replaces
task_ledger                       thread root         folds

planning_active_capabilities      turn   root,planner replaces
planning_execution_plan           turn   root,planner replaces
planning_current_step_index       turn   root,planner replaces

execution_step_results            turn   any          folds
execution_last_result             turn   runtime      replaces
execution_start_time              turn   runtime      replaces
execution_total_time              turn   runtime      replaces
execution_pending_approvals       turn   runtime      folds
execution_handoff_history         thread runtime      folds
execution_tool_executions         turn   any          folds
execution_validation_results      turn   any          folds
execution_final_answer            turn   root         replaces
execution_confidence_score        turn   root         replaces

approval_approved                 turn   runtime      replaces
approved_payload                  turn   runtime      replaces

control_needs_reclassification    turn   runtime      replaces
control_reclassification_reason   turn   runtime      replaces
control_reclassification_count    turn   runtime      replaces
control_plans_created_count       turn   runtime      replaces
control_current_step_retry_count  turn   runtime      replaces
control_retry_count               turn   runtime      replaces
control_has_error                 turn   runtime      replaces
control_error_info                turn   runtime      replaces
control_last_error                turn   runtime      replaces
control_max_retries               turn   runtime      replaces
control_is_killed                 turn   runtime      replaces
control_kill_reason               turn   runtime      replaces
control_is_awaiting_validation    turn   runtime      replaces
control_validation_context        turn   runtime      replaces
control_validation_timestamp      turn   runtime      replaces
control_workflow_status           turn   root         replaces
control_current_step              turn   root         replaces
control_next_action               turn   root         replaces
control_active_agent              turn   runtime      folds
control_next_agent                turn   runtime      replaces
control_last_agent                turn   runtime      replaces
control_iteration                 turn   runtime      replaces
control_operation_mode            thread root         folds
control_directed_mode_context     thread root         folds
control_clarification_needed      thread root         replaces
control_clarification_count       thread root         replaces
control_missing_context           thread root         replaces
control_errors                    turn   any          folds
control_proposals                 turn   any          folds

ui_notebook_links                 turn   any          folds
ui_captured_figures               turn   any          folds
ui_agent_context                  turn   any          replaces
ui_agent_identity                 turn   runtime      folds

runtime_checkpoint_metadata       turn   runtime      replaces
runtime_info                      turn   runtime      replaces
runtime_turn_id                   thread runtime      replaces
runtime_field_versions            thread runtime      folds
runtime_schema_version            thread runtime      replaces
runtime_agent_control             thread runtime      replaces
runtime_session_id                thread runtime      replaces
runtime_user_id                   thread runtime      replaces
runtime_created_at                thread runtime      replaces
runtime_updated_at                thread runtime      folds
runtime_audit_log                 thread runtime      folds
`;

const rows = table
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line !== "");

/** The fields that the original framework has under the very same names. */
const originalNames = [
  "messages",
  "capability_context_data",
  "agent_control",
  "status_updates",
  "progress_events",
  "task_current_task",
  "task_depends_on_chat_history",
  "task_depends_on_user_memory",
  "task_custom_message",
  "planning_active_capabilities",
  "planning_execution_plan",
  "planning_current_step_index",
  "execution_step_results",
  "execution_last_result",
  "execution_pending_approvals",
  "execution_start_time",
  "execution_total_time",
  "approval_approved",
  "approved_payload",
  "control_needs_reclassification",
  "control_reclassification_reason",
  "control_reclassification_count",
  "control_plans_created_count",
  "control_current_step_retry_count",
  "control_retry_count",
  "control_has_error",
  "control_error_info",
  "control_last_error",
  "control_max_retries",
  "control_is_killed",
  "control_kill_reason",
  "control_is_awaiting_validation",
  "control_validation_context",
  "control_validation_timestamp",
  "ui_notebook_links",
  "ui_captured_figures",
  "ui_agent_context",
  "runtime_checkpoint_metadata",
  "runtime_info",
];

describe("AgentState", () => {
  test("is the field table, with its names, lifetimes, writers and folds", () => {
    const declared = Object.values(AgentState.fields).map((field) => {
      const writer = typeof field.owner === "string" ? field.owner : field.owner.join(",");
      const folds = field.reducer !== undefined || field.holds === "messages";
      return [field.name, field.lifetime, writer, folds ? "folds" : "replaces"].join(" ");
    });
    expect(declared).toEqual(rows.map((row) => row.replaceAll(/ +/g, " ")));
  });

  test("keeps every field name of the original framework letter for letter", () => {
    expect(Object.keys(AgentState.fields)).toEqual(expect.arrayContaining(originalNames));
  });

  test("says of every field in one sentence what its value means", () => {
    const docs = Object.values(AgentState.fields).map((field) => field.description);
    expect(docs.filter((doc) => !/^[A-Z][^\n]{20,100}\.$/.test(doc))).toEqual([]);
  });
});

describe("the first values of AgentState", () => {
  const values = initialState(AgentState);

  test("are false, 0, empty or null, except where the table says otherwise", () => {
    const special = {
      agent_control: AgentState.fields.agent_control.default(),
      control_max_retries: 3,
      control_workflow_status: "in_progress",
      control_current_step: "start",
      control_active_agent: "orchestrator",
      control_next_agent: "orchestrator",
      control_operation_mode: "autonomous",
      ui_agent_identity: AgentState.fields.ui_agent_identity.default(),
    };
    expect(values).toMatchObject(special);
    const empty = ["false", "0", "null", "[]", "{}"];
    const others = Object.entries(values).filter(([name]) => !Object.hasOwn(special, name));
    expect(others.filter(([, value]) => !empty.includes(JSON.stringify(value)))).toEqual([]);
  });

  test("allow three retries", () => {
    expect(values.control_max_retries).toBe(3);
  });

  test("show nothing in the interface", () => {
    expect(values.ui_notebook_links).toEqual([]);
    expect(values.ui_captured_figures).toEqual([]);
    expect(values.ui_agent_context).toBeNull();
  });

  test("belong to one thread only", () => {
    const other = initialState(AgentState);
    expect(other.agent_control).not.toBe(values.agent_control);
    expect(other.capability_context_data).not.toBe(values.capability_context_data);
    expect(Object.isFrozen(values.agent_control)).toBe(true);
  });
});

describe("writing to AgentState", () => {
  test("takes each field in the form of its update", () => {
    const update: AgentStateUpdate = {
      messages: { role: "user", content: "Hello" },
      status_updates: [{ message: "Looking", progress: 0, complete: false, timestamp: 1, node: "search" }],
      planning_execution_plan: { steps: [{ capability: "respond" }] },
      control_operation_mode: null,
      approved_payload: { approvalType: "python", code: "1 + 1" },
    };
    expect(checkUpdate(AgentState, update)).toEqual({ ok: true, update });
  });

  test("refuses a wrong type, an unknown field and a foreign field", () => {
    expect(checkUpdate(AgentState, { control_retry_count: -1 }).ok).toBe(false);
    expect(checkUpdate(AgentState, { control_retry_counts: 1 }).ok).toBe(false);
    expect(checkUpdate(AgentState, { task_current_task: "x" }, { agent: "planner" }).ok).toBe(false);
    expect(checkUpdate(AgentState, { planning_current_step_index: 1 }, { agent: "planner" }).ok).toBe(true);
  });
});

test("the types of AgentState are those of its schemas", () => {
  expectTypeOf<AgentStateValue["planning_execution_plan"]>().toEqualTypeOf<Plan | null>();
  expectTypeOf<AgentStateValue["execution_handoff_history"]>().toEqualTypeOf<readonly HandoffRecord[]>();
  expectTypeOf<AgentStateValue["control_operation_mode"]>().toEqualTypeOf<"autonomous" | "directed">();
  expectTypeOf<AgentStateUpdate["control_operation_mode"]>().toEqualTypeOf<
    "autonomous" | "directed" | null | undefined
  >();
  expectTypeOf<AgentStateValue["task_current_task"]>().toEqualTypeOf<string | null>();
  expectTypeOf<(typeof AgentState.fields.planning_execution_plan)["~types"]["owner"]>().toEqualTypeOf<
    readonly ["root", "planner"]
  >();
  // @ts-expect-error a task is a string or null
  const wrongType: AgentStateUpdate = { task_current_task: 1 };
  // @ts-expect-error there is no such field
  const unknownField: AgentStateUpdate = { task_curent_task: "x" };
  expect([wrongType, unknownField].map((update) => checkUpdate(AgentState, update).ok)).toEqual([false, false]);
});
