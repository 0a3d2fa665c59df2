import { decideRoute, defineRegistry } from "@tidemark/agents";
import { freezeDeep } from "@tidemark/core-state/internal";
import { describe, expect, test } from "vitest";
import { failure, NOW, plan, registry, route, values } from "./routing-values.ts";
import { untyped } from "../untyped.ts";

const picked = {
  control_operation_mode: "directed",
  control_directed_mode_context: { targetAgentId: "weather_agent", bypassRouting: true },
} as const;

const request = {
  id: "r1",
  status: "pending",
  stepObjective: "Write.",
  capability: "capA",
  approvalType: "python",
  hash: "h",
  requestedAt: NOW,
  expiresAt: null,
  decidedBy: null,
  decidedAt: null,
  payload: {},
} as const;

const done = (capability: string) =>
  ({
    control_last_agent: capability,
    execution_last_result: { success: true, capability, executionTime: 0, timestamp: NOW },
  }) as const;

const stepFor = (name: string) => route(values({ planning_execution_plan: { steps: [{ agentId: name }] } }));

const afterFailures = (failures: number) =>
  route(values({ ...failure("retriable"), control_retry_count: failures }), { maxStepRetries: 5 });

const afterPlans = (plans: number) =>
  route(values({ ...failure("replanning"), control_plans_created_count: plans })).to;

const afterChoices = (count: number) =>
  route(values({ ...failure("reclassification"), control_reclassification_count: count })).to;

const pickedFailed = (severity: "replanning" | "retriable") =>
  route({ ...picked, ...failure(severity, { node: "weather_agent" }), control_last_agent: "weather_agent" }).to;

describe("the path from the task to the answer", () => {
  test("RT-01 without a task the task is extracted first", () => {
    expect(route({}).to).toBe("task_extraction");
    expect(route(values({ task_current_task: "  " })).to).toBe("task_extraction");
  });

  test("RT-02 with a task and no capabilities they are chosen", () => {
    expect(route(values({ planning_active_capabilities: [] })).to).toBe("classifier");
  });

  test.each([null, {}])("RT-03 with capabilities and the plan %j a plan is created", (none) => {
    expect(route(values({ planning_execution_plan: untyped(none) })).to).toBe("planner");
  });

  test("RT-04 the plan's first step is next", () => {
    expect(route(values())).toEqual({ to: "agent", agent: "capA", because: 'step 1 of 2 is for "capA"' });
  });

  test("RT-05 the step at the current index is next", () => {
    expect(route(values({ planning_current_step_index: 1 })).to).toBe("respond");
  });

  test("RT-06 an index after the last step is a failure, unless the answer exists", () => {
    expect(route(values({ planning_current_step_index: 2 }))).toEqual({
      to: "error",
      because: "the plan has 2 steps, but the next step is 3",
    });
    expect(route(values({ planning_current_step_index: 2, execution_final_answer: "Done." })).to).toBe("end");
  });

  test("RT-07 a step without an agent is the answer", () => {
    expect(route(values({ planning_execution_plan: { steps: [{ taskObjective: "Say it." }] } })).to).toBe("respond");
  });

  test("RT-08 a step with an unknown agent is an error", () => {
    expect(route(values({ planning_execution_plan: { steps: [{ capability: "ghost" }] } }))).toEqual({
      to: "error",
      because: 'step 1 of 1 is for "ghost", but no agent has this capability',
    });
  });

  test("a step names an agent or a capability, but not a built-in node", () => {
    expect(stepFor("weather")).toMatchObject({ to: "agent", agent: "weather_agent" });
    expect(stepFor("janitor").to).toBe("error");
  });

  test("a plan without steps needs only the answer", () => {
    expect(route(values({ planning_execution_plan: { steps: [] } })).to).toBe("respond");
  });

  test("a question of the plan is asked within the limit, and later answered as well as possible", () => {
    const state = values({ planning_execution_plan: { steps: [{ capability: "clarify" }] } });
    expect(route(state).to).toBe("clarify");
    expect(route(state, { maxClarifications: 0 }).to).toBe("respond");
  });

  test.each(["failed", "cancelled"] as const)("a plan that is %s does not continue", (status) => {
    expect(route(values({ planning_execution_plan: { ...plan, status } })).to).toBe("error");
  });

  test("a plan with more steps than the limit does not start", () => {
    expect(route(values(), { maxSteps: 2 }).to).toBe("agent");
    expect(route(values(), { maxSteps: 1 })).toEqual({
      to: "error",
      because: "the plan has 2 steps, but the limit is 1 (maxSteps)",
    });
  });

  test.each(["respond", "clarify"])("after %s the turn ends", (node) => {
    expect(route(values(done(node))).to).toBe("end");
  });

  test("after the error node the turn ends, even if that node failed", () => {
    expect(route(values({ ...failure("critical", { node: "error" }), control_last_agent: "error" })).to).toBe("end");
  });

  test("a message without a task is answered, and not extracted endlessly", () => {
    expect(route(values({ task_current_task: null, ...done("task_extraction") })).to).toBe("respond");
  });
});

describe("failures", () => {
  const retried = { maxStepRetries: 5 };

  test("RT-09 a retriable failure runs the same node again", () => {
    for (const failures of [1, 2]) {
      const state = values({ ...failure("retriable", { capability: "capA" }), control_retry_count: failures });
      expect(route(state, retried)).toMatchObject({ to: "retry", node: "capA" });
    }
  });

  test("RT-10 after the executions that the policy allows it is an error", () => {
    expect(route(values({ ...failure("retriable"), control_retry_count: 3 }), retried)).toEqual({
      to: "error",
      because: '"capA" failed 3 of 3 times: no attempts left',
    });
  });

  test("RT-11 the delays grow by the factor", () => {
    expect([afterFailures(1), afterFailures(2)]).toMatchObject([{ delaySeconds: 0.5 }, { delaySeconds: 0.75 }]);
  });

  test("RT-14 another plan is created while attempts are left", () => {
    expect([afterPlans(0), afterPlans(1), afterPlans(2)]).toEqual(["planner", "planner", "error"]);
  });

  test("RT-16 capabilities are chosen again once", () => {
    expect([afterChoices(0), afterChoices(1)]).toEqual(["classifier", "error"]);
  });

  test.each(["critical", "fatal"] as const)("RT-18 a %s failure ends the run", (severity) => {
    expect(route(values(failure(severity)))).toEqual({ to: "error", because: `the failure of "capA" is ${severity}` });
  });

  test.each([null, {}, [], "broken", { node: "capA" }])(
    "RT-19 a failure recorded as %j is an error and does not throw",
    (info) => {
      expect(route(values({ control_has_error: true, control_error_info: untyped(info) }))).toEqual({
        to: "error",
        because: "a failure was recorded without its details",
      });
    },
  );

  test("RT-24 a step that must not be retried is not, regardless of its policy", () => {
    const state = values({ ...failure("retriable", { capability: "capA" }), control_current_step_retry_count: 1 });
    expect(route(state).to).toBe("error");
    expect(route(state, { maxStepRetries: 1 }).to).toBe("retry");
  });

  test("RT-22 the limit of the state takes precedence over that of the application", () => {
    const control = { ...values().agent_control, maxPlanningAttempts: 9 };
    const state = values({ ...failure("replanning"), control_plans_created_count: 2, agent_control: control });
    expect(route(state, { maxPlanningAttempts: 1 }).to).toBe("planner");
  });

  test("RT-25 a classifier that finds nothing twice is followed by the answer", () => {
    const nothing = { planning_active_capabilities: [], planning_execution_plan: null, ...done("classifier") };
    const reclassifying = { ...nothing, control_needs_reclassification: true };
    expect(route(values(reclassifying)).to).toBe("classifier");
    expect(route(values({ ...reclassifying, control_reclassification_count: 1 })).to).toBe("respond");
    expect(route(values(nothing)).to).toBe("respond");
  });
});

describe("conditions that take precedence", () => {
  test("RT-20 a killed run names the reason", () => {
    const killed = { control_is_killed: true, control_kill_reason: "the user left" };
    expect(route(values(killed))).toEqual({ to: "error", because: "the run was killed: the user left" });
    expect(route(values({ control_is_killed: true })).because).toBe("the run was killed: no reason was given");
  });

  test("RT-21 a killed run retries nothing", () => {
    expect(route(values({ ...failure("retriable"), control_is_killed: true }), { maxStepRetries: 5 }).to).toBe("error");
  });

  test("RT-23 a run whose time is up is killed for the time limit", () => {
    const late = decideRoute(values(), { registry, now: "2026-01-08T20:35:00.001Z" });
    expect(late).toMatchObject({ to: "error", killReason: "time limit" });
    expect(decideRoute(values(), { registry, now: "2026-01-08T20:34:59.999Z" }).to).toBe("agent");
  });

  test("a run with too many nodes ends", () => {
    expect(route(values({ control_iteration: 3 }), { maxIterations: 3 })).toEqual({
      to: "error",
      because: "3 of 3 iterations used (maxIterations)",
    });
  });

  test("a person is asked before anything else runs, but not again when the question itself fails", () => {
    const waiting = { execution_pending_approvals: { r1: request } };
    expect(route(values(waiting)).to).toBe("approval");
    expect(route(values({ ...waiting, ...failure("critical", { node: "approval" }) })).to).toBe("error");
    const settled = { r1: { ...request, status: "approved", decidedBy: "user:u1", decidedAt: NOW } } as const;
    expect(route(values({ execution_pending_approvals: settled })).to).toBe("agent");
  });

  test("the question of a commit does not block the run", () => {
    const beside = { r1: { ...request, approvalType: "commit" } };
    expect(route(values({ execution_pending_approvals: beside })).to).toBe("agent");
  });
});

describe("directed mode", () => {
  test("leads to the agent that the user selected, and ends after it", () => {
    expect(route(picked)).toMatchObject({ to: "agent", agent: "weather_agent" });
    expect(route({ ...picked, ...done("weather_agent") }).to).toBe("end");
  });

  test.each(["nobody", "janitor"])("falls back to the supervisor when %s was selected", (targetAgentId) => {
    const state = { ...picked, control_directed_mode_context: { targetAgentId, bypassRouting: true } };
    expect(route(state).to).toBe("task_extraction");
  });

  test("retries the agent, but involves no other", () => {
    expect([pickedFailed("retriable"), pickedFailed("replanning")]).toEqual(["retry", "error"]);
  });
});

test("the user is asked within the limit, then the work continues", () => {
  const state = values({ control_clarification_needed: true, control_clarification_count: 1 });
  expect(route(state).to).toBe("clarify");
  expect(route(state, { maxClarifications: 1 }).to).toBe("agent");
});

test("RT-26 deciding changes nothing", () => {
  const state = freezeDeep(structuredClone(values(failure("retriable"))));
  const before = structuredClone(state);
  route(state);
  expect(state).toEqual(before);
});

test("never throws, for any values", () => {
  const junk: readonly unknown[] = [null, {}, [], "x", -1, Number.NaN, { steps: [null] }, { r1: null }];
  for (const name of Object.keys(values())) {
    for (const each of junk) {
      const state = { ...values({ control_has_error: true }), [name]: each };
      expect(typeof decideRoute(state, { registry: defineRegistry([]), now: NOW }).because).toBe("string");
    }
  }
  expect(decideRoute({}, { registry, now: "yesterday" }).to).toBe("task_extraction");
});
