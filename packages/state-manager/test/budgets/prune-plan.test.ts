import { planPruning } from "@tidemark/state-manager/internal";
import type { PruneRule } from "@tidemark/state-manager/internal";
import { describe, expect, test } from "vitest";
import { withOutputs } from "../contexts/agent-outputs.ts";

const rules: readonly PruneRule[] = [
  { agent: "nl_parser", once: "parsed" },
  { agent: "scheduling", once: "slot", empty: ["candidateTimes"] },
];
const outputs = withOutputs({
  nl_parser: { data: { title: "Soccer" } },
  scheduling: { data: { candidateTimes: [1], recommendedTime: 1 } },
});
const dataOf = (state: object) => {
  const { AGENT_OUTPUT: smaller = {} } = planPruning({ ...outputs, ...state }, { rules }).capability_context_data;
  return Object.fromEntries(Object.entries(smaller).map(([agent, output]) => [agent, output["data"]]));
};

describe("planPruning", () => {
  test.each([
    [15, undefined, 5],
    [15, 5, 10],
    [15, 0, 15],
    [3, 10, 0],
  ])("of %d messages with the limit %s, the %d oldest are removed", (count, keepMessages, removed) => {
    const messages = Array.from({ length: count }, (_, index) => ({ id: `m${index}` }));
    const plan = planPruning({ messages }, keepMessages === undefined ? {} : { keepMessages });
    expect(plan.messages).toEqual(messages.slice(0, removed).map(({ id }) => id));
  });

  test("removes outputs that a field contains: all, or the listed ones", () => {
    expect(dataOf({ parsed: { title: "Soccer" }, slot: { at: "2pm" } })).toEqual({
      nl_parser: {},
      scheduling: { candidateTimes: [], recommendedTime: 1 },
    });
  });

  test.each([null, {}, undefined])("does not change outputs while the field is %j", (parsed) => {
    expect(dataOf({ parsed })).toEqual({});
  });

  test("a second plan on the result is empty", () => {
    const state = { ...outputs, parsed: { x: 1 } };
    const pruned = { ...state, capability_context_data: planPruning(state, { rules }).capability_context_data };
    expect(planPruning(pruned, { rules })).toEqual({
      messages: [],
      capability_context_data: {},
    });
  });
});
