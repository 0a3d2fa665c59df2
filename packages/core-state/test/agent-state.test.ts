import { describe, expect, expectTypeOf, test } from "vitest";
import { AgentState, SeedState, type SeedStateUpdate, type SeedStateValue } from "../src/fields/agent-state.ts";
import type { Fields } from "../src/kernel/field.ts";
import { fieldGroups } from "../src/fields/field-groups.ts";
import { groupOfName } from "../src/kernel/group-names.ts";
import type { HandoffRecord } from "../src/schemas/handoff.ts";
import type { Plan } from "../src/schemas/plan.ts";
import { defineState, initialState } from "../src/state/state.ts";
import { checkUpdate } from "../src/state/update.ts";

/** The 74 fields, row by row: name, lifetime, owner, and whether updates are reduced or replace the value. */
const table = `
messages                          thread any          reduced
capability_context_data           thread any          reduced
agent_control                     turn   root         replaces
status_updates                    turn   any          reduced
progress_events                   turn   any          reduced

task_current_task                 turn   root         replaces
task_depends_on_chat_history      turn   root         replaces
task_depends_on_user_memory       turn   root         replaces
task_custom_message               turn   root         replaces
task_user_input                   turn   root         replaces
task_ledger                       thread root         reduced

planning_active_capabilities      turn   root,planner replaces
planning_execution_plan           turn   root,planner replaces
planning_current_step_index       turn   root,planner replaces

execution_step_results            turn   any          reduced
execution_last_result             turn   runtime      replaces
execution_start_time              turn   runtime      replaces
execution_total_time              turn   runtime      replaces
execution_pending_approvals       turn   runtime      reduced
execution_handoff_history         thread runtime      reduced
execution_tool_executions         turn   any          reduced
execution_validation_results      turn   any          reduced
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
control_active_agent              turn   runtime      reduced
control_next_agent                turn   runtime      replaces
control_last_agent                turn   runtime      replaces
control_iteration                 turn   runtime      replaces
control_operation_mode            thread root         reduced
control_directed_mode_context     thread root         reduced
control_clarification_needed      thread root         replaces
control_clarification_count       thread root         replaces
control_missing_context           thread root         replaces
control_errors                    turn   any          reduced
control_proposals                 turn   any          reduced

ui_notebook_links                 turn   any          reduced
ui_captured_figures               turn   any          reduced
ui_agent_context                  turn   any          replaces
ui_agent_identity                 turn   runtime      reduced

runtime_checkpoint_metadata       turn   runtime      replaces
runtime_info                      turn   runtime      replaces
runtime_turn_id                   thread runtime      replaces
runtime_field_versions            thread runtime      reduced
runtime_usage                     turn   runtime      reduced
runtime_schema_version            thread runtime      replaces
runtime_agent_control             thread runtime      replaces
runtime_session_id                thread runtime      replaces
runtime_user_id                   thread runtime      replaces
runtime_created_at                thread runtime      replaces
runtime_updated_at                thread runtime      reduced
runtime_audit_log                 thread runtime      reduced
conversation_summary              thread root         replaces
conversation_summary_error        turn   runtime      replaces
control_refusal                   turn   runtime      reduced
`;

const rows = table
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line !== "");

/** Fields with the same names as in the original framework. */
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

describe("SeedState", () => {
  test("has the fields of the table, with their names, lifetimes, owners and reducers", () => {
    const declared = Object.values(SeedState.fields).map((field) => {
      const owner = typeof field.owner === "string" ? field.owner : field.owner.join(",");
      const reduces = field.reducer !== undefined || field.holds === "messages";
      return [field.name, field.lifetime, owner, reduces ? "reduced" : "replaces"].join(" ");
    });
    expect(declared.toSorted()).toEqual(rows.map((row) => row.trim().replaceAll(/ +/g, " ")).toSorted());
  });

  test("keeps every field name of the original framework", () => {
    expect(Object.keys(SeedState.fields)).toEqual(expect.arrayContaining(originalNames));
  });

  test("describes every field in one sentence", () => {
    const docs = Object.values(SeedState.fields).map((field) => field.description);
    expect(docs.filter((doc) => !/^[A-Z][^\n]{20,100}\.$/.test(doc))).toEqual([]);
  });
});

describe("AgentState", () => {
  test("has at most 35 fields, and SeedState has the fields of all groups", () => {
    const names = Object.keys(AgentState.fields);
    expect(names.length).toBeLessThanOrEqual(35);
    const grouped = Object.values(fieldGroups).flatMap((group) => Object.keys(group));
    expect(Object.keys(SeedState.fields).toSorted()).toEqual(grouped.toSorted());
    expect(grouped).toHaveLength(74);
    expect(names.filter((name) => !Object.hasOwn(SeedState.fields, name))).toEqual([]);
  });

  test("contains only complete groups", () => {
    const parts = Object.values(fieldGroups).map((group) => {
      const names = Object.keys(group);
      return names.filter((name) => Object.hasOwn(AgentState.fields, name)).length / names.length;
    });
    expect(new Set(parts)).toEqual(new Set([0, 1]));
  });

  test("names the group of a field that is missing", () => {
    const check = checkUpdate(AgentState, { control_operation_mode: "directed" });
    expect(check.ok ? [] : check.issues.map(({ message }) => message)).toEqual([
      'The state has no field "control_operation_mode". It is in `fieldGroups.directed`: add that group with `extendState`.',
    ]);
  });

  test("agrees with the list of field names per group", () => {
    for (const [group, members] of Object.entries<Fields>(fieldGroups)) {
      for (const field of Object.values(members))
        expect([field.group, groupOfName(field.name)]).toEqual([group, group]);
    }
    expect(groupOfName("trip_city")).toBeNull();
  });
});

describe("the defaults of SeedState", () => {
  const values = initialState(SeedState);

  test("are false, 0, empty or null, with the exceptions in the table", () => {
    const special = {
      agent_control: SeedState.fields.agent_control.default(),
      control_max_retries: 3,
      control_workflow_status: "in_progress",
      control_current_step: "start",
      control_active_agent: "orchestrator",
      control_next_agent: "orchestrator",
      control_operation_mode: "autonomous",
      ui_agent_identity: SeedState.fields.ui_agent_identity.default(),
    };
    expect(values).toMatchObject(special);
    const empty = ["false", "0", "null", "[]", "{}"];
    const others = Object.entries(values).filter(([name]) => !Object.hasOwn(special, name));
    expect(others.filter(([, value]) => !empty.includes(JSON.stringify(value)))).toEqual([]);
  });

  test("allow three retries", () => {
    expect(values.control_max_retries).toBe(3);
  });

  test("contain no data for user interfaces", () => {
    expect(values.ui_notebook_links).toEqual([]);
    expect(values.ui_captured_figures).toEqual([]);
    expect(values.ui_agent_context).toBeNull();
  });

  test.each(Object.entries(SeedState.fields))("pass the checks of an application's fields: %s", (name, declared) => {
    const unknown = { ...declared };
    expect(defineState({ version: 1, fields: { [name]: unknown } }).fields[name]).toBe(unknown);
  });

  test("are not shared between threads", () => {
    const other = initialState(SeedState);
    expect(other.agent_control).not.toBe(values.agent_control);
    expect(other.capability_context_data).not.toBe(values.capability_context_data);
    expect(Object.isFrozen(values.agent_control)).toBe(true);
  });
});

describe("writing to SeedState", () => {
  test("accepts each field in the form of its update", () => {
    const update: SeedStateUpdate = {
      messages: { role: "user", content: "Hello" },
      status_updates: [{ message: "Looking", progress: 0, complete: false, timestamp: 1, node: "search" }],
      planning_execution_plan: { steps: [{ capability: "respond" }] },
      control_operation_mode: null,
      approved_payload: { approvalType: "python", code: "1 + 1" },
    };
    expect(checkUpdate(SeedState, update)).toEqual({ ok: true, update });
  });

  test("refuses a wrong type, an unknown field and a foreign field", () => {
    expect(checkUpdate(SeedState, { control_retry_count: -1 }).ok).toBe(false);
    expect(checkUpdate(SeedState, { control_retry_counts: 1 }).ok).toBe(false);
    expect(checkUpdate(SeedState, { task_current_task: "x" }, { agent: "planner" }).ok).toBe(false);
    expect(checkUpdate(SeedState, { planning_current_step_index: 1 }, { agent: "planner" }).ok).toBe(true);
  });
});

test("the types of SeedState are those of its schemas", () => {
  expectTypeOf<SeedStateValue["planning_execution_plan"]>().toEqualTypeOf<Plan | null>();
  expectTypeOf<SeedStateValue["execution_handoff_history"]>().toEqualTypeOf<readonly HandoffRecord[]>();
  expectTypeOf<SeedStateValue["control_operation_mode"]>().toEqualTypeOf<"autonomous" | "directed">();
  expectTypeOf<SeedStateUpdate["control_operation_mode"]>().toEqualTypeOf<
    "autonomous" | "directed" | null | undefined
  >();
  expectTypeOf<SeedStateValue["task_current_task"]>().toEqualTypeOf<string | null>();
  expectTypeOf<(typeof SeedState.fields.planning_execution_plan)["~types"]["owner"]>().toEqualTypeOf<
    readonly ["root", "planner"]
  >();
  // @ts-expect-error a task is a string or null
  const wrongType: SeedStateUpdate = { task_current_task: 1 };
  // @ts-expect-error there is no such field
  const unknownField: SeedStateUpdate = { task_curent_task: "x" };
  expect([wrongType, unknownField].map((update) => checkUpdate(SeedState, update).ok)).toEqual([false, false]);
});
