import { describe, expect, test } from "vitest";
import { agentErrors } from "@tidemark/agents";
import { agentRunUpdate, checkIterations, nextAgentOf } from "@tidemark/agents/internal";

describe("agentRan", () => {
  test("AR-25 counts every agent once: orchestrator, research and synthesis are three", () => {
    const route = ["orchestrator", "research", "synthesis", "END"];
    let values = {};
    for (const [index, agent] of route.slice(0, -1).entries()) {
      values = { ...values, ...agentRunUpdate(values, { agent, next: route[index + 1] ?? "END" }) };
    }
    expect(values).toEqual({ control_iteration: 3, control_last_agent: "synthesis", control_next_agent: "END" });
  });

  test("AR-03 does not count a node that only asks", () => {
    const update = agentRunUpdate({ control_iteration: 1 }, { agent: "clarification", next: "END", counts: false });
    expect(update).toEqual({ control_last_agent: "clarification", control_next_agent: "END" });
  });
});

describe("checkIterations", () => {
  test("AR-30 stops with a message after 20 agents, or at the given limit", () => {
    expect(checkIterations({})).toEqual({ outcome: "within", left: 20 });
    expect(checkIterations({ control_iteration: 19 })).toEqual({ outcome: "within", left: 1 });
    expect(checkIterations({ control_iteration: 20 })).toEqual({
      outcome: "reached",
      answer: "I stopped after 20 steps without an answer. Please try a smaller request.",
    });
    expect(checkIterations({ control_iteration: 2 }, { maxIterations: 2 }).outcome).toBe("reached");
  });

  test("stops for a limit that is not a number", () => {
    expect(checkIterations({}, { maxIterations: Number.NaN }).outcome).toBe("reached");
  });
});

describe("nextAgentOf", () => {
  const known = ["clarify", "research"] as const;

  test("follows a known name, and the end", () => {
    const next: "clarify" | "research" | "END" = nextAgentOf({ control_next_agent: "research" }, known);
    expect([next, nextAgentOf({ control_next_agent: "END" }, known)]).toEqual(["research", "END"]);
  });

  test("AR-29 throws for an unknown name instead of ending silently", () => {
    expect(() => nextAgentOf({ control_next_agent: "reserch" }, known)).toThrow('Did you mean "research"?');
    expect(() => nextAgentOf({}, known)).toThrow(expect.objectContaining({ code: agentErrors.unknownAgent.code }));
  });
});
