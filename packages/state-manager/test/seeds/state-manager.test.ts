import { SeedState } from "@tidemark/core-state";
import { agentControlDefaults } from "@tidemark/core-state/internal";
import * as entry from "@tidemark/state-manager/internal";
import { stateManager } from "@tidemark/state-manager/seeds";
import { describe, expect, expectTypeOf, test } from "vitest";
import { textLike } from "../matchers.ts";

describe("stateManager", () => {
  const reported: string[] = [];
  const manager = stateManager(SeedState, {
    agentControl: () => ({ maxStepRetries: -1 }),
    report: (problem) => void reported.push(problem),
  });

  test("starts a turn of its state with its settings", () => {
    const values = manager.createFreshState("hi", { capability_context_data: { A: { k: {} } } });
    expect(values.agent_control).toEqual(agentControlDefaults());
    expect(values.capability_context_data).toEqual({ A: { k: {} } });
    expect(reported).toEqual([textLike("maxStepRetries")]);
    expectTypeOf(values.control_max_retries).toBeNumber();
    // @ts-expect-error the field is unknown
    expect(values.control_max_tries).toBeUndefined();
  });

  test("bundles the exported functions themselves", () => {
    const { createFreshState: _bound, ...shared } = manager;
    const exported: Readonly<Record<string, unknown>> = entry;
    for (const [name, each] of Object.entries(shared)) expect([name, exported[name]]).toEqual([name, each]);
    expect(Object.keys(shared)).toHaveLength(9);
  });

  test("its functions read the values that it creates", () => {
    const values = manager.createFreshState("hi");
    expect([manager.getUserQuery(values), manager.getCurrentTask(values), manager.getExecutionPlan(values)]).toEqual([
      "hi",
      null,
      null,
    ]);
    expect(manager.getMessages(values)).toHaveLength(1);
    expect(() => manager.getCurrentStep(values)).toThrow(/no execution plan/);
  });
});
