import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { SeedState } from "@tidemark/core-state";
import { systemClock } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { createAgentGraph } from "../../src/graph/create-agent-graph.graph.ts";
import type { AgentGraphOptions } from "../../src/graph/graph-options.graph.ts";
import { defineAgent } from "../../src/run/agent.graph.ts";
import { everyField } from "../every-field.ts";

const config = { configurable: { thread_id: "t" } };

const about = (name: string) => ({ name, description: `Does ${name}.`, reads: [], writes: ["messages"] }) as const;

/** Graph of three agents, of which the first hands its work to the second. The plan contains the first and the third. */
function office(options: Partial<AgentGraphOptions<typeof SeedState>> = {}) {
  const executed: string[] = [];
  const desk = defineAgent(SeedState, {
    ...about("desk"),
    run: (_, { handoff }) => {
      executed.push("desk");
      const handoffResult = handoff("mail", { reason: "user_request", explanation: "Write to Ann" });
      return handoffResult.outcome === "handedOff" ? handoffResult.command : {};
    },
  });
  const worker = (name: string) =>
    defineAgent(SeedState, {
      ...about(name),
      run: (_, { received }) => {
        executed.push(received === null ? name : `${name} from ${received.fromAgentId}`);
        return {};
      },
    });
  const graph = createAgentGraph({
    state: SeedState,
    input: ["control_operation_mode", "control_directed_mode_context"],
    output: everyField(SeedState),
    agents: [desk, worker("mail"), worker("archive")],
    planner: () => Promise.resolve({ steps: [{ agentId: "desk" }, { agentId: "archive" }] }),
    responder: () => Promise.resolve("Done."),
    checkpointer: new MemorySaver(),
    ...options,
  });
  return { graph, executed };
}

const say = { messages: [{ role: "user", content: "Write to Ann" }] };

describe("handoffs in the assembled graph", () => {
  test("PS-34 pass through the router: the other agent runs once, then the plan continues", async () => {
    const { graph, executed } = office();
    const state = await graph.invoke(say, config);
    expect(executed).toEqual(["desk", "mail from desk", "archive from mail"]);
    expect(state.execution_handoff_history.map((each) => [each.fromAgentId, each.toAgentId, each.reason])).toEqual([
      ["orchestrator", "desk", "plan_step"],
      ["desk", "mail", "user_request"],
      ["mail", "archive", "plan_step"],
    ]);
    expect([state.execution_final_answer, state.planning_execution_plan?.status]).toEqual(["Done.", "completed"]);
  });

  test("continue from the agent that the user selected, which does not run again", async () => {
    const { graph, executed } = office();
    const picked = { targetAgentId: "desk", bypassRouting: true };
    const state = await graph.invoke(
      { ...say, control_operation_mode: "directed", control_directed_mode_context: picked },
      config,
    );
    expect(executed).toEqual(["desk", "mail from desk"]);
    expect(state.control_active_agent).toBe("mail");
  });

  test("are asked about and run each time, also if the clock stands still", async () => {
    const executed: string[] = [];
    const passing = (name: "desk" | "mail", to: "desk" | "mail", times: number) =>
      defineAgent(SeedState, {
        ...about(name),
        run: (_, { handoff }) => {
          executed.push(name);
          if (executed.filter((each) => each === name).length > times) return {};
          const made = handoff(to, { reason: "user_request" });
          return made.outcome === "handedOff" ? made.command : {};
        },
      });
    const graph = createAgentGraph({
      state: SeedState,
      agents: [passing("desk", "mail", 2), passing("mail", "desk", 1)],
      entry: "desk",
      approvals: { mail: "always" },
      checkpointer: new MemorySaver(),
      clock: { ...systemClock, now: () => "2026-01-08T20:30:00.000Z" },
    });
    expect(isInterrupted(await graph.invoke(say, config))).toBe(true);
    expect(isInterrupted(await graph.invoke(new Command({ resume: "yes" }), config))).toBe(true);
    expect(executed).toEqual(["desk", "mail", "desk"]);
    expect(isInterrupted(await graph.invoke(new Command({ resume: "yes" }), config))).toBe(false);
    expect(executed).toEqual(["desk", "mail", "desk", "mail"]);
  });

  test("require approval if the other agent needs it", async () => {
    const { graph, executed } = office({ approvals: { mail: "always" } });
    const state = await graph.invoke(say, config);
    expect([isInterrupted(state), executed]).toEqual([true, ["desk"]]);
  });
});
