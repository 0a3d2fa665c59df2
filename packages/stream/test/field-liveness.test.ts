import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AGUIEvent } from "@ag-ui/core";
import { END, START, StateGraph } from "@langchain/langgraph";
import { toAgUi } from "@tidemark/stream/ag-ui";
import { streamRun } from "@tidemark/stream/langgraph";
import { AgentState, SeedState } from "@tidemark/core-state";
import { type SeedStateUpdate } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { replay } from "./ag-ui/replay.ts";
import { writersOfAgentGraph, writersOfParts } from "./field-liveness.ts";

const packages = path.join(import.meta.dirname, "..", "..");
const fields = Object.keys(SeedState.fields);

/** Reader of each field: a file of the packages, the user interface, or the application, which reads error texts. */
const readers: Readonly<Record<string, string>> = {
  messages: "agents/src/nodes/planning-nodes.graph.ts",
  conversation_summary: "agents/src/conversation/conversation-view.graph.ts",
  conversation_summary_error: "agents/src/nodes/history-summary.graph.ts",
  control_refusal: "agents/src/routing/route-rows.ts",
  capability_context_data: "agents/src/nodes/answer-nodes.graph.ts",
  agent_control: "agents/src/approvals/policy.ts",
  status_updates: "stream/src/events/events-of-state.ts",
  progress_events: "stream/src/events/events-of-state.ts",
  approved_payload: "agents/src/approvals/state.ts",
  task_current_task: "agents/src/nodes/planning-nodes.graph.ts",
  task_depends_on_chat_history: "agents/src/nodes/planning-nodes.graph.ts",
  task_depends_on_user_memory: "interface",
  task_custom_message: "agents/src/nodes/answer-nodes.graph.ts",
  task_user_input: "agents/src/nodes/planning-nodes.graph.ts",
  task_ledger: "agents/src/nodes/answer-nodes.graph.ts",
  planning_active_capabilities: "agents/src/nodes/planning-nodes.graph.ts",
  planning_execution_plan: "agents/src/plans/stored-plan.ts",
  planning_current_step_index: "agents/src/plans/stored-plan.ts",
  execution_step_results: "agents/src/nodes/error-answer.ts",
  execution_last_result: "agents/src/routing/route-facts.ts",
  execution_start_time: "agents/src/limits/deadline.ts",
  execution_total_time: "agents/src/routing/route-update.ts",
  execution_pending_approvals: "agents/src/approvals/state.ts",
  execution_handoff_history: "agents/src/handoffs/handoff.ts",
  execution_tool_executions: "interface",
  execution_validation_results: "interface",
  execution_final_answer: "agents/src/clarification/clarify-node.graph.ts",
  execution_confidence_score: "interface",
  approval_approved: "agents/src/approvals/state.ts",
  control_needs_reclassification: "agents/src/kernel/agent-values.ts",
  control_reclassification_reason: "agents/src/nodes/planning-nodes.graph.ts",
  control_reclassification_count: "agents/src/limits/limits.ts",
  control_plans_created_count: "agents/src/limits/limits.ts",
  control_current_step_retry_count: "agents/src/limits/limits.ts",
  control_retry_count: "agents/src/limits/limits-retry.ts",
  control_has_error: "agents/src/routing/route-facts.ts",
  control_error_info: "agents/src/routing/route-facts.ts",
  control_last_error: "agents/src/nodes/error-answer.ts",
  control_max_retries: "agents/src/limits/limits.ts",
  control_is_killed: "agents/src/routing/route-rows.ts",
  control_kill_reason: "agents/src/nodes/error-answer.ts",
  control_is_awaiting_validation: "agents/src/limits/deadline.ts",
  control_validation_context: "interface",
  control_validation_timestamp: "agents/src/limits/deadline.ts",
  control_workflow_status: "interface",
  control_current_step: "state-manager/src/flow/flow.ts",
  control_next_action: "interface",
  control_active_agent: "agents/src/handoffs/handoff-step.ts",
  control_next_agent: "agents/src/conversation/progress.ts",
  control_last_agent: "agents/src/routing/route-rows.ts",
  control_iteration: "agents/src/limits/limits.ts",
  control_operation_mode: "core-state/src/schemas/operation-mode.ts",
  control_directed_mode_context: "agents/src/roster/directed-mode.ts",
  control_clarification_needed: "agents/src/routing/route-rows.ts",
  control_clarification_count: "agents/src/limits/limits.ts",
  control_missing_context: "agents/src/clarification/clarify-node.graph.ts",
  control_errors: "application",
  control_proposals: "state-manager/src/ownership/commit-node.graph.ts",
  ui_notebook_links: "interface",
  ui_captured_figures: "interface",
  ui_agent_context: "interface",
  ui_agent_identity: "stream/src/events/derived-events.ts",
  runtime_checkpoint_metadata: "interface",
  runtime_info: "interface",
  runtime_usage: "agents/src/limits/limits.ts",
  runtime_turn_id: "stream/src/events/events-of-state.ts",
  runtime_field_versions: "state-manager/src/ownership/commit.ts",
  runtime_schema_version: "state-manager/src/migrations/migrate.ts",
  runtime_agent_control: "state-manager/src/turns/turn.ts",
  runtime_session_id: "interface",
  runtime_user_id: "interface",
  runtime_created_at: "state-manager/src/turns/turn.ts",
  runtime_updated_at: "state-manager/src/kernel/touched.ts",
  runtime_audit_log: "state-manager/src/ownership/blame.ts",
};

/** Fields that only an application writes, each with the reason and an example value. */
const writtenByApplication: Readonly<Record<string, { readonly because: string; readonly value: unknown }>> = {
  task_custom_message: {
    because:
      "only the application knows the text that an answer must contain; it proposes the text or starts a turn with it",
    value: "Prices without guarantee.",
  },
  execution_validation_results: {
    because: "the application defines its checks and their results",
    value: [{ step: "prices", passed: true, timestamp: "2030-01-31T12:00:00.000Z", issues: [] }],
  },
  execution_confidence_score: {
    because: "the application decides what counts as an observation; the scale is 0 to 1",
    value: 0.8,
  },
  control_max_retries: {
    because: "the application sets this limit at the start of a turn or changes it during the turn",
    value: 5,
  },
  control_validation_context: {
    because: "the node that requests a check knows the data that the check needs",
    value: { price: 12 },
  },
  control_next_action: {
    because: "only the application knows the actions of its workflow",
    value: "book",
  },
  ui_notebook_links: { because: "agents create notebooks", value: ["https://example.org/notebook"] },
  ui_captured_figures: { because: "agents create figures", value: ["figure.png"] },
  ui_agent_context: {
    because: "the application decides the data of its interface",
    value: { tab: "map" },
  },
  runtime_checkpoint_metadata: {
    because: "the application decides what to store about the first checkpoint of a turn",
    value: { source: "input" },
  },
  runtime_info: { because: "reserved for the application", value: { region: "eu" } },
};

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

describe("the fields of SeedState", () => {
  test("are written by the packages, or for a stated reason by the application alone", async () => {
    const written = new Set([...(await writersOfAgentGraph(SeedState)).keys(), ...(await writersOfParts()).keys()]);
    const unwritten = fields.filter((field) => !written.has(field));
    expect(unwritten).toEqual(fields.filter((field) => Object.hasOwn(writtenByApplication, field)));
    expect([...written].filter((field) => !fields.includes(field))).toEqual([]);
  });

  test("have one reader each", () => {
    expect(Object.keys(readers).toSorted()).toEqual(fields.toSorted());
  });

  test.each(Object.entries(readers).filter(([, reader]) => reader !== "interface" && reader !== "application"))(
    "%s is read in %s",
    (field, reader) => {
      const source = withoutComments(readFileSync(path.join(packages, reader), "utf8"));
      expect(source).toMatch(new RegExp(`\\b${field}\\b`));
    },
  );

  test("reach the user interface if nothing else reads them, except error texts", async () => {
    const shown = Object.entries(readers).flatMap(([field, reader]) => (reader === "interface" ? [field] : []));
    const examples: Readonly<Record<string, unknown>> = {
      ...Object.fromEntries(Object.entries(writtenByApplication).map(([field, { value }]) => [field, value])),
      execution_tool_executions: [
        {
          toolCallId: "call_1",
          toolName: "search",
          args: {},
          startedAt: "2030-01-31T12:00:00.000Z",
          completedAt: "2030-01-31T12:00:01.000Z",
        },
      ],
      task_depends_on_user_memory: true,
      runtime_session_id: "ann",
      runtime_user_id: "ann",
      control_workflow_status: "completed",
      control_errors: [
        { step: "mail", errorType: "Error", message: "no", timestamp: "2030-01-31T12:00:00.000Z", retryable: false },
      ],
    };
    const update: SeedStateUpdate = examples;
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("application", () => update)
      .addEdge(START, "application")
      .addEdge("application", END)
      .compile();
    const run = streamRun(graph, {}, { threadId: "ann", state: SeedState, visible: shown });
    const events: AGUIEvent[] = [];
    for await (const event of toAgUi(run, { threadId: "ann", runId: "run-1" })) events.push(event);
    const { state } = await replay(events);
    const kept = Object.entries(readers).flatMap(([field, reader]) => (reader === "application" ? [field] : []));
    expect([kept, kept.filter((field) => field in state)]).toEqual([["control_errors"], []]);
    expect(Object.fromEntries(shown.map((field) => [field, state[field]]))).toEqual(
      Object.fromEntries(shown.map((field) => [field, examples[field]])),
    );
  });
});

/** Code of nodes, routing and sessions, without comments. */
const sources = ["agents", "state-manager"].flatMap((name) => {
  const folder = path.join(packages, name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("seeds"))
    .map((file) => withoutComments(readFileSync(path.join(folder, file), "utf8")));
});

/** Matches a read of a field: with a dot, in brackets, or by destructuring. An object literal is a write. */
const readOf = (field: string): RegExp =>
  new RegExp(
    `\\.${field}\\b|\\["${field}"\\]|[{,]\\s*${field}(?:: \\w+)?(?: = [^,}]+)?(?:,[^{}]*)?\\s*\\}\\s*(?:=|:|\\))`,
  );

describe("the fields of AgentState", () => {
  const agentFields = Object.keys(AgentState.fields);

  test("are all written by nodes of an assembled graph", async () => {
    const writers = await writersOfAgentGraph(AgentState);
    expect(agentFields.filter((field) => !writers.has(field))).toEqual([]);
  });

  test.each(agentFields)("%s is read by a node, by routing or by a session", (field) => {
    expect(sources.some((source) => readOf(field).test(source))).toBe(true);
  });
});
