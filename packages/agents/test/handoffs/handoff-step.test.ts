import type { HandoffRecord } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { describeAgent } from "../../src/roster/agent-description.ts";
import { handoffForStep } from "../../src/handoffs/handoff-step.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

const registry = defineRegistry([
  describeAgent({ name: "a", description: "Does a.", capabilities: ["search"] }),
  describeAgent({ name: "b", description: "Does b." }),
]);
const options = { registry, now: "2026-01-08T20:30:00.000Z", handoffId: "h1" };

describe("handoffForStep", () => {
  test("PS-34 creates two handoffs for steps of the agents a, a, b", () => {
    let control_active_agent = "supervisor";
    const made: HandoffRecord[] = [];
    ["a", "a", "b"].forEach((agentId, index) => {
      const step = { agentId, stepId: `s${index}`, task: `Task ${index}` };
      const decision = handoffForStep({ control_active_agent }, step, { ...options, handoffId: `h${index}` });
      if (decision.outcome !== "handedOff") return;
      made.push(decision.record);
      ({ control_active_agent } = decision.update);
    });
    expect(made.map((each) => [each.fromAgentId, each.toAgentId, each.reason, each.planStepId])).toEqual([
      ["supervisor", "a", "plan_step", "s0"],
      ["a", "b", "plan_step", "s2"],
    ]);
  });

  test("starts with the orchestrator", () => {
    const decision = handoffForStep({}, { agentId: "b" }, options);
    expect(decision.outcome === "handedOff" && decision.record.fromAgentId).toBe("orchestrator");
  });

  test("finds the agent of a capability", () => {
    const decision = handoffForStep({}, { capability: "search" }, options);
    expect(decision.outcome === "handedOff" && decision.record.toAgentId).toBe("a");
  });

  test("refuses a step without an agent", () => {
    expect(handoffForStep({}, { capability: "fly" }, options)).toMatchObject({ outcome: "refused", reason: "unknown" });
    expect(handoffForStep({}, {}, options)).toMatchObject({ outcome: "refused", reason: "unknown" });
  });
});
