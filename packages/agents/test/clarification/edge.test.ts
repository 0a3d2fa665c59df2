import { END } from "@langchain/langgraph";
import { agentErrors } from "@tidemark/agents";
import { routeToNextAgent } from "@tidemark/agents/langgraph";
import { describe, expect, test } from "vitest";

describe("routeToNextAgent", () => {
  const route = routeToNextAgent(["clarify", "research"], { stop: "give_up", maxIterations: 2 });

  test("routes to the next agent, or to the end", () => {
    const next: "clarify" | "research" | "give_up" | typeof END = route({ control_next_agent: "research" });
    expect([next, route({ control_next_agent: "END" })]).toEqual(["research", END]);
  });

  test("AR-29 throws for an unknown name", () => {
    expect(() => route({ control_next_agent: "__proto__" })).toThrow(
      expect.objectContaining({ code: agentErrors.unknownAgent.code }),
    );
  });

  test("AR-30 routes to the stop node at the limit of agents, but lets a finished run end", () => {
    expect(route({ control_next_agent: "research", control_iteration: 2 })).toBe("give_up");
    expect(route({ control_next_agent: "END", control_iteration: 2 })).toBe(END);
    const unlimited = routeToNextAgent(["research"]);
    expect(unlimited({ control_next_agent: "research", control_iteration: 1000 })).toBe("research");
  });

  test("a route to an undeclared node does not compile", () => {
    // @ts-expect-error "synthesis" is not a declared node
    const next: "synthesis" = routeToNextAgent(["research"])({ control_next_agent: "research" });
    expect(next).toBe("research");
  });
});
