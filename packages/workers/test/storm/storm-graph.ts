import { type BaseCheckpointSaver, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { defineRegistry } from "@tidemark/agents";
import { agentNode, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { Log } from "../counting-graph.ts";
import type { Witness } from "./witness.ts";

/** State of a storm: the log, beside the fields of agents. */
const StormState = extendState(AgentState, { version: 1, fields: Log.fields });

/** True for the text of a turn that is handed to another agent. */
export const isHandedOff = (text: string): boolean => text.includes("pass on");

const desk = defineAgent(StormState, {
  name: "desk",
  description: "Passes work on.",
  reads: [],
  writes: [],
  run: (_, { handoff }) => {
    const handedOff = handoff("clerk", { reason: "user_request" });
    if (handedOff.outcome !== "handedOff") throw new Error(`The handoff was refused: ${handedOff.outcome}.`);
    return handedOff.command;
  },
});

const clerk = defineAgent(StormState, {
  name: "clerk",
  description: "Does work.",
  reads: [],
  writes: [],
  run: () => ({}),
});

const registry = defineRegistry([desk, clerk]);

/**
 * A graph whose turns do something outside, and then log it. A text that ends in `?` waits for an answer before that, and one with
 * `pass on` is handed from one agent to another.
 *
 * The effect takes up to so many milliseconds, so that workers are killed in the middle.
 */
export const stormGraph = (checkpointer: BaseCheckpointSaver, witness: Witness, effect: number) =>
  new StateGraph(toStateSchema(StormState))
    .addNode("ask", ({ log_text }) => {
      if (log_text.endsWith("?")) interrupt({ question: log_text });
      return {};
    })
    .addNode("desk", agentNode(StormState, desk, { registry }), { ends: ["clerk", END] })
    .addNode("clerk", agentNode(StormState, clerk, { registry }))
    .addNode(
      "act",
      defineNode(StormState, {
        agent: "actor",
        run: async ({ log_text }, { idempotencyKey }) => {
          await pause((Math.random() * effect) / 2);
          witness.act(idempotencyKey, log_text);
          await pause((Math.random() * effect) / 2);
          return {};
        },
      }),
    )
    .addNode("note", ({ log_text }) => ({ log_done: [log_text] }))
    .addNode("begin", turnStart(StormState))
    .addEdge(START, "begin")
    .addEdge("begin", "ask")
    .addConditionalEdges("ask", ({ log_text }) => (isHandedOff(log_text) ? "desk" : "act"), ["desk", "act"])
    .addEdge("clerk", "act")
    .addEdge("act", "note")
    .addEdge("note", END)
    .compile({ checkpointer });

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
