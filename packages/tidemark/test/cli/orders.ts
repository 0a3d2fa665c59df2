import { existsSync } from "node:fs";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { AgentState } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { defineTurns, type TurnEngine } from "tidemark/workers";

/** Answers each message; `wait` waits for a file named `go`, and `hang` never ends. */
const waiter = defineAgent(AgentState, {
  name: "waiter",
  description: "Takes orders.",
  reads: ["messages"],
  writes: ["messages"],
  async run({ messages }) {
    const text = messages.at(-1)?.text ?? "";
    if (text === "wait") while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 20));
    if (text === "hang") await new Promise(() => {});
    return { messages: [{ role: "assistant", content: `Noted: ${text}.` }] };
  },
});

/** Turns on the engine that the command line names. */
export const turns = ({ engine, saver }: { engine: TurnEngine; saver: BaseCheckpointSaver }) =>
  defineTurns({
    name: "orders",
    graph: createAgentGraph({ state: AgentState, agents: [waiter], checkpointer: saver }),
    engine,
    takeOverSeconds: 1,
  });
