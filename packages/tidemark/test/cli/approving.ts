import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { AgentState } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { defineTurns, type TurnEngine } from "tidemark/workers";

const cook = defineAgent(AgentState, {
  name: "cook",
  description: "Cooks.",
  reads: ["messages"],
  writes: ["messages"],
  run: () => ({ messages: [{ role: "assistant", content: "Cooked." }] }),
});

/** Turns whose agent needs an approval. */
export const turns = ({ engine, saver }: { engine: TurnEngine; saver: BaseCheckpointSaver }) =>
  defineTurns({
    name: "approving",
    graph: createAgentGraph({ state: AgentState, agents: [cook], approvals: { cook: "always" }, checkpointer: saver }),
    engine,
    takeOverSeconds: 1,
  });
