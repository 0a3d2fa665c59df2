import { type BaseCheckpointSaver, interrupt, START, StateGraph } from "@langchain/langgraph";
import { AgentState, toStateSchema } from "tidemark";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { defineTurns, type TurnEngine } from "tidemark/workers";

const ask = (question: string) => () => ({
  messages: [{ role: "assistant", content: `${question} ${JSON.stringify(interrupt({ question }))}` }],
});

/** Turns that ask: about nuts, and about milk if the message names it. */
export const turns = ({ engine, saver }: { engine: TurnEngine; saver: BaseCheckpointSaver }) =>
  defineTurns({
    name: "asking",
    state: AgentState,
    graph: new StateGraph(toStateSchema(AgentState))
      .addNode("begin", turnStart(AgentState))
      .addNode("nuts", ask("Nuts?\u001B[2J"))
      .addNode("milk", ask("Milk?"))
      .addEdge(START, "begin")
      .addConditionalEdges("begin", ({ messages }) =>
        messages.at(-1)?.text.includes("milk") === true ? ["nuts", "milk"] : ["nuts"],
      )
      .compile({ checkpointer: saver }),
    engine,
    takeOverSeconds: 1,
  });
