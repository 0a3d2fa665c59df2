import { withFacts } from "@tidemark/state-manager/internal";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { fieldGroups, type StateDeclaration } from "@tidemark/core-state";
import { systemClock } from "@tidemark/state-manager";
import {
  commandOf,
  type FieldName,
  graphResult,
  guardSend,
  leaveGraph,
  type LostCommand,
  type NodeResult,
  nodeRuns,
} from "@tidemark/state-manager/internal/langgraph";
import { type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import type { ConversationView } from "../conversation/conversation-view.graph.ts";
import type { Guards } from "../guardrails/guards.graph.ts";
import type { AgentValues } from "../kernel/agent-values.ts";
import { requireFields } from "../kernel/require-fields.ts";
import { agentErrors } from "../kernel/errors.ts";
import { activeAgentUpdate } from "../roster/identity.ts";
import { succeeded } from "./node-outcome.ts";
import { type GuardedRun, guardedNode, type GuardOptions, type Work } from "../run/guarded.graph.ts";
import type { Agent } from "./agent.graph.ts";
import type { AgentResources } from "./agent-resources.graph.ts";
import { factsOfAgent } from "./agent-facts.graph.ts";
import { checkAgentFields } from "./agent-fields.ts";
import { completeAnswer, declared, knowsField } from "./agent-update.graph.ts";
import { prepareWork } from "./agent-work.graph.ts";
import { loopAccount } from "./loop-account.graph.ts";
import { modelLoader } from "../models/model-source.graph.ts";

/**
 * Creates a graph node from an agent: it passes values to the agent and returns its changes.
 *
 * The agent receives the fields in `reads`, its model and tools, and a signal that is aborted with the run or at its
 * time limit. Its proposals, contexts and events are added to its result, and its name to its assistant messages. A
 * returned field outside `writes` throws `agents/undeclaredWrite`. The same applies to commands to any graph, and to
 * writes of a graph that the agent calls. An error that the agent throws is thrown. With `onFailure: "record"` it becomes
 * a recorded failure for the edges of the graph, and nothing else of that run is written. Interrupts pass through. A command to the parent graph may write fields in
 * `writes`, and fields that this state does not have.
 *
 * For an agent that makes handoffs, list the target nodes in `ends` of `addNode`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema } from "tidemark";
 * import { agentNode, defineAgent } from "tidemark/agents";
 *
 * const greeter = defineAgent(AgentState, {
 *   name: "greeter",
 *   description: "Greets the user.",
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
 * console.log(state.messages.at(-1)?.text, state.control_last_agent); // Hello. You wrote 1 message. greeter
 * ```
 */
export const agentNode = <State extends StateDeclaration>(
  state: State,
  agent: Agent<string, FieldName<State>>,
  resources: AgentResources<State> = {},
): GraphNodeOf<State> => {
  if (agent.recordsCalls === true) requireFields(agent.name, state, Object.keys(fieldGroups.calls));
  const facts = { ...factsOfAgent(agent), counts: resources.counts !== false };
  return withFacts(agentNodeIn(state, agent, resources, {}), facts);
};

/** Options of an agent's node in a graph of `createAgentGraph`. */
export interface AgentSurroundings extends Pick<GuardOptions, "answers" | "routing" | "runningSteps" | "runs"> {
  /** Checks the approval of a run before it starts. Returns a function that completes the agent's result. */
  readonly approve?:
    | ((values: AgentValues, config: LangGraphRunnableConfig) => (result: NodeResult) => NodeResult)
    | undefined;
  /** The part of the conversation that models see. Defaults to all messages. */
  readonly view?: ConversationView | undefined;
  /** Guardrails before calls of tools. Defaults to none. */
  readonly guards?: Guards | undefined;
}

/**
 * Creates an agent's node for `createAgentGraph`. This node can also be stopped, and requests approvals.
 *
 * @internal
 */
export function agentNodeIn<State extends StateDeclaration>(
  state: State,
  agent: Agent<string, FieldName<State>>,
  resources: AgentResources<State>,
  { approve = () => (result) => result, view, guards, ...surroundings }: AgentSurroundings,
): GraphNodeOf<State> {
  checkAgentFields(state, agent);
  if (agent.needsRequester === true) requireFields(agent.name, state, ["runtime_user_id"]);
  const { clock = systemClock, timer, checks, counts = true, errors, limits, onFailure, prices } = resources;
  const loadModel = modelLoader(resources.model, resources.modelOptions);
  let loaded: () => BaseChatModel | null = noModelYet;
  const { name, retryPolicy, timeoutSeconds } = agent;
  const deciding = agent.roles.some((role) => role === "root" || role === "runtime");
  const answering = { ...agent, state };
  const open = nodeRuns(
    state,
    // The agent's result is checked against its declared fields. The other fields are written by the framework.
    { agent: name, roles: [...agent.roles, "runtime", "planner"], clock, ...(checks !== undefined && { checks }) },
    // A failed run writes no proposals, so they are only written as part of a result.
    { valuesFrom: "input", keepsProposals: false, sendsAs: agent.roles },
  );
  const marks = activeAgentUpdate(agent);

  function begin({ values, input, config, key, signal, startedAt, meter, words }: GuardedRun<State>): Work {
    const finish = approve({ ...values }, config);
    const { runtime, check, left } = open(deciding ? values : input, config, key);
    const guarded = guardSend(runtime.config, {
      adds: true,
      check: (channel, value) => {
        if (knowsField(answering, channel)) declared(answering, [[channel, value]]);
        return value;
      },
    });
    // The agent gets the input it was sent. The framework's counters and decisions use the thread's values.
    const given = { input: deciding ? values : input, thread: values };
    const prepared = prepareWork(agent, resources, given, { propose: runtime.propose, config: guarded, key });
    const account = loopAccount(answering, {
      values,
      key,
      meter,
      resources,
      loadModel,
      loaded: () => loaded(),
      view,
      guards,
      words,
    });
    const { input: read, tools } = prepared.open(signal, account.loop);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of it is optional; messages are not read
    const agentValues = values as AgentValues;
    return {
      step: prepared.step,
      finish,
      record: () => account.update(),
      async run() {
        // A function asks for its model without waiting; one that never does is not stopped by a model that cannot be loaded.
        if (agent.asksModel !== true && loadModel !== null) loaded = await outcomeOf(loadModel);
        return await agent.run(read, tools);
      },
      // A command that leaves a graph called by the agent is a result of the agent.
      rescue(error) {
        const outward = commandOf(error);
        if (outward?.graph === Command.PARENT) return outward;
        const inner = outward === null ? null : left(error, (field) => agent.writes.includes(field));
        if (inner === null) throw error;
        return graphResult({ writes: [...inner.earlier, ...inner.writes], goto: inner.goto, parent: null });
      },
      complete(answer) {
        const { step } = prepared;
        const nodeRun = { node: name, step, startedAt, now: clock.now() };
        const count = (update: object) => fields({ ...succeeded(agentValues, { ...nodeRun, update }), ...marks });
        const completed = completeAnswer(answering, { answer, extras: prepared.extras() }, (own) =>
          counts ? count(own) : own,
        );
        return check(completed);
      },
    };
  }

  const classify = (error: unknown) => agent.classifyError?.(error) ?? null;
  const stops = surroundings.routing !== undefined;
  const recorded = onFailure === "record" ? ("work" as const) : ("none" as const);
  const records = !counts ? ("none" as const) : stops ? ("all" as const) : recorded;
  const traced = { kind: "agent", name, description: agent.description } as const;
  const lost = (details: LostCommand) => agentErrors.lostHandoff({ agent: name, ...details });
  const node = {
    name,
    leave: (result: NodeResult, config: LangGraphRunnableConfig) => leaveGraph(result, { state, config, lost }),
    classifyError: classify,
    retryPolicy,
    timeoutSeconds,
    records,
    stops,
    marks,
    only,
    traced,
    begin,
  };
  return guardedNode(state, node, { clock, timer, errors, limits, prices, ...surroundings });

  /** True for a field to write. A custom state need not declare every counter. */
  function only(field: string): boolean {
    return agent.writes.includes(field) || field in state.fields || field === "control_proposals";
  }

  function fields(update: object): object {
    return Object.fromEntries(Object.entries(update).filter(([field]) => only(field)));
  }
}

const noModelYet = (): null => null;

/** Gives what was loaded, or throws what went wrong, whenever it is asked for. */
async function outcomeOf<Loaded>(load: () => Promise<Loaded>): Promise<() => Loaded> {
  try {
    const result = await load();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
