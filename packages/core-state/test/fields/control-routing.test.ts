import { expect, test } from "vitest";
import { applyUpdate } from "../../src/state/apply.ts";
import { SeedState } from "../../src/fields/agent-state.ts";
import { fieldGroups } from "../../src/fields/field-groups.ts";
import { defineState, initialState } from "../../src/state/state.ts";

const { control_active_agent: activeAgent } = SeedState.fields;
const reduce = (current: unknown, update: unknown): unknown => activeAgent.reducer?.(current, update);

test("PS-17 a write of null keeps the active agent", () => {
  expect(reduce("orchestrator", "bc")).toBe("bc");
  expect(reduce("bc", null)).toBe("bc");
});

test("PS-17 a write without the field keeps the active agent", () => {
  const Routing = defineState({ version: 1, fields: { ...fieldGroups.identity, ...fieldGroups.routing } });
  const set = applyUpdate(Routing, initialState(Routing), { control_active_agent: "bc" });
  expect(applyUpdate(Routing, set, { control_iteration: 1 }).control_active_agent).toBe("bc");
});

test("PS-18 a node that returns undefined keeps the active agent", () => {
  expect(reduce("bc", undefined)).toBe("bc");
});

test("the active agent defaults to the orchestrator, also in a thread without the field", () => {
  expect(activeAgent.default()).toBe("orchestrator");
  expect(reduce(undefined, undefined)).toBe("orchestrator");
});

test("the workflow defaults to in progress, at its first step", () => {
  expect(SeedState.fields.control_workflow_status.default()).toBe("in_progress");
  expect(SeedState.fields.control_workflow_status.schema.safeParse("awaiting_user").success).toBe(true);
  expect(SeedState.fields.control_current_step.default()).toBe("start");
});
