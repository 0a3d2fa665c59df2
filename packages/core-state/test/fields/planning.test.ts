import { expect, test } from "vitest";
import { SeedState } from "../../src/agent-state.ts";
import { fieldGroups } from "../../src/fields/field-groups.ts";

test("the root and the planner may write the plan, and nobody else is named", () => {
  for (const field of Object.values(fieldGroups.planning)) expect(field.owner).toEqual(["root", "planner"]);
});

test("the position in the plan is never negative, so no step is read from the end", () => {
  const { schema } = SeedState.fields.planning_current_step_index;
  expect([0, 3, -1, 1.5].map((index) => schema.safeParse(index).success)).toEqual([true, true, false, false]);
});
