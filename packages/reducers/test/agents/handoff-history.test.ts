import { handoffHistoryReducer } from "@tidemark/reducers/internal";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

interface Handoff {
  readonly handoffId: string;
  readonly toAgentId: string;
}

const handoff = (handoffId: string): Handoff => ({ handoffId, toAgentId: "travel" });
const [a, b] = [handoff("a"), handoff("b")];

describe("handoffHistoryReducer", () => {
  test("PS-08 appends a handoff", () => {
    expect(handoffHistoryReducer([a], [b])).toEqual([a, b]);
  });

  test("PS-09 returns the history itself for an empty update", () => {
    const history = [a];
    expect(handoffHistoryReducer(history, [])).toBe(history);
  });

  test("PS-10 starts a history", () => {
    expect(handoffHistoryReducer([], [a])).toEqual([a]);
    expect(handoffHistoryReducer(undefined, [a])).toEqual([a]);
  });

  test.each([undefined, null])("PS-11 returns the history itself for %s", (update) => {
    const history = [a];
    expect(handoffHistoryReducer(history, update)).toBe(history);
  });

  test("PS-12 identifies a handoff by its id", () => {
    const history = [a];
    expect(handoffHistoryReducer(history, [{ ...a, toAgentId: "billing" }])).toBe(history);
  });

  test("PS-13 adds only new handoffs when a node returns the full history", () => {
    expect(handoffHistoryReducer([a], [a, b])).toEqual([a, b]);
  });

  test("keeps the newest 200", () => {
    const many = Array.from({ length: 205 }, (_, index) => handoff(`h${index}`));
    const history = handoffHistoryReducer(null, many);
    expect(history).toHaveLength(200);
    expect(history[0]?.handoffId).toBe("h5");
  });

  testLaws(
    ["identity", "batching", "purity"],
    {
      reduce: handoffHistoryReducer<Handoff>,
      initial: [],
      empty: [],
      update: fc.array(fc.constantFrom("a", "b", "c").map(handoff), { maxLength: 4 }),
      concat: (first, second) => [...first, ...second],
      // Full, so that every new handoff removes an old one.
      state: fc.constant(Array.from({ length: 200 }, (_, index) => handoff(index === 0 ? "a" : `h${index}`))),
    },
    { test },
  );
});
