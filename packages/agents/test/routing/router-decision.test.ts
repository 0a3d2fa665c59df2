import type { AgentStateValue } from "@tidemark/core-state/internal";
import { decideRoute, defineRegistry, describeAgent } from "@tidemark/agents";
import { startPlan } from "@tidemark/agents/internal";
import { AgentState, ApprovalRequest, defineState, initialState } from "@tidemark/core-state";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routerDecision } from "../../src/routing/router-decision.graph.ts";

const now = "2030-01-31T12:00:00.000Z";
const clock = fixedClock(now);
const registry = defineRegistry([
  describeAgent({ name: "weather", description: "Knows the weather." }),
  describeAgent({ name: "booker", description: "Books trains." }),
]);
const steps = [
  { capability: "weather", contextKey: "today" },
  { capability: "booker", contextKey: "ticket" },
];
const values = (different: Partial<AgentStateValue> = {}): AgentStateValue => ({
  ...initialState(AgentState),
  task_current_task: "Book a dry day",
  planning_active_capabilities: ["weather", "booker"],
  planning_execution_plan: startPlan({ steps }, { now, planId: "plan" }),
  ...different,
});

const Requests = z.object({ execution_pending_approvals: z.record(z.string(), ApprovalRequest) });

describe("routerDecision", () => {
  const decide = routerDecision(AgentState, { registry, clock });

  test("leads to the target of the routing table, changes nothing, and is repeatable", () => {
    const state = values();
    const before = structuredClone(state);
    expect(decide(state).route).toEqual(decideRoute(state, { registry, now }));
    expect(decide(state).update()).toEqual(decide(state).update());
    expect(state).toEqual(before);
  });

  test("starts the next step, records its agent, and completes the previous steps", () => {
    const { next, update } = decide(values({ planning_current_step_index: 1 }));
    expect(next).toBe("booker");
    expect(update()).toMatchObject({
      control_next_agent: "booker",
      planning_execution_plan: { steps: [{ status: "completed" }, { status: "in_progress" }] },
      execution_handoff_history: [{ toAgentId: "booker", reason: "plan_step" }],
    });
  });

  test("a run that was killed meanwhile goes to its error answer", () => {
    const { next, update } = decide(values(), { killReason: "enough" });
    expect([next, update()["control_kill_reason"]]).toEqual(["error", "enough"]);
  });

  test("asks before an agent acts, for exactly that work, and not after it is approved", () => {
    const asking = routerDecision(AgentState, {
      registry,
      clock,
      approvals: { weather: "always" },
      approvalSeconds: 60,
    });
    const { next, update } = asking(values());
    const [request] = Object.values(Requests.parse(update()).execution_pending_approvals);
    if (request === undefined) throw new Error("Nobody was asked.");
    expect(next).toBe("approval");
    expect(request).toMatchObject({ capability: "weather", expiresAt: "2030-01-31T12:01:00.000Z" });
    const approved = { ...request, status: "approved" as const, decidedAt: now, decidedBy: "ann" };
    const execution_pending_approvals = { [request.id]: approved };
    expect(asking(values({ execution_pending_approvals })).next).toBe("weather");
    const plan = startPlan({ steps: [{ ...steps[0], taskObjective: "Look in Oslo" }] }, { now, planId: "plan" });
    expect(asking(values({ execution_pending_approvals, planning_execution_plan: plan })).next).toBe("approval");
  });

  test("writes only declared fields", () => {
    const { execution_handoff_history: _, ...fields } = AgentState.fields;
    const smaller = defineState({ version: 1, fields });
    expect(routerDecision(smaller, { registry, clock })(values()).update()).not.toHaveProperty(
      "execution_handoff_history",
    );
  });

  test("a retry of a missing node is an answer, not a silent end", () => {
    const failure = {
      node: "climate",
      classification: { severity: "retriable" as const },
      originalError: "503",
      timestamp: now,
    };
    const next = (node: string) =>
      decide(values({ control_has_error: true, control_error_info: { ...failure, node } })).next;
    expect([next("climate"), next("weather"), next("planner")]).toEqual(["error", "weather", "planner"]);
  });
});
