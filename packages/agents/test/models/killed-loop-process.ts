// One turn of an agent with tools in a separate process: `node killed-loop-process.ts <database> <server> <log> <send|continue> <kill>`.
// Each tool appends a line to the log. At the tool or model call named by `kill` the process ends itself with SIGKILL.
import { appendFileSync } from "node:fs";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { ChatOpenAI } from "@langchain/openai";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { z } from "zod";
import { Desk } from "./desk-graph.ts";

const [database = "", baseURL = "", log = "", action = "", kill = ""] = process.argv.slice(2);

const note = async (step: string): Promise<string> => {
  appendFileSync(log, `${step}\n`);
  if (step !== kill) return step;
  // What ran beside it is stored before the process ends.
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.kill(process.pid, "SIGKILL");
  return await new Promise<never>(() => {});
};
const tool = (name: string) => ({
  description: `Does ${name}.`,
  inputs: z.object({ id: z.string() }),
  run: async ({ id }: { id: string }, { update }: { update: (fields: { desk_notes: string[] }) => void }) => {
    update({ desk_notes: [id] });
    return await note(`${name} ${id}`);
  },
});

const clerk = defineAgent(Desk, {
  name: "billing",
  description: "Does what has to be done.",
  reads: ["messages"],
  writes: ["desk_notes"],
  tools: { look: tool("look"), pay: tool("pay") },
});
const model = new ChatOpenAI({
  model: "m",
  apiKey: "none",
  useResponsesApi: false,
  maxRetries: 0,
  configuration: { baseURL },
});
const graph = createAgentGraph({
  state: Desk,
  model,
  agents: [clerk],
  checkpointer: SqliteSaver.fromConnString(database),
});
const session = openSession({ graph, threadId: "ann" });
const result = await (action === "send" ? session.send("Go") : session.continue());
const state = await session.state();
process.stdout.write(
  JSON.stringify({
    outcome: result.outcome,
    answer: state?.execution_final_answer ?? null,
    notes: state?.desk_notes ?? [],
    tools: state?.execution_tool_executions.map(({ args }) => args["id"]) ?? [],
    usage: Object.values(state?.runtime_usage ?? {}).map(({ calls, toolCalls }) => [calls, toolCalls]),
  }),
);
