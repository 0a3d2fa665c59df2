import { describe, expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";
import { agentControlDefaults } from "../../src/schemas/agent-control.ts";

const event = (message: string) => ({ message, progress: 0, complete: false, timestamp: 1 });

describe("status_updates", () => {
  const { reducer } = SeedState.fields.status_updates;

  test("EVT-19 the reducer returns the list itself for undefined, null or an empty list", () => {
    const current = [event("a")];
    for (const update of [undefined, null, []]) expect(reducer?.(current, update)).toBe(current);
  });

  test("keeps the newest 200 in order", () => {
    const many = Array.from({ length: 201 }, (_, index) => event(String(index)));
    const kept = reducer?.([event("old")], many);
    expect(kept).toHaveLength(200);
    expect(kept).toMatchObject({ 0: { message: "1" }, 199: { message: "200" } });
  });
});

test("progress_events adds to the list", () => {
  const counted = { current: 1, total: 2, operation: "Files", progress: 0.5, timestamp: 1 };
  expect(SeedState.fields.progress_events.reducer?.([counted], [counted])).toEqual([counted, counted]);
});

test("agent_control defaults to the safe settings and limits, in a new object each time", () => {
  const { default: initial } = SeedState.fields.agent_control;
  expect(initial()).toEqual(agentControlDefaults());
  expect(initial()).not.toBe(initial());
});

test("capability_context_data replaces one entry as a whole and leaves the others", () => {
  const { reducer } = SeedState.fields.capability_context_data;
  const current = { DATA: { key1: { value: "old", keep: 1 }, key2: { value: 2 } } };
  expect(reducer?.(current, { DATA: { key1: { value: "new" } } })).toEqual({
    DATA: { key1: { value: "new" }, key2: { value: 2 } },
  });
});
