// One turn of three agents with a model, whose steps run next to each other, in a process that may kill itself at a call.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import process from "node:process";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import pg from "pg";
import { z } from "zod";

/** Arguments of a worker. */
export interface ModelWorkerArguments {
  readonly store: "postgres" | "sqlite";
  /** A file, or a connection string and a schema. */
  readonly at: string;
  readonly schema: string;
  /** File that each call adds a line to: `model a 1` before it begins, `tool a1 <key>` after its effect. */
  readonly log: string;
  readonly action: "continue" | "send";
  /** Number of the line after which the process kills itself; 0 for none. */
  readonly killAt: number;
  readonly maxModelCalls: number;
}

/** What the worker prints. */
export interface ModelWorkerResult {
  readonly statuses: readonly (string | undefined)[] | undefined;
  readonly calls: number;
  readonly toolCalls: number;
  readonly tools: readonly string[];
  readonly answer: string | null;
}

const State = extendState(AgentState, { version: 1, fields: fieldGroups.calls });

/** Adds a line, and ends the process at the chosen one. */
function noting({ log, killAt }: ModelWorkerArguments): (line: string) => void {
  return (line) => {
    appendFileSync(log, `${line}\n`);
    const lines = readFileSync(log, "utf8").trim().split("\n").length;
    if (killAt > 0 && lines === killAt) process.kill(process.pid, "SIGKILL");
  };
}

/** Calls the tool twice at once, then a third time, and then answers; with token counts. */
class StepModel extends BaseChatModel {
  readonly #note: (line: string) => void;

  constructor(note: (line: string) => void) {
    super({});
    this.#note = note;
  }

  override _llmType(): string {
    return "steps";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(
    messages: BaseMessage[],
    { signal }: { readonly signal?: AbortSignal } = {},
    _run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    signal?.throwIfAborted();
    const task = messages.findLast(({ type }) => type === "human")?.text ?? "";
    const results = messages.filter((each) => ToolMessage.isInstance(each)).length;
    this.#note(`model ${task} ${results}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const ids = results === 0 ? [`${task}1`, `${task}2`] : results === 2 ? [`${task}3`] : [];
    const message = new AIMessageChunk({
      content: ids.length === 0 ? `${task} is done.` : "",
      // The same ids in every conversation, as some models number their calls.
      tool_calls: ids.map((id, index) => ({
        id: `call:${results + index}`,
        name: "do",
        args: { id },
        type: "tool_call",
      })),
    });
    Object.assign(message, { usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } });
    return { generations: [{ text: "", message }] };
  }
}

const step = (stepId: string) => ({
  stepId,
  contextKey: stepId,
  agentId: stepId === "c" ? "other" : "worker",
  task: stepId,
});

/** Runs a turn, or continues it, and prints its end. */
export async function run(orders: ModelWorkerArguments): Promise<void> {
  const { store, at, schema, action, log, maxModelCalls } = orders;
  const note = noting(orders);
  const pool = store === "postgres" ? new pg.Pool({ connectionString: at, max: 3 }) : null;
  const sqlite = store === "sqlite" ? sqliteSaver({ file: at }) : null;
  const saver: BaseCheckpointSaver =
    pool === null ? (sqlite ?? sqliteSaver({ file: at })) : postgresSaver(pool, { schema });
  const worker = (name: string) =>
    defineAgent(State, {
      name,
      description: "Works.",
      reads: [],
      tools: {
        do: {
          description: "Does it.",
          inputs: z.object({ id: z.string() }),
          run: ({ id }, { key }) => {
            note(`tool ${id} ${key}`);
            return id;
          },
        },
      },
    });
  const graph = createAgentGraph({
    state: State,
    model: new StepModel(note),
    agents: [worker("worker"), worker("other")],
    planner: () => Promise.resolve({ steps: [step("a"), step("b"), step("c")] }),
    output: ["planning_execution_plan", "runtime_usage", "execution_tool_executions"],
    maxConcurrency: 3,
    limits: { maxModelCalls },
    checkpointer: saver,
  });
  const config = { configurable: { thread_id: "t" }, durability: "sync" as const };
  const hasBegun = existsSync(log);
  const input = action === "send" || !hasBegun ? { messages: [{ role: "user", content: "Go" }] } : null;
  const state = await graph.invoke(input, config);
  sqlite?.close();
  await pool?.end();
  const usage = Object.values(state.runtime_usage);
  const result: ModelWorkerResult = {
    statuses: state.planning_execution_plan?.steps.map(({ status }) => status),
    calls: usage.reduce((sum, { calls }) => sum + calls, 0),
    toolCalls: usage.reduce((sum, { toolCalls }) => sum + toolCalls, 0),
    tools: state.execution_tool_executions.map(({ args }) => String(args["id"])),
    answer: state.execution_final_answer,
  };
  process.stdout.write(JSON.stringify(result));
}
