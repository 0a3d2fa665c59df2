import { isDirectedMode } from "@tidemark/core-state/internal";
import { describe, expect, test } from "vitest";
import { describeAgent } from "../../src/roster/agent-description.ts";
import { autonomous, bypassesRouting, directedAgent, directTo } from "../../src/roster/directed-mode.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

const registry = defineRegistry([
  describeAgent({ name: "mail", description: "Sends mail." }),
  describeAgent({ name: "respond", description: "Answers.", system: true }),
]);

const chosen = (bypassRouting: boolean) => ({
  control_operation_mode: "directed" as const,
  control_directed_mode_context: { targetAgentId: "mail", bypassRouting },
});

describe("directTo", () => {
  test("lets the user select an agent, and bypasses the router by default", () => {
    const answer = directTo({}, "mail", { registry });
    expect(answer).toEqual({
      outcome: "directed",
      update: {
        control_operation_mode: "directed",
        control_directed_mode_context: { targetAgentId: "mail", bypassRouting: true },
      },
    });
  });

  test("writes nothing when the agent was already selected", () => {
    const first = directTo({}, "mail", { registry });
    expect(directTo(first.outcome === "directed" ? first.update : {}, "mail", { registry })).toEqual({
      outcome: "directed",
      update: {},
    });
  });

  test("refuses an unknown agent with a suggestion, and a system agent", () => {
    expect(directTo({}, "mails", { registry })).toMatchObject({ reason: "unknown", nearest: "mail" });
    const refused = directTo({}, "zzz", { registry });
    expect(refused.outcome === "refused" && refused.message).toContain("mail");
    expect(directTo({}, "respond", { registry })).toMatchObject({ reason: "systemAgent" });
  });
});

describe("autonomous", () => {
  test("clears the user's selection", () => {
    const picked = directTo({}, "mail", { registry });
    const values = { ...(picked.outcome === "directed" && picked.update), ...autonomous() };
    expect([isDirectedMode(values), directedAgent(values), bypassesRouting(values)]).toEqual([false, null, false]);
    expect(values.control_directed_mode_context).toBeNull();
  });
});

describe("directedAgent", () => {
  test("PS-22 returns the agent only in directed mode with a selection", () => {
    const control_directed_mode_context = { targetAgentId: "mail", bypassRouting: false };
    expect(directedAgent({ control_operation_mode: "directed", control_directed_mode_context })).toBe("mail");
    expect(directedAgent({ control_operation_mode: "directed", control_directed_mode_context: null })).toBeNull();
    expect(directedAgent({ control_operation_mode: "autonomous", control_directed_mode_context })).toBeNull();
  });

  test("reports separately if the router is bypassed", () => {
    expect([bypassesRouting(chosen(true)), bypassesRouting(chosen(false)), bypassesRouting({})]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
