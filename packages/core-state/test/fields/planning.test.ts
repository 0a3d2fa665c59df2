import { expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";
import { fieldGroups } from "../../src/fields/field-groups.ts";

test("only the root and the planner can write the plan", () => {
  for (const field of Object.values(fieldGroups.planning)) expect(field.owner).toEqual(["root", "planner"]);
});

test("the index of the next step is never negative", () => {
  const { schema } = SeedState.fields.planning_current_step_index;
  expect([0, 3, -1, 1.5].map((index) => schema.safeParse(index).success)).toEqual([true, true, false, false]);
});
