import { describe, expect, test } from "vitest";
import { AgentIdentity, orchestratorIdentity } from "../../src/schemas/identity.ts";

describe("AgentIdentity", () => {
  test("PS-28 requires an id and a name; icon and color are optional", () => {
    expect(AgentIdentity.safeParse({ agentId: "a", agentName: "A" }).success).toBe(true);
    const full = { agentId: "a", agentName: "A", agentIcon: "🎯", agentColor: "#8B5CF6" };
    expect(AgentIdentity.parse(full)).toEqual(full);
    expect(AgentIdentity.safeParse({ agentId: "a" }).success).toBe(false);
    expect(AgentIdentity.safeParse({ agentName: "A" }).success).toBe(false);
  });

  test("PS-28 refuses an empty id and an empty name", () => {
    expect(AgentIdentity.safeParse({ agentId: "", agentName: "A" }).success).toBe(false);
    expect(AgentIdentity.safeParse({ agentId: "a", agentName: "" }).success).toBe(false);
  });
});

describe("orchestratorIdentity", () => {
  test("PS-15 is the orchestrator with its icon and color", () => {
    expect(orchestratorIdentity()).toEqual({
      agentId: "orchestrator",
      agentName: "Orchestrator",
      agentIcon: "🎯",
      agentColor: "#8B5CF6",
    });
  });

  test("PS-16 is a new object each time, so that changing one changes no other", () => {
    orchestratorIdentity().agentName = "changed";
    expect(orchestratorIdentity().agentName).toBe("Orchestrator");
  });
});
