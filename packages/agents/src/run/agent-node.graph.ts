import { Command } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { systemClock } from "@tidemark/state-manager";
import {
  bindNode,
  commandOf,
  guardSend,
  type NodeAnswer,
  threadValues,
  type FieldName,
} from "@tidemark/state-manager/internal/langgraph";
import { type GraphNodeOf, type NodeTools } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { markAgent } from "../roster/identity.ts";
import { failed, succeeded } from "./node-outcome.ts";
import type { Agent } from "./agent.graph.ts";
import type { AgentResources } from "./agent-resources.graph.ts";
import { checkAgentFields } from "./agent-fields.ts";
import { type AnsweringAgent, completeAnswer, declared, knowsField, leftCommand } from "./agent-update.graph.ts";
import { prepareWork } from "./agent-work.graph.ts";
import { unreported } from "../failures/node-errors.ts";
import { runAgent, type RunLimits, type RunResult } from "./run-agent.graph.ts";

/**
 * Makes a graph's node of an agent: it receives the values, lets the agent work, and returns what changes.
 *
 * The agent gets the fields that it reads, its model and tools, and a signal that is aborted with the run or when its time is up.
 * Proposals, contexts and events that it makes go along; messages of the assistant get its name. What it returns outside
 * `writes` throws `agents/undeclaredWrite`, whatever graph a command names, and so does what a graph that it calls writes to this
 * one. An error that it throws does not: it becomes a recorded failure for the router, and nothing else of that run is written.
 * Interrupts pass. A command to the graph around this one may write what is in `writes`, and fields that this state does not have.
 *
 * Who hands work on needs the other nodes in `ends` of `addNode`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { agentNode, defineAgent } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const greeter = defineAgent(AgentState, {
 *   name: "greeter",
 *   description: "Greets whoever writes.",
 *   reads: ["messages"],
 *   writes: ["messages"],
 *   run: ({ messages }) => ({ messages: [{ role: "assistant", content: `Hello. You wrote ${messages.length} message.` }] }),
 * });
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("greeter", agentNode(AgentState, greeter))
 *   .addEdge(START, "greeter")
 *   .addEdge("greeter", END)
 *   .compile();
 * const state = await graph.invoke({ messages: [{ role: "user", content: "Hi" }] });
 * console.log(state.messages.at(-1)?.text, state.control_active_agent); // Hello. You wrote 1 message. greeter
 * ```
 */
export function agentNode<State extends StateDeclaration>(
  state: State,
  agent: Agent<string, FieldName<State>>,
  resources: AgentResources<State> = {},
): GraphNodeOf<State> {
  checkAgentFields(state, agent);
  const { clock = systemClock, checks, counts = true, errors = unreported } = resources;
  const deciding = agent.roles.some((role) => role === "root" || role === "runtime");
  const answering = { ...agent, state };
  return bindNode(
    state,
    {
      agent: agent.name,
      // What the agent itself returns is checked against its own fields; the rest is the framework's.
      roles: [...agent.roles, "runtime", "planner"],
      clock,
      ...(checks !== undefined && { checks }),
      // bindNode checks every field of it.
      run: work,
    },
    // A failed run writes no proposals, so they are written by being part of the answer.
    { valuesFrom: deciding ? "thread" : "input", keepsProposals: false, sendsAs: agent.roles },
  );

  async function work(values: GraphValueOf<State>, nodeTools: NodeTools<State>): Promise<NodeAnswer<State, string>> {
    const startedAt = clock.now();
    const config = guardSend(nodeTools.config, {
      adds: true,
      check: (channel, value) => {
        if (knowsField(answering, channel)) declared(answering, { [channel]: value }, undefined);
        return value;
      },
    });
    // The agent gets what it was sent; what the framework counts and decides by is the thread's.
    const thread = threadValues(state, values, nodeTools.config);
    const prepared = prepareWork(agent, resources, { input: values, thread }, { ...nodeTools, config });
    const { timer } = resources;
    const outcome = await runOrLeave(
      answering,
      (signal) => {
        const { input, tools } = prepared.open(signal);
        return agent.run(input, tools);
      },
      { namespace: nodeTools.config.configurable?.["checkpoint_ns"], signal: nodeTools.config.signal, timer },
    );
    // The agent that handed the work on was counted where it is a node.
    if (outcome instanceof Command) return outcome;
    const run = outcome;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value of it may be missing; messages are not looked at
    const known = thread as AgentValues;
    const ran = { node: agent.name, step: prepared.step, startedAt, now: clock.now() };
    const marks = markAgent(agent);
    if (run.outcome === "failed") {
      if (!counts) throw run.error;
      const classifyError = (thrown: unknown) => agent.classifyError?.(thrown);
      errors.report(run.error, { node: agent.name, values: known, classifyError });
      const { error, classification } = run;
      const { retryPolicy } = agent;
      const failure = { ...ran, error, classification, ...(retryPolicy !== undefined && { retryPolicy }) };
      return fields({ ...failed(known, failure), ...marks });
    }
    const answered = { answer: run.answer, extras: prepared.extras() };
    return completeAnswer(answering, answered, (own) =>
      counts ? fields({ ...succeeded(known, { ...ran, update: own }), ...marks }) : own,
    );
  }

  /** A state of one's own need not have every field that is counted. */
  function fields(update: object): object {
    const written = Object.entries(update).filter(
      ([name]) => agent.writes.includes(name) || name in state.fields || name === "control_proposals",
    );
    return Object.fromEntries(written);
  }
}

/**
 * Runs an agent. A command that leaves a graph which the agent has called is an answer of the agent: LangGraph would apply it to
 * the graph of the agent without asking the agent. A handoff of an inner agent is returned as the command that makes it.
 */
async function runOrLeave(
  agent: AnsweringAgent & Parameters<typeof runAgent>[0],
  work: (signal: AbortSignal) => unknown,
  { namespace, ...limits }: RunLimits & { readonly namespace: unknown },
): Promise<RunResult | Command> {
  try {
    return await runAgent(agent, work, limits);
  } catch (error) {
    const left = commandOf(error);
    if (left?.graph === Command.PARENT) return { outcome: "answered", answer: left };
    if (left === null || left.graph !== namespace) throw error;
    const { command, isHandoff } = leftCommand(agent, left);
    return isHandoff ? command : { outcome: "answered", answer: command };
  }
}
