import { decideRoute, explainRoute } from "@tidemark/agents";
import { expect, test } from "vitest";
import { failure, NOW, registry, values } from "./routing-values.ts";

const options = { registry, now: NOW };

test("lists every row with its condition and reason, and marks the deciding one", () => {
  const rows = explainRoute(values({ ...failure("critical"), control_is_killed: true }), options);
  expect(rows.filter(({ holds }) => holds).map(({ condition, taken }) => [condition, taken])).toEqual([
    ["the run was killed", true],
    ["a failure ends the run", false],
    ["a step of the plan is next", false],
  ]);
  expect(rows.find(({ condition }) => condition === "the time is up")).toEqual({
    condition: "the time is up",
    holds: false,
    taken: false,
    route: null,
    because: "0 of 300 seconds used (maxExecutionTimeSeconds)",
  });
});

test("marks the row of the decision, for every kind of state", () => {
  const states = [
    {},
    values(),
    values({ planning_current_step_index: 2 }),
    values({ control_clarification_needed: true }),
    values(failure("retriable")),
    values({ control_iteration: 1000 }),
  ];
  for (const state of states) {
    const taken = explainRoute(state, options).filter((row) => row.taken);
    expect(taken.map((row) => row.route)).toEqual([decideRoute(state, options)]);
  }
});
