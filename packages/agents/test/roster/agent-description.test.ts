import { describe, expect, test } from "vitest";
import { describeAgent } from "../../src/roster/agent-description.ts";
import { agentErrors } from "../../src/kernel/errors.ts";

const refused = (name: string): boolean => {
  try {
    describeAgent({ name, description: "" });
    return false;
  } catch (error) {
    return agentErrors.invalidAgentName.is(error);
  }
};

describe("describeAgent", () => {
  test("sets defaults for everything but name and description", () => {
    expect(describeAgent({ name: "mail", description: "Sends mail." })).toEqual({
      name: "mail",
      description: "Sends mail.",
      identity: { agentId: "mail", agentName: "mail" },
      capabilities: ["mail"],
      requires: [],
      provides: [],
      system: false,
    });
  });

  test("counts the agent's name once among its capabilities", () => {
    const agent = describeAgent({ name: "mail", description: "", capabilities: ["send", "mail"] });
    expect(agent.capabilities).toEqual(["mail", "send"]);
  });

  test("keeps the id and the name of the default identity when an icon is set", () => {
    const agent = describeAgent({ name: "mail", description: "", identity: { agentIcon: "✉️" } });
    expect(agent.identity).toEqual({ agentId: "mail", agentName: "mail", agentIcon: "✉️" });
  });

  test("is not affected by later changes of its input", () => {
    const capabilities = ["send"];
    const agent = describeAgent({ name: "mail", description: "", capabilities });
    capabilities.push("read");
    expect(agent.capabilities).toEqual(["mail", "send"]);
    expect(Object.isFrozen(agent) && Object.isFrozen(agent.identity)).toBe(true);
  });

  test.each(["", "two words", "__proto__", "constructor", "prototype", "1st", "a".repeat(65), "line\n"])(
    "refuses %j as a name",
    (name) => {
      expect(refused(name)).toBe(true);
    },
  );
});
