import { describe, expect, test } from "vitest";
import { describeAgent } from "../src/agent-description.ts";
import { markAgent } from "../src/identity.ts";

describe("markAgent", () => {
  const mail = describeAgent({ name: "mail", description: "Sends mail.", identity: { agentColor: "#333" } });

  test("makes the agent the one at work, the last one and the one that speaks", () => {
    expect(markAgent({ control_iteration: 2 }, mail)).toEqual({
      control_active_agent: "mail",
      control_last_agent: "mail",
      control_iteration: 3,
      ui_agent_identity: { agentId: "mail", agentName: "mail", agentColor: "#333" },
    });
  });

  test("counts from nothing", () => {
    expect(markAgent({}, mail).control_iteration).toBe(1);
  });
});
