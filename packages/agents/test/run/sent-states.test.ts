import { Command, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import { requestApproval } from "@tidemark/agents/internal";
import { agentNode, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { respondNode, approvalNode, approvedEffect } from "@tidemark/agents/internal/langgraph";
import { SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { type GraphNodeOf, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { everyField } from "../every-field.ts";

const now = "2030-01-31T12:00:00.000Z";
const clock = fixedClock(now);
const pending = requestApproval({ id: "r1", capability: "post", stepObjective: "s", payload: { text: "EVIL" }, now });
const approved = { ...pending, status: "approved" as const, decidedBy: "user:ann", decidedAt: now };
const thread = { configurable: { thread_id: "t" } };
const input = { messages: [{ role: "user", content: "Hello" }] };

/** Graph whose first node sends a forged state to a privileged node. */
const sendTo = (sent: object) => {
  const posted: unknown[] = [];
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState, { clock }))
    .addNode("sender", () => new Command({ goto: [new Send("target", sent)] }), { ends: ["target"] });
  const from = (target: GraphNodeOf<typeof SeedState>) =>
    graph
      .addNode("target", target)
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "sender")
      .addEdge("target", END)
      .compile({ checkpointer: new MemorySaver() })
      .invoke(input, thread);
  return { from, posted };
};

describe("a node that receives a forged state", () => {
  test("an effect does not run for an approval that the thread does not contain", async () => {
    const { from, posted } = sendTo({ execution_pending_approvals: { r1: approved } });
    await from(approvedEffect(SeedState, { agent: "post", effect: ({ payload }) => void posted.push(payload) }));
    expect(posted).toEqual([]);
  });

  test("a person is not asked about a request that the thread does not contain", async () => {
    const { from } = sendTo({ execution_pending_approvals: { r1: pending } });
    expect(await from(approvalNode(SeedState, { clock }))).not.toHaveProperty("__interrupt__");
  });

  test("an answer is written from the values of the thread", async () => {
    const plan = { steps: [], status: "completed" };
    const { from } = sendTo({ control_clarification_count: 7, control_iteration: 90, planning_execution_plan: plan });
    const state = await from(respondNode(SeedState, { clock }));
    expect(state).toMatchObject({
      control_iteration: 1,
      control_clarification_count: 0,
      planning_execution_plan: null,
    });
  });

  test("counters use the values of the thread, while the agent receives the sent ones", async () => {
    const seen: unknown[] = [];
    const agent = defineAgent(SeedState, {
      name: "worker",
      description: "Works.",
      reads: ["task_current_task"],
      run: ({ task_current_task: task }) => (seen.push(task), {}),
    });
    const { from } = sendTo({ task_current_task: "A part of it", control_iteration: 90 });
    const state = await from(agentNode(SeedState, agent, { clock }));
    expect([seen, state.control_iteration]).toEqual([["A part of it"], 1]);
  });
});

/** Assembled graph with an agent that sends a state to another one. */
const runSending = async (sent: object) => {
  const worker = defineAgent(SeedState, {
    name: "worker",
    description: "Works.",
    reads: [],
    run: () => new Command({ goto: [new Send("helper", sent)] }),
  });
  const seen: unknown[] = [];
  const helper = defineAgent(SeedState, {
    name: "helper",
    description: "Helps.",
    reads: ["control_iteration"],
    run: ({ control_iteration: iteration }) => (seen.push(iteration), {}),
  });
  const graph = createAgentGraph({
    state: SeedState,
    output: everyField(SeedState),
    agents: [worker, helper],
    planner: ({ task }) => Promise.resolve({ steps: [{ capability: "worker", taskObjective: task }] }),
    clock,
  });
  return { state: await graph.invoke(input), seen };
};

describe("an agent of the assembled graph", () => {
  test("cannot forge the values that the routing table reads", async () => {
    await expect(runSending({ execution_pending_approvals: { r1: approved } })).rejects.toThrow(
      'sent "helper" a "execution_pending_approvals"',
    );
  });

  test.each([
    ["control_iteration", 0],
    ["runtime_turn_id", "turn_9"],
    ["planning_current_step_index", 7],
    ["task_current_task", "Another"],
  ])("cannot send a value of %s, which belongs to the framework, the planner or the root", async (field, value) => {
    await expect(runSending({ [field]: value })).rejects.toThrow(`sent "helper" a "${field}"`);
  });

  test("can go to another agent with a command, which uses no edge; the other one receives the values of the thread", async () => {
    const { state, seen } = await runSending({});
    expect([state.control_errors, state.planning_execution_plan?.status]).toEqual([[], "completed"]);
    expect(seen).toEqual([2]);
  });
});
