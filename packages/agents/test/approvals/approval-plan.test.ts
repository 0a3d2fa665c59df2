import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { type Plan, SeedState } from "@tidemark/core-state";
import { type SeedStateUpdate } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { PLAN_APPROVAL, planApprovalPayload } from "../../src/internal.ts";
import { routeAfterApproval, approvalNode, approvedEffect, requestApprovals } from "../../src/internal.graph.ts";

const texts = (messages: readonly { readonly content: unknown }[]) => messages.map(({ content }) => content);

const planOf = (task: string, more: Partial<Plan["steps"][number]> = {}): Plan => ({
  steps: [{ agentId: "mail", task, ...more }],
});

const askForPlan = () => {
  const done: unknown[] = [];
  const next = routeAfterApproval({ approved: { [PLAN_APPROVAL]: "run" } });
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("planner", (_values, config) => ({
      planning_execution_plan: planOf("Write to Ann"),
      ...requestApprovals(config, [
        {
          capability: PLAN_APPROVAL,
          stepObjective: "Run the plan",
          payload: planApprovalPayload(planOf("Write to Ann")),
        },
      ]),
    }))
    .addNode("approval", approvalNode(SeedState))
    .addNode(
      "run",
      approvedEffect(SeedState, {
        agent: "run",
        approvalType: PLAN_APPROVAL,
        effect: ({ values }) => {
          done.push(values.planning_execution_plan?.steps[0]?.task);
        },
      }),
    )
    .addEdge(START, "planner")
    .addEdge("planner", "approval")
    .addConditionalEdges("approval", next, ["approval", "run", END])
    .addConditionalEdges("run", next, ["approval", "run", END])
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  return {
    done,
    begin: () => graph.invoke({}, config),
    answer: (resume: unknown, update: SeedStateUpdate = {}) =>
      graph.invoke(new Command({ resume, update: { ...update } }), config),
  };
};

describe("an approved plan", () => {
  test("runs as approved, even if a step has started meanwhile", async () => {
    const { begin, answer, done } = askForPlan();
    await begin();
    await answer("yes", { planning_execution_plan: planOf("Write to Ann", { status: "in_progress" }) });
    expect(done).toEqual(["Write to Ann"]);
  });

  test("AP-18 that has changed since the request is no longer approved", async () => {
    const { begin, answer, done } = askForPlan();
    await begin();
    const state = await answer("yes", { planning_execution_plan: planOf("Write to everybody") });
    expect(done).toEqual([]);
    expect(Object.values(state.execution_pending_approvals)).toMatchObject([{ status: "cancelled" }]);
    expect(texts(state.messages).at(-1)).toMatch(/changed before it was approved, so nothing was done/);
    expect(state.approval_approved).toBeNull();
  });

  test("AP-18 that was removed is no longer approved", async () => {
    const { begin, answer, done } = askForPlan();
    await begin();
    await answer("yes", { planning_execution_plan: null });
    expect(done).toEqual([]);
  });
});
