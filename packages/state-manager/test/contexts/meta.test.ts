import { ContextMeta } from "@tidemark/state-manager/internal";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { contextMeta, readMeta } from "../../src/contexts/meta.ts";
import { untyped } from "../untyped.ts";

const now = "2030-01-31T12:00:00.000Z";
const clock = fixedClock(now);
const steps = [{ capability: "weather", taskObjective: "Find the weather" }, { agentId: "writer" }];

describe("contextMeta", () => {
  test("contains turn, step and objective of the state, and the time", () => {
    const values = {
      runtime_turn_id: "turn_3",
      planning_execution_plan: { steps },
      planning_current_step_index: 0,
    };
    expect(contextMeta(values, { producedBy: "weather", clock })).toEqual({
      producedBy: "weather",
      taskObjective: "Find the weather",
      turnId: "turn_3",
      stepIndex: 0,
      createdAt: now,
    });
  });

  test("attributes of the source take precedence over the state", () => {
    const values = { runtime_turn_id: "turn_3", planning_execution_plan: { steps } };
    const meta = contextMeta(values, { taskObjective: "Compare", turnId: "turn_2", stepIndex: 4, clock });
    expect(meta).toEqual({ taskObjective: "Compare", turnId: "turn_2", stepIndex: 4, createdAt: now });
  });

  test("missing or invalid attributes of the source are taken from the state", () => {
    const values = { runtime_turn_id: "turn_3" };
    expect(contextMeta(values, { turnId: undefined, producedBy: "", clock })).toEqual({
      turnId: "turn_3",
      createdAt: now,
    });
  });

  test("leaves out unknown attributes", () => {
    expect(contextMeta({}, { clock })).toEqual({ createdAt: now });
    expect(contextMeta({ runtime_turn_id: null, planning_execution_plan: null }, { clock })).toEqual({
      createdAt: now,
    });
    const done = { planning_execution_plan: { steps }, planning_current_step_index: 2 };
    expect(contextMeta(done, { clock })).toEqual({ createdAt: now });
    const second = { planning_execution_plan: { steps }, planning_current_step_index: 1 };
    expect(contextMeta(second, { clock })).toEqual({ stepIndex: 1, createdAt: now });
  });

  test("uses the system clock by default", () => {
    expect(ContextMeta.parse(contextMeta({}, {})).createdAt).toMatch(/Z$/);
  });

  test("ignores invalid values of the state", () => {
    const values = untyped({ runtime_turn_id: 7, planning_execution_plan: "plan", planning_current_step_index: "0" });
    expect(contextMeta(values, { clock })).toEqual({ createdAt: now });
    const listless = untyped({ planning_execution_plan: { steps: null } });
    expect(contextMeta(listless, { clock })).toEqual({ createdAt: now });
    const withoutSteps = untyped({ planning_execution_plan: { steps: [null] } });
    expect(contextMeta(withoutSteps, { clock })).toEqual({ createdAt: now });
  });
});

describe("readMeta", () => {
  test("returns the valid attributes of an entry, or null without any", () => {
    expect(readMeta({ celsius: 4, _meta: { producedBy: "weather", createdAt: now } })).toEqual({
      producedBy: "weather",
      createdAt: now,
    });
    expect([readMeta({ celsius: 4 }), readMeta({ _meta: "x" }), readMeta(null), readMeta([])]).toEqual(
      Array(4).fill(null),
    );
  });

  test("leaves out invalid attributes, and unknown ones", () => {
    expect(readMeta({ _meta: { producedBy: 7, stepIndex: -1, turnId: "turn_1", source: "s" } })).toEqual({
      turnId: "turn_1",
    });
  });
});
