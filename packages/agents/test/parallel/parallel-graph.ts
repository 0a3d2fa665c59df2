import type { AgentGraphOptions } from "../../src/graph/graph-options.graph.ts";
import { type Command, MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { type Plan, type PlanStep, SeedState } from "@tidemark/core-state";
import type { ErrorSeverity } from "@tidemark/core-state/internal";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import type { AgentRuntime } from "../../src/run/agent-runtime.graph.ts";
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
class Gauge {
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

type Options = AgentGraphOptions<typeof SeedState>;

/** A failure of a severity. */
export class Failure extends Error {
  readonly severity: ErrorSeverity;

  constructor(severity: ErrorSeverity) {
    super(`a ${severity} failure`);
    this.severity = severity;
  }
}

const options = (): Pick<Options, "checkpointer" | "clock" | "ids" | "state" | "timer"> => ({
  state: SeedState,
  clock: fixedClock("2030-01-31T12:00:00.000Z"),
  // Short waits end immediately; the time limit is never reached.
  timer: { wait: (milliseconds) => (milliseconds < 100_000 ? Promise.resolve() : new Promise<void>(() => {})) },
  ids: countingIds(),
  checkpointer: new MemorySaver(),
});

/** Graph whose agent `worker` runs every step and stores a context under the name of the step. */
export function parallelGraph(
  steps: Plan["steps"],
  { work = () => undefined, ...further }: Partial<Options> & { readonly work?: (name: string) => unknown } = {},
) {
  const gauge = new Gauge();
  const worker = defineAgent(SeedState, {
    name: "worker",
    description: "Works.",
    reads: ["planning_current_step_index"],
    writes: ["capability_context_data", "messages"],
    classifyError: (error) =>
      error instanceof Failure ? { severity: error.severity, userMessage: `It was ${error.severity}.` } : null,
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
    ...options(),
    output: everyField(SeedState),
    agents: [worker],
    planner: () => Promise.resolve({ steps }),
    ...further,
  });
  return { graph, gauge };
}

type Run = (values: object, runtime: Omit<AgentRuntime, "loop">) => object | Promise<object>;

/** Graph of agents that each do one thing. `executed` contains their names, and who handed them what. */
export function graphOf({
  steps,
  agents,
  ...further
}: Partial<Omit<Options, "agents">> & {
  readonly steps: Plan["steps"];
  readonly agents: Readonly<Record<string, Run>>;
}) {
  const executed: string[] = [];
  const all = Object.entries(agents).map(([name, run]) =>
    defineAgent(SeedState, {
      name,
      description: `Does ${name}.`,
      reads: [],
      writes: ["messages"],
      run: async (values, runtime) => {
        const { received } = runtime;
        const isHandoff = received !== null && received.reason !== "plan_step";
        executed.push(isHandoff ? `${name} from ${received.fromAgentId}: ${String(received.payload?.["to"])}` : name);
        return await run(values, runtime);
      },
    }),
  );
  const graph = createAgentGraph({
    ...options(),
    output: everyField(SeedState),
    agents: all,
    planner: () => Promise.resolve({ steps }),
    ...further,
  });
  return { graph, executed };
}

export const go = { messages: [{ role: "user", content: "Go" }] };

export const inThread = (threadId = "t") => ({
  configurable: { thread_id: threadId, user_id: "ann" },
  durability: "sync" as const,
});

/** Statuses of the steps of the plan. */
export const statuses = (state: {
  readonly planning_execution_plan: { readonly steps: readonly { status?: unknown }[] } | null;
}) => state.planning_execution_plan?.steps.map(({ status }) => status);

/** Command of a handoff that was made. */
export function take(result: { readonly outcome: string; readonly command?: Command }): Command {
  if (result.command === undefined) throw new Error("The handoff was refused.");
  return result.command;
}
