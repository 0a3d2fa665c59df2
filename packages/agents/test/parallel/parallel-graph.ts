import { MemorySaver } from "@langchain/langgraph";
import { type AgentGraphOptions, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, type Plan, type PlanStep } from "@tidemark/core-state";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { everyField } from "../every-field.ts";

/** A step of the agent `worker`, by its id and dependencies. */
export const step = (stepId: string, ...dependsOn: string[]): PlanStep => ({
  stepId,
  agentId: "worker",
  task: stepId,
  contextKey: stepId,
  ...(dependsOn.length > 0 && { dependsOn }),
});

/** Counts the runs of steps, and how many of them run at once. */
export class Gauge {
  readonly started: string[] = [];
  readonly ended: string[] = [];
  most = 0;
  #running = 0;

  async run(name: string, work: () => unknown): Promise<void> {
    this.started.push(name);
    this.#running += 1;
    this.most = Math.max(this.most, this.#running);
    try {
      // Lets the other steps of the superstep start.
      await new Promise((resolve) => setImmediate(resolve));
      await work();
      this.ended.push(name);
    } finally {
      this.#running -= 1;
    }
  }
}

type Options = AgentGraphOptions<typeof AgentState>;

/** Graph whose agent `worker` runs every step and stores a context under the name of the step. */
export function parallelGraph(
  steps: Plan["steps"],
  { work = () => undefined, ...options }: Partial<Options> & { readonly work?: (name: string) => unknown } = {},
) {
  const gauge = new Gauge();
  const worker = defineAgent(AgentState, {
    name: "worker",
    description: "Works.",
    reads: ["planning_current_step_index"],
    writes: ["capability_context_data", "messages"],
    run: async (_, { step: current }) => {
      const name = current?.stepId ?? "none";
      await gauge.run(name, () => work(name));
      return {
        capability_context_data: { DONE: { [name]: { name } } },
        messages: [{ role: "assistant", content: `${name} done`, id: `m_${name}` }],
      };
    },
  });
  const graph = createAgentGraph({
    state: AgentState,
    output: everyField(AgentState),
    agents: [worker],
    planner: () => Promise.resolve({ steps }),
    clock: fixedClock("2030-01-31T12:00:00.000Z"),
    timer: { wait: (milliseconds) => (milliseconds < 100_000 ? Promise.resolve() : new Promise<void>(() => {})) },
    ids: countingIds(),
    checkpointer: new MemorySaver(),
    ...options,
  });
  return { graph, gauge };
}

export const go = { messages: [{ role: "user", content: "Go" }] };

export const inThread = (threadId = "t") => ({
  configurable: { thread_id: threadId, user_id: "ann" },
  durability: "sync" as const,
});
