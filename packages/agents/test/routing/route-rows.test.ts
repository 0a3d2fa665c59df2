import { decideRoute } from "@tidemark/agents";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentValues } from "../../src/kernel/agent-values.ts";
import { conditionOf } from "../../src/routing/route.ts";
import { routeRows } from "../../src/routing/route-rows.ts";
import { failure, NOW, plan, registry, values } from "./routing-values.ts";

test("the end, the kill and the time limit precede every other row", () => {
  expect(routeRows.slice(0, 3).map(({ condition }) => condition)).toEqual([
    "the turn has an answer",
    "the run was killed",
    "the time is up",
  ]);
});

test("no two rows have the same name", () => {
  const names = routeRows.map(({ condition }) => condition);
  expect(new Set(names).size).toBe(names.length);
});

const request = { id: "r1", status: "pending", approvalType: "capA", capability: "capA", requestedAt: NOW } as const;
const handoff = {
  handoffId: "h1",
  fromAgentId: "capA",
  toAgentId: "weather_agent",
  reason: "capability_match",
  timestamp: NOW,
};
const picked = {
  control_operation_mode: "directed",
  control_directed_mode_context: { targetAgentId: "weather_agent", bypassRouting: true },
};

/** Parts of a state, each of which some row looks for. */
const PARTS: readonly object[] = [
  {},
  { control_last_agent: "error" },
  { control_is_killed: true },
  { execution_start_time: 1 },
  { control_iteration: 1000 },
  { execution_pending_approvals: { r1: request } },
  picked,
  { ...picked, control_last_agent: "weather_agent" },
  { execution_handoff_history: [handoff], control_last_agent: "capA", control_active_agent: "weather_agent" },
  { control_clarification_needed: true },
  { control_has_error: true, control_error_info: null },
  failure("retriable"),
  failure("replanning"),
  failure("reclassification"),
  failure("critical"),
  { control_needs_reclassification: true },
  { task_current_task: null },
  { planning_active_capabilities: [] },
  { planning_execution_plan: null },
  { planning_execution_plan: { ...plan, status: "failed" } },
  { planning_current_step_index: 2 },
  { planning_current_step_index: 2, execution_final_answer: "Done." },
  { planning_execution_plan: { steps: [{ capability: "respond" }] } },
  { planning_execution_plan: "nonsense" },
];

const decided = (parts: readonly object[], direct: boolean): string | null => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table reads values of any shape
  const state = Object.assign({}, values(), ...parts) as AgentValues;
  return conditionOf(decideRoute(state, { registry, now: NOW, ...(direct && { direct: "capA" }) }));
};

test("each row decides for some values", () => {
  const found = PARTS.flatMap((part) => [decided([part], false), decided([part], true)]);
  expect(routeRows.map(({ condition }) => condition).filter((each) => !found.includes(each))).toEqual([]);
});

test("one row decides for all values: the table has no gap", () => {
  fc.assert(
    fc.property(fc.subarray([...PARTS]), fc.boolean(), (parts, direct) => {
      expect(decided(parts, direct)).not.toBeNull();
    }),
  );
});
