import type { SeedStateValue } from "@tidemark/core-state/internal";
import type { ErrorAnswer } from "../../src/nodes/error-answer.ts";
import { killedUpdate, requestApproval, startPlan } from "@tidemark/agents/internal";
import { askNode, errorNode, respondNode, type RespondOptions } from "@tidemark/agents/internal/langgraph";
import { SeedState, initialState, type TaskRecord } from "@tidemark/core-state";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";

const now = "2030-01-31T12:00:00.000Z";
const options = { clock: fixedClock(now), timer: { wait: () => new Promise<void>(() => {}) } };
const steps = [
  { capability: "weather", contextKey: "today" },
  { capability: "respond", contextKey: "answer" },
];
const plan = startPlan({ query: "Will it rain?", steps }, { now, planId: "plan" });
const task: TaskRecord = {
  taskId: "task",
  timestamp: now,
  agentOrigin: "root_agent",
  metadata: { userQuery: "Will it rain?", reasoning: "task extraction", extractedInfo: {} },
  intent: "Will it rain?",
  status: "in_progress",
};

/** Turn whose first step is complete. */
const values = (different: Partial<SeedStateValue> = {}) => ({
  ...initialState(SeedState),
  task_current_task: "Will it rain?",
  task_ledger: [task],
  planning_execution_plan: plan,
  planning_current_step_index: 1,
  capability_context_data: { WEATHER: { today: { sky: "rain" } } },
  ...different,
  messages: [],
});

const respond = (different: Partial<SeedStateValue> = {}, more: RespondOptions = {}) =>
  respondNode(SeedState, { ...options, ...more })(values(different), {});

const ask = (different: Partial<SeedStateValue> = {}, question?: () => string) =>
  askNode(SeedState, { ...options, ...(question !== undefined && { question }) })(values(different), {});

const answer = (different: Partial<SeedStateValue>) => errorNode(SeedState, options)(values(different), {});

describe("respondNode", () => {
  test("joins the step results, ends the plan and closes the task", async () => {
    expect(await respond()).toMatchObject({
      control_workflow_status: "completed",
      planning_execution_plan: { status: "completed", steps: [{ status: "completed" }, { status: "completed" }] },
      task_ledger: [{ taskId: "task", status: "done" }],
    });
  });

  test("a responder receives the task and the results, and writes the answer", async () => {
    const seen: unknown[] = [];
    const update = await respond(
      { task_custom_message: "Be brief." },
      {
        responder: ({ task: about, results, customMessage, failure }) => {
          seen.push(about, results, customMessage, failure);
          return Promise.resolve("Take an umbrella.");
        },
      },
    );
    expect(seen).toEqual(["Will it rain?", 'WEATHER.today: {"sky":"rain"}', "Be brief.", null]);
    expect(update).toMatchObject({
      execution_final_answer: "Take an umbrella.",
      messages: [{ role: "assistant", content: "Take an umbrella." }],
    });
  });

  test("an answer that is not text is a failure, and is not shown to the user", async () => {
    for (const text of [{ text: "rain" }, undefined, null, 7]) {
      // @ts-expect-error a responder in plain JavaScript may return any value
      const update = await respond({}, { responder: () => Promise.resolve(text) });
      expect(update).toMatchObject({ control_has_error: true, control_error_info: { node: "respond" } });
      expect(update).not.toHaveProperty("messages");
      expect(update).not.toHaveProperty("execution_final_answer");
    }
  });

  test("reports work that was not approved, cancels the plan, and clears the request", async () => {
    const request = requestApproval({ id: "plan:1", capability: "book", stepObjective: "Book", payload: {}, now });
    for (const [status, text] of [
      ["rejected", "This was not approved, so nothing was done."],
      ["expired", "This was not approved in time, so nothing was done."],
      ["cancelled", "The request changed before it was approved, so nothing was done."],
    ] as const) {
      const update = await respond({
        approval_approved: false,
        execution_pending_approvals: { [request.id]: { ...request, status, decidedAt: now, decidedBy: "ann" } },
      });
      expect(update).toMatchObject({
        execution_final_answer: text,
        planning_execution_plan: { status: "cancelled" },
        task_ledger: [{ taskId: "task", status: "failed" }],
        approval_approved: null,
      });
    }
  });

  test("an answer without a plan says that there is nothing to report", async () => {
    const update = await respond({ planning_execution_plan: null, control_has_error: true });
    expect(update).not.toHaveProperty("planning_execution_plan");
    expect(update).toMatchObject({ control_has_error: false, control_workflow_status: "completed" });
  });

  test("ends the count of questions when the user receives an answer", async () => {
    expect(await respond({ control_clarification_count: 2 })).toMatchObject({ control_clarification_count: 0 });
    expect(await respond()).not.toHaveProperty("control_clarification_count");
  });
});

describe("askNode", () => {
  test("asks for the missing information, and counts the question", async () => {
    const update = await ask({ control_missing_context: ["the town", "the day"], control_clarification_count: 1 });
    expect(update).toMatchObject({
      control_clarification_needed: true,
      control_clarification_count: 2,
      messages: [{ role: "assistant", content: "I need more details: the town; the day." }],
    });
  });

  test("asks the question of the step when the missing information is unknown", async () => {
    const asking = startPlan(
      { steps: [{ capability: "clarify", taskObjective: "Which town?" }] },
      { now, planId: "p" },
    );
    const update = await ask({ planning_execution_plan: asking, planning_current_step_index: 0 });
    expect(update).toMatchObject({
      messages: [{ content: "Which town?" }],
      planning_execution_plan: { status: "completed" },
    });
  });

  test("a question that is not text is a failure, and is not asked", async () => {
    // @ts-expect-error plain JavaScript may return any value
    const update = await ask({}, () => ({ question: "Which town?" }));
    expect(update).toMatchObject({ control_has_error: true, control_error_info: { node: "clarify" } });
    expect(update).not.toHaveProperty("messages");
  });
});

describe("errorNode", () => {
  test("reports the failure, fails the plan, and closes the task as failed", async () => {
    const update = await answer({
      control_has_error: true,
      planning_current_step_index: 0,
      control_error_info: {
        node: "weather",
        classification: { severity: "critical", userMessage: "The station is closed." },
        originalError: "503",
        timestamp: now,
      },
    });
    expect(update).toMatchObject({
      control_workflow_status: "failed",
      planning_execution_plan: { status: "failed" },
      task_ledger: [{ taskId: "task", status: "failed" }],
    });
    expect(update).toHaveProperty("execution_final_answer", expect.stringContaining("The station is closed."));
  });

  test("a run that was stopped cancels its plan and keeps its results", async () => {
    const update = await answer(killedUpdate(values(), "the user left", now));
    expect(update).toMatchObject({
      planning_execution_plan: { status: "cancelled", steps: [{ status: "completed" }, {}] },
    });
    expect(update).toHaveProperty("execution_final_answer", expect.stringContaining("the user left"));
  });

  test("answers in the words of the application, and in its own when those fail", async () => {
    const stopped = values(killedUpdate(values(), "the user left", now));
    const answered = (text: (answer: ErrorAnswer) => string) => errorNode(SeedState, { ...options, text })(stopped, {});
    expect(await answered(({ outcome, reason }) => `Stopped (${outcome}): ${reason}`)).toMatchObject({
      execution_final_answer: "Stopped (killed): the user left",
    });
    const standard = expect.stringContaining("The run was stopped: the user left.") as unknown;
    expect(
      await answered(() => {
        throw new Error("no words");
      }),
    ).toMatchObject({ execution_final_answer: standard });
    // @ts-expect-error -- plain JavaScript can return anything
    expect(await answered(() => null)).toMatchObject({ execution_final_answer: standard });
  });

  test("answers even without a recorded failure", async () => {
    const update = await errorNode(SeedState, options)({ ...initialState(SeedState), messages: [] }, {});
    expect(update).toMatchObject({ control_workflow_status: "failed" });
    expect(update).toHaveProperty("execution_final_answer", expect.stringMatching(/\w/));
  });
});
