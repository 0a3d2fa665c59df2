import { END, START, StateGraph } from "@langchain/langgraph";
import { SeedState, applyUpdate, initialState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { agentOutputUpdate, getAgentOutput, stateManagerErrors } from "@tidemark/state-manager";
import { defineNode } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { output } from "./agent-outputs.ts";

const first = initialState(SeedState);

/** State after these outputs, stored one after the other. */
const after = (...outputs: (readonly [agent: string, confidence: number])[]) =>
  outputs.reduce(
    (state, [agent, confidence]) =>
      applyUpdate(SeedState, state, agentOutputUpdate(state, agent, output({ confidence }))),
    first,
  );

/** Node that stores an output with its name as the reasoning. */
const agent = (name: string) =>
  defineNode(SeedState, {
    agent: name,
    roles: ["runtime"],
    run: (state) => agentOutputUpdate(state, name, output({ reasoning: name })),
  });

describe("agentOutputUpdate", () => {
  test("FAM-04 stores the output, records it in the audit log and updates the time of the state", () => {
    const state = after(["nl_parser", 0.95]);
    const { timestamp, confidence, explanation } = output();
    expect(state.capability_context_data["AGENT_OUTPUT"]).toEqual({ nl_parser: output({ confidence: 0.95 }) });
    expect(state.runtime_audit_log).toEqual([{ step: "nl_parser", timestamp, confidence, explanation }]);
    expect([first.runtime_updated_at, state.runtime_updated_at]).toEqual([null, timestamp]);
  });

  test("FAM-05 keeps the outputs of two agents, and an entry for each", () => {
    const state = after(["nl_parser", 0.95], ["scheduling", 0.88]);
    expect(getAgentOutput(state, "nl_parser")?.confidence).toBe(0.95);
    expect(getAgentOutput(state, "scheduling")?.confidence).toBe(0.88);
    expect(state.runtime_audit_log).toHaveLength(2);
  });

  test("FAM-06 replaces the output of an agent that ran again, and keeps both entries", () => {
    const state = after(["nl_parser", 0.4], ["nl_parser", 0.9]);
    expect(getAgentOutput(state, "nl_parser")?.confidence).toBe(0.9);
    expect(state.runtime_audit_log).toMatchObject([{ confidence: 0.4 }, { confidence: 0.9 }]);
  });

  test("FAM-07 does not change its argument", () => {
    after(["nl_parser", 0.95]);
    expect(first).toEqual(initialState(SeedState));
  });

  test.each([1.5, -0.1, Number.NaN])("FAM-08 refuses a confidence of %s, with agent and path", (confidence) => {
    expect(() => agentOutputUpdate(first, "nl_parser", output({ confidence }))).toThrow(
      /^The output of "nl_parser" is invalid at "confidence"/,
    );
  });

  test.each([0, 1])("FAM-08 accepts a confidence of %s", (confidence) => {
    expect(getAgentOutput(after(["nl_parser", confidence]), "nl_parser")?.confidence).toBe(confidence);
  });

  test("refuses data that a checkpoint would change, with a typed error", () => {
    const startTime: unknown = new Date(0);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the output of a model's tool may contain any value
    const data = { startTime } as Record<string, string>;
    const refused = () => agentOutputUpdate(first, "nl_parser", output({ data }));
    expect(refused).toThrow(/"data.startTime".*Date/);
    expect(refused).toThrow(expect.objectContaining({ code: stateManagerErrors.invalidAgentOutput.code }));
  });

  test("FAM-46 keeps the outputs of two agents that run in parallel", async () => {
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("scheduling", agent("scheduling"))
      .addNode("resource_manager", agent("resource_manager"))
      .addEdge(START, "scheduling")
      .addEdge(START, "resource_manager")
      .addEdge("scheduling", END)
      .addEdge("resource_manager", END)
      .compile();
    const result = await graph.invoke({ messages: [{ role: "user", content: "Soccer on Saturday" }] });
    expect(result.capability_context_data["AGENT_OUTPUT"]).toEqual({
      scheduling: output({ reasoning: "scheduling" }),
      resource_manager: output({ reasoning: "resource_manager" }),
    });
    expect(result.runtime_audit_log).toHaveLength(2);
  });
});
