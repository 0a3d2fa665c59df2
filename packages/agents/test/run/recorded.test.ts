import { GraphInterrupt, ParentCommand, Command } from "@langchain/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { passesOn, recorded } from "../../src/run/recorded.graph.ts";

const clock = fixedClock("2030-01-31T12:00:00.000Z");
function throws(thrown: unknown): () => Promise<never> {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- anything can be thrown
  return () => Promise.reject(thrown);
}
const fails = throws(new Error("gone"));
const failing = (error: unknown) => recorded(throws(error), { name: "weather", clock });

describe("recorded", () => {
  test("makes a failure of whatever is thrown, also of nothing at all", async () => {
    for (const error of [new Error("gone"), "gone", null, undefined, 0]) {
      const update = await failing(error)({}, {});
      expect(update).toMatchObject({
        control_has_error: true,
        control_error_info: { node: "weather", timestamp: "2030-01-31T12:00:00.000Z" },
        control_iteration: 1,
        control_last_agent: "weather",
      });
    }
  });

  test("counts the failure for the step that is next, unless the node does none", async () => {
    const values = { planning_execution_plan: { steps: [{ capability: "weather", contextKey: "today" }] } };
    const agent = await recorded(fails, { name: "weather", clock })(values, {});
    const part = await recorded(fails, { name: "approval", steps: false, clock })(values, {});
    expect(agent).toMatchObject({ execution_step_results: { today: { success: false } } });
    expect(part).toMatchObject({ execution_step_results: { infra_0_approval: { success: false } } });
  });

  test("lets interrupts and commands to a graph around this one pass", async () => {
    for (const error of [new GraphInterrupt([]), new ParentCommand(new Command({ graph: Command.PARENT }))]) {
      await expect(failing(error)({}, {})).rejects.toBe(error);
    }
  });

  test("throws on what is thrown once the run was aborted", async () => {
    await expect(failing(new Error("stopped"))({}, { signal: AbortSignal.abort() })).rejects.toThrow("stopped");
  });
});

test("passesOn is false for what only looks like the host's own", () => {
  for (const error of [null, undefined, { is_bubble_up: true }, new Error("x")]) expect(passesOn(error)).toBe(false);
});
