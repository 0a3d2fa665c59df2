// One turn of a graph whose steps run next to each other. In the first process the step "left" waits for ever, and the
// process is killed once a call of the saver for the step "right" has ended.
import { appendFileSync } from "node:fs";
import process from "node:process";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState } from "@tidemark/core-state";

/** Arguments of a worker. */
export interface WorkerArguments {
  readonly file: string;
  /** File that each run of a step adds a line to. */
  readonly log: string;
  readonly action: "continue" | "killed";
  /** Moment of the kill: after the step has ended, or after its writes are stored. */
  readonly moment: "ended" | "stored";
}

const step = (stepId: string, ...dependsOn: string[]) => ({
  stepId,
  contextKey: stepId,
  agentId: "worker",
  task: stepId,
  dependsOn,
});

const die = () => {
  process.kill(process.pid, "SIGKILL");
};

/** Runs a turn, or continues it, and prints the end of the plan. */
export async function run({ file, log, action, moment }: WorkerArguments): Promise<void> {
  const saver = sqliteSaver({ file });
  const putWrites = saver.putWrites.bind(saver);
  saver.putWrites = async (...given) => {
    await putWrites(...given);
    const [, writes] = given;
    if (action === "killed" && writes.some(([channel]) => channel === "execution_step_results")) die();
  };
  const worker = defineAgent(AgentState, {
    name: "worker",
    description: "Works.",
    reads: [],
    writes: ["capability_context_data"],
    run: async (_, { step: current }) => {
      const name = current?.stepId ?? "none";
      appendFileSync(log, `${name}\n`);
      if (action === "killed") {
        if (name === "left") await new Promise<void>(() => {});
        // The other step has started as well.
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (moment === "ended") die();
      }
      return { capability_context_data: { DONE: { [name]: { name } } } };
    },
  });
  const graph = createAgentGraph({
    state: AgentState,
    output: ["planning_execution_plan", "capability_context_data", "control_iteration"],
    agents: [worker],
    planner: () =>
      Promise.resolve({ steps: [step("left"), step("right"), step("after", "left", "right"), step("more")] }),
    maxConcurrency: 2,
    checkpointer: saver,
  });
  const keepAlive = setInterval(() => {}, 1000);
  const config = { configurable: { thread_id: "t" }, durability: "sync" as const };
  const input = action === "killed" ? { messages: [{ role: "user", content: "Go" }] } : null;
  const state = await graph.invoke(input, config);
  clearInterval(keepAlive);
  saver.close();
  process.stdout.write(
    JSON.stringify({
      statuses: state.planning_execution_plan?.steps.map(({ status }) => status),
      plan: state.planning_execution_plan?.status,
      contexts: Object.keys(state.capability_context_data["DONE"] ?? {}),
      iteration: state.control_iteration,
    }),
  );
}
