import { describe, expect, test } from "vitest";
import { AgentControl, agentControlDefaults } from "../../src/schemas/agent-control.ts";

describe("agentControlDefaults", () => {
  test("are the safe settings and limits", () => {
    expect(agentControlDefaults()).toEqual({
      planningModeEnabled: false,
      epicsWritesEnabled: false,
      approvalGlobalMode: "selective",
      pythonExecutionApprovalEnabled: true,
      pythonExecutionApprovalMode: "all_code",
      memoryApprovalEnabled: true,
      maxReclassifications: 1,
      maxPlanningAttempts: 2,
      maxStepRetries: 0,
      maxExecutionTimeSeconds: 300,
      maxConcurrentClassifications: 5,
      taskExtractionBypassEnabled: false,
      capabilitySelectionBypassEnabled: false,
    });
    expect(AgentControl.safeParse(agentControlDefaults()).success).toBe(true);
  });

  test("are a new object each time", () => {
    expect(agentControlDefaults()).not.toBe(agentControlDefaults());
  });
});

const accepts = (maxStepRetries: unknown): boolean =>
  AgentControl.safeParse({ ...agentControlDefaults(), maxStepRetries }).success;

describe("AgentControl", () => {
  test("accepts limits that are whole numbers, 0 or greater", () => {
    expect([0, 9].map(accepts)).toEqual([true, true]);
    expect([-1, 1.5, Number.NaN, "2", null].map(accepts)).toEqual([false, false, false, false, false]);
  });

  test("refuses an unknown setting", () => {
    expect(AgentControl.safeParse({ ...agentControlDefaults(), planning_mode_enabled: true }).success).toBe(false);
  });
});
