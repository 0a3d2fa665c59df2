import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, messagesStateReducer, START, StateGraph } from "@langchain/langgraph";
import { applyUpdate } from "tidemark/testing";
import { AgentState, defineNode, initialState, stateManagerErrors, toStateSchema } from "tidemark";
import { pruneState as prune } from "tidemark/checkpoint";
import { describe, expect, test } from "vitest";
import { getAgentOutput } from "tidemark/agents";
import { output, withOutputs } from "./agent-outputs.ts";

/** Outputs that are pruned once a field contains their result. */
const pruneRules = [
  { agent: "nl_parser", once: "scheduler_parsed_event" },
  { agent: "scheduling", once: "scheduler_selected_time_slot", empty: ["candidateTimes"] },
];

type Prunable = { readonly messages?: readonly { readonly id?: string | undefined }[] | undefined } & Partial<
  Record<"scheduler_parsed_event" | "scheduler_selected_time_slot", object | null | undefined>
>;

const pruneState = (state: Prunable, options: { keepMessages?: number } = {}) =>
  prune(state, { ...options, rules: pruneRules });

/** A conversation of `count` messages, numbered from 1. */
const conversation = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const message = { id: `m${index + 1}`, content: `message ${index + 1}` };
    return index % 2 === 0 ? new HumanMessage(message) : new AIMessage(message);
  });

/** Ids that remain after LangGraph has applied the update. */
const left = (count: number, options?: { keepMessages?: number }) => {
  const messages = conversation(count);
  return messagesStateReducer(messages, pruneState({ messages }, options).messages ?? []).map(({ id }) => id);
};

/** Outputs that remain after the update was applied. */
const pruned = (state: Prunable & ReturnType<typeof withOutputs>) => {
  const values = { ...initialState(AgentState), capability_context_data: state.capability_context_data };
  const { capability_context_data = {} } = pruneState(state);
  return applyUpdate(AgentState, values, { capability_context_data });
};

describe("pruneState, messages", () => {
  test("FAM-24 keeps the ten newest of fifteen, in their order", () => {
    expect(left(15)).toEqual(["m6", "m7", "m8", "m9", "m10", "m11", "m12", "m13", "m14", "m15"]);
  });

  test("FAM-25 keeps the given number", () => {
    expect(left(15, { keepMessages: 5 })).toEqual(["m11", "m12", "m13", "m14", "m15"]);
  });

  test("FAM-26 keeps nothing for 0", () => {
    expect(left(15, { keepMessages: 0 })).toEqual([]);
  });

  test.each([-1, 1.5, Number.NaN])("FAM-27 refuses to keep %s", (keepMessages) => {
    expect(() => pruneState({}, { keepMessages })).toThrow(stateManagerErrors.invalidKeep({ keepMessages }).message);
  });

  test("rejects removing a message that LangGraph could not find", () => {
    const messages = [new HumanMessage("no id"), ...conversation(1)];
    expect(() => pruneState({ messages }, { keepMessages: 1 })).toThrow(
      stateManagerErrors.messageWithoutId({ index: 0 }).message,
    );
  });

  test("FAM-31 really removes messages from the conversation of a graph", async () => {
    const pruning = defineNode(AgentState, { agent: "root", run: (state) => pruneState(state) });
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("prune", pruning)
      .addEdge(START, "prune")
      .addEdge("prune", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "FAM-31" } };
    await graph.invoke({ messages: conversation(15) }, config);
    const { messages } = await graph.invoke({ messages: [new HumanMessage({ id: "m16", content: "Thanks" })] }, config);
    expect(messages.map(({ id }) => id)).toEqual(["m7", "m8", "m9", "m10", "m11", "m12", "m13", "m14", "m15", "m16"]);
  });
});

describe("pruneState, outputs", () => {
  const parsedEvent = { title: "Soccer practice" };

  test("FAM-28 empties the parser's data once they were copied, and keeps the rest", () => {
    const state = { ...withOutputs({ nl_parser: {}, query: {} }), scheduler_parsed_event: parsedEvent };
    expect(pruned(state).capability_context_data["AGENT_OUTPUT"]).toEqual({
      nl_parser: output({ data: {} }),
      query: output(),
    });
  });

  test.each([null, undefined, {}])("FAM-29 leaves the parser's data while the copy is %j", (parsed) => {
    expect(pruneState({ ...withOutputs({ nl_parser: {} }), scheduler_parsed_event: parsed })).toEqual({});
  });

  test("FAM-30 empties the candidates once a time was selected, and keeps the rest", () => {
    const data = { candidateTimes: [{ score: 1 }, { score: 0.5 }], recommendedTime: "2026-01-10T14:00:00Z", extra: 1 };
    const state = { ...withOutputs({ scheduling: { data } }), scheduler_selected_time_slot: { score: 1 } };
    expect(getAgentOutput(pruned(state), "scheduling")).toEqual(output({ data: { ...data, candidateTimes: [] } }));
  });

  test("FAM-30 leaves the candidates while no time is selected", () => {
    const state = withOutputs({ scheduling: { data: { candidateTimes: [{ score: 1 }] } } });
    expect(pruneState({ ...state, scheduler_selected_time_slot: null })).toEqual({});
  });

  test("finds nothing to do the second time", () => {
    const state = {
      ...withOutputs({ nl_parser: {}, scheduling: { data: { candidateTimes: [{ score: 1 }] } } }),
      scheduler_parsed_event: parsedEvent,
      scheduler_selected_time_slot: { score: 1 },
    };
    const again = { ...state, capability_context_data: pruned(state).capability_context_data };
    expect(Object.keys(pruneState(state))).toEqual(["capability_context_data"]);
    expect(pruneState(again)).toEqual({});
  });
});
