import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getAgentConfidence, getAgentData, getAgentOutput } from "@tidemark/state-manager";
import { output, withOutputs } from "./agent-outputs.ts";

const empty = { capability_context_data: { AGENT_OUTPUT: { nl_parser: {} } } };

describe("getAgentOutput", () => {
  test("FAM-32 returns the stored output", () => {
    expect(getAgentOutput(withOutputs({ nl_parser: {} }), "nl_parser")).toEqual(output());
  });

  test.each([
    ["an empty state", {}],
    ["a state without contexts", { capability_context_data: null }],
    ["a state without outputs", { capability_context_data: { WEATHER: { nl_parser: {} } } }],
    ["a state with outputs of others", withOutputs({ scheduling: {} })],
  ])("FAM-32 returns null for %s", (_, state) => {
    expect(getAgentOutput(state, "nl_parser")).toBeNull();
    expect(getAgentConfidence(state, "nl_parser")).toBeNull();
  });

  test("FAM-32 ignores an incomplete output", () => {
    expect(getAgentOutput(empty, "nl_parser")).toBeNull();
  });

  test("an agent with the name of an object property has no output by default", () => {
    expect(getAgentOutput(withOutputs({ nl_parser: {} }), "constructor")).toBeNull();
  });
});

describe("getAgentConfidence", () => {
  test("FAM-32 returns null for an output without one", () => {
    expect(getAgentConfidence(empty, "nl_parser")).toBeNull();
  });

  test("FAM-32 returns a confidence of 0 as 0", () => {
    expect(getAgentConfidence(withOutputs({ nl_parser: { confidence: 0 } }), "nl_parser")).toBe(0);
  });
});

describe("getAgentData", () => {
  const Titled = z.object({ title: z.string() });

  test("returns the data with the type of their schema", () => {
    expect(getAgentData(withOutputs({ nl_parser: {} }), "nl_parser", Titled)?.title).toBe("Soccer practice");
  });

  test("returns null for missing data, and for data that do not match", () => {
    expect(getAgentData(withOutputs({ nl_parser: { data: { title: 7 } } }), "nl_parser", Titled)).toBeNull();
    expect(getAgentData({}, "nl_parser", Titled)).toBeNull();
  });
});
