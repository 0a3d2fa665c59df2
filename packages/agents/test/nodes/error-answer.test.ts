import { decideRoute } from "@tidemark/agents";
import { errorAnswer, routeUpdate } from "@tidemark/agents/internal";
import { describe, expect, test } from "vitest";
import { failure, reduce, NOW, registry, values } from "../routing/routing-values.ts";
import { untyped } from "../untyped.ts";

const result = (stepIndex: number, capability: string, success: boolean, taskObjective?: string) => ({
  stepIndex,
  capability,
  success,
  executionTime: 0.1,
  timestamp: NOW,
  ...(taskObjective !== undefined && { taskObjective }),
});

describe("errorAnswer", () => {
  test("names the failed and the completed steps, in order", () => {
    const answer = errorAnswer({
      ...failure("critical", { classification: { severity: "critical", userMessage: "The printer is on fire." } }),
      execution_step_results: {
        b: result(1, "draw", true),
        a: result(0, "look", true, "Look at the sky"),
        c: result(2, "capA", false),
      },
    });
    expect(answer).toMatchObject({
      outcome: "failed",
      reason: "the failure is critical",
      kept: [
        { key: "a", capability: "look", task: "Look at the sky" },
        { key: "b", capability: "draw", task: null },
      ],
    });
    expect(answer.text).toBe('"capA" failed: The printer is on fire. Completed: Look at the sky; draw.');
  });

  test("RT-20 names the reason of a kill, without a recorded failure", () => {
    expect(
      errorAnswer({ control_is_killed: true, control_kill_reason: "time limit", control_error_info: null }),
    ).toEqual({
      outcome: "killed",
      failure: null,
      reason: "time limit",
      kept: [],
      text: "The run was stopped: time limit. Nothing was completed.",
    });
  });

  test("RT-06 RT-08 a refusal of the router is shown in its own text", () => {
    const withoutRoute = values({ planning_execution_plan: { steps: [{ capability: "ghost" }] } });
    const after = reduce(
      withoutRoute,
      routeUpdate(withoutRoute, decideRoute(withoutRoute, { registry, now: NOW }), NOW),
    );
    expect(errorAnswer(after)).toMatchObject({
      outcome: "failed",
      reason: 'step 1 of 1 is for "ghost", but no agent has this capability',
      text: 'The request could not be completed: step 1 of 1 is for "ghost", but no agent has this capability. Nothing was completed.',
    });
  });

  test("names the limit that was reached", () => {
    const state = values({ ...failure("replanning"), control_plans_created_count: 2 });
    const after = reduce(state, routeUpdate(state, decideRoute(state, { registry, now: NOW }), NOW));
    expect(errorAnswer(after).reason).toBe(
      '"capA" requires another plan, 2 of 2 planning attempts used (maxPlanningAttempts)',
    );
  });

  test.each([null, {}, undefined, "x", []])("does not throw for a failure of %j", (info) => {
    const answer = errorAnswer({ control_error_info: untyped(info), execution_step_results: untyped(info) });
    expect(answer.text).toBe("The request could not be completed. Nothing was completed.");
  });
});
