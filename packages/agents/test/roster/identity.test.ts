import { describe, expect, test } from "vitest";
import { describeAgent } from "../../src/roster/agent-description.ts";
import { activeAgentUpdate } from "../../src/roster/identity.ts";

describe("markAgent", () => {
  test("makes the agent the active one and the one that is shown", () => {
    const mail = describeAgent({ name: "mail", description: "Sends mail.", identity: { agentColor: "#333" } });
    expect(activeAgentUpdate(mail)).toEqual({
      control_active_agent: "mail",
      ui_agent_identity: { agentId: "mail", agentName: "mail", agentColor: "#333" },
    });
  });
});
