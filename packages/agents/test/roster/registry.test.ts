import { orchestratorIdentity } from "@tidemark/core-state/internal";
import { describe, expect, test } from "vitest";
import { type AgentOutline, describeAgent } from "../../src/roster/agent-description.ts";
import { agentErrors } from "../../src/kernel/errors.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

const agent = (name: string, rest: Partial<AgentOutline> = {}) =>
  describeAgent({ name, description: `Does ${name}.`, ...rest });

const thrownBy = (action: () => unknown): unknown => {
  try {
    action();
    return null;
  } catch (error) {
    return error;
  }
};

describe("defineRegistry", () => {
  const weather = agent("weather", { capabilities: ["forecast"], provides: ["FORECAST"] });
  const almanac = agent("almanac", { capabilities: ["forecast"], identity: { agentName: "Almanac", agentIcon: "📖" } });
  const registry = defineRegistry([weather, almanac]);

  test("finds an agent by name", () => {
    expect(registry.get("weather")).toBe(weather);
    expect(registry.find("nobody")).toBeNull();
  });

  test("suggests the nearest name for an unknown agent", () => {
    const error = thrownBy(() => registry.get("wether"));
    expect(agentErrors.unknownAgent.is(error) && error.details).toEqual({
      agent: "wether",
      nearest: "weather",
      known: ["weather", "almanac"],
    });
  });

  test("finds agents by their capabilities, including their name", () => {
    expect(registry.withCapability("forecast")).toEqual([weather, almanac]);
    expect(registry.withCapability("almanac")).toEqual([almanac]);
    expect(registry.withCapability("toString")).toEqual([]);
  });

  test("finds agents by the contexts they store", () => {
    expect(registry.providers("FORECAST")).toEqual([weather]);
    expect(registry.providers("MAIL")).toEqual([]);
  });

  test("returns the identity of agents, of the orchestrator and of unknown names", () => {
    expect(registry.identity("almanac")).toEqual({ agentId: "almanac", agentName: "Almanac", agentIcon: "📖" });
    expect(registry.identity("orchestrator")).toEqual(orchestratorIdentity());
    expect(registry.identity("supervisor")).toEqual({ agentId: "supervisor", agentName: "supervisor" });
  });

  test("refuses two agents with one name", () => {
    const error = thrownBy(() => defineRegistry([weather, agent("weather")]));
    expect(agentErrors.duplicateAgent.is(error) && error.details.agent).toBe("weather");
  });

  test("is not affected by later changes of its list", () => {
    const agents = [weather];
    const copied = defineRegistry(agents);
    agents.push(almanac);
    expect(copied.withCapability("forecast")).toEqual([weather]);
  });
});
