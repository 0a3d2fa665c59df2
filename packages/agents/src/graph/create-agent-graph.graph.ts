import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { AgentState, type StateDeclaration } from "@tidemark/core-state";
import type { Fields, JsonObject } from "@tidemark/core-state/internal";
import { type GraphUpdateOf, type GraphValueOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { type Clock, type CommitPolicies, type Ids, systemClock } from "@tidemark/state-manager";
import { type DevelopmentChecks, isDevelopment } from "@tidemark/state-manager/internal";
import { type FieldName, markTurnStart, type TurnStartOptions } from "@tidemark/state-manager/internal/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { checkApprovalNames } from "../approvals/names.ts";
import type { ApprovalPolicy, ApprovalRule } from "../approvals/policy.ts";
import { PLAN_APPROVAL } from "../approvals/request.ts";
import { COMMIT_APPROVAL } from "../approvals/state.ts";
import { isInfrastructure } from "../failures/backoff.ts";
import { agentErrors } from "../kernel/errors.ts";
import type { KillSwitch } from "../limits/kill.ts";
import { type Limits, limitsOf, recursionLimitOf } from "../limits/limits.ts";
import type { Classifier, Planner, Responder, TaskExtractor } from "../plans/parts.ts";
import { defineRegistry } from "../roster/registry.ts";
import type { Agent } from "../run/agent.graph.ts";
import { agentNode } from "../run/agent-node.graph.ts";
import { withinGraph } from "../run/agent-way.graph.ts";
import { askNode, type AskNodeOptions, errorNode, respondNode } from "../nodes/answer-nodes.graph.ts";
import type { EditablePayloads } from "../approvals/ask.graph.ts";
import { workEdit } from "../approvals/edit.graph.ts";
import { underApproval } from "../approvals/guard.graph.ts";
import { approvalNodeFor, type ApprovalNodeOptions } from "../approvals/approval-node.graph.ts";
import { fromThread } from "../run/infrastructure-node.graph.ts";
import { nodeErrors, type OnNodeError } from "../failures/node-errors.ts";
import { classifierNode, plannerNode, taskExtractionNode } from "../nodes/planning-nodes.graph.ts";
import { recorded } from "../run/recorded.graph.ts";
import { approvalOptions } from "../approvals/step-approval.graph.ts";
import { routerDecision } from "../routing/router-decision.graph.ts";
import { routerNode } from "../routing/router-node.graph.ts";
import { stoppable } from "../run/stoppable.graph.ts";
import { AfterEdit, type GraphNode, thenRoute } from "../routing/then-route.graph.ts";
import { ThreadRuns } from "../run/thread-runs.graph.ts";

/** How people are asked in a graph of agents. */
export interface AskingOptions<Name extends string = string> extends Omit<ApprovalNodeOptions, "clock" | "editable"> {
  /**
   * What an edited payload must satisfy, by the name of the agent; `plan` is for whole plans. The others cannot be edited.
   *
   * A step has the payload `{ agent, task, parameters, inputs }`. An approved edit becomes the step that runs; its agent cannot
   * be edited.
   */
  readonly editable?: { readonly [Each in Name | "plan"]?: EditablePayloads[string] };
}

/** Approval rules by the names of agents, typed by the inputs of each; `plan` is for whole plans. */
export type ApprovalsOf<Values, Each extends Agent> = [Each] extends [unknown]
  ? {
      readonly [Name in Each["name"]]?: ApprovalRule<Values, InputsOfAgent<Extract<Each, { readonly name: Name }>>>;
    } & { readonly plan?: ApprovalRule<Values> }
  : never;

/** Inputs of an agent, as its rule receives them; nothing is known of those of any agent. */
type InputsOfAgent<One> =
  One extends Agent<string, string, infer Inputs> ? (object extends Inputs ? JsonObject : Inputs) : never;

/** Options of `createAgentGraph`. */
export interface AgentGraphOptions<
  State extends StateDeclaration,
  Each extends Agent<string, FieldName<State>> = Agent<string, FieldName<State>>,
> {
  /** A state that extends `AgentState`. */
  readonly state: State;
  readonly agents: readonly Each[];
  /** Makes the plan: a function, or a model through `modelPlanner`. */
  readonly planner: Planner;
  /** Says what the user wants; their own words when not said. */
  readonly taskExtractor?: TaskExtractor;
  /** Chooses agents for the task; all of them when not said. */
  readonly classifier?: Classifier;
  /**
   * Writes the answer. Defaults to the message of the last agent, when it has answered the user itself, else to joining the
   * step results.
   */
  readonly responder?: Responder;
  /** Words questions to the user. */
  readonly question?: AskNodeOptions["question"];
  /**
   * When a person has to approve what an agent is about to do, by the name of the agent; `plan` is for whole plans. A rule
   * receives the inputs as the agent's `inputs` parsed them.
   */
  readonly approvals?: ApprovalsOf<GraphValueOf<State>, Each>;
  /** How people are asked. */
  readonly asking?: AskingOptions<NoInfer<Each["name"]>>;
  /** Seconds after which a request for approval expires. Defaults to no limit. */
  readonly approvalSeconds?: number;
  readonly limits?: Partial<Limits>;
  /** What happens to proposals whose field has moved on. */
  readonly policies?: CommitPolicies<State>;
  /** What is remembered about the user. */
  readonly memory?: (values: AgentValues) => readonly string[];
  /** The model and the tools of the agents. */
  readonly model?: BaseChatModel;
  readonly tools?: readonly StructuredToolInterface[];
  /** Through which runs are killed from outside. */
  readonly runs?: KillSwitch;
  /** How turns begin. */
  readonly turn?: Omit<TurnStartOptions<State>, "clock" | "ids">;
  readonly clock?: Clock;
  /** What waits, before another attempt and until the time is up; real time when not said. */
  readonly timer?: Pick<Clock, "wait">;
  readonly ids?: Ids;
  /** Checks of development; `enabled` also decides whether mistakes of the program are thrown. */
  readonly checks?: DevelopmentChecks<State>;
  /**
   * Receives every error that a node throws, with its stack and cause. Defaults to logging mistakes of the program with
   * `console.error`.
   */
  readonly onError?: OnNodeError;
  readonly checkpointer?: BaseCheckpointSaver | boolean;
}

/**
 * Makes a graph of agents: an ordinary compiled graph, with every field of `AgentState` at work.
 *
 * A turn begins, its task is extracted and noted, agents are chosen, a plan is made and checked, its steps run in order, and an
 * answer is given. In between the router commits what agents proposed, asks for approval, retries, replans or chooses anew
 * within the limits, and stops a run that is killed or out of time. A failure ends in an answer that says so, without the text
 * of an unexpected error. A mistake of the program (a broken contract such as `agents/undeclaredWrite` or
 * `core-state/invalidUpdate`, a `TypeError`, a `ReferenceError`) is thrown to the caller in development; in production it ends
 * in an answer as well, and `onError` receives it. A `recursionLimit` of the caller, or of a graph around this one, goes before its own
 * limits: when it is too low, the host throws.
 *
 * A state without a field of `AgentState` throws `agents/missingFields`; an agent with the name of a field, of another node or
 * of a kind of approval, `agents/reservedAgentName`; a name in `approvals` or `asking.editable` that no agent has,
 * `agents/unknownApprovalName`. An agent that needs an approval never runs without one.
 *
 * @example
 * ```ts
 * import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 *
 * const weather = defineAgent(AgentState, {
 *   name: "weather",
 *   description: "Knows the weather of any town.",
 *   reads: ["task_current_task"],
 *   writes: ["capability_context_data"],
 *   run: () => ({ capability_context_data: { WEATHER: { today: { sky: "rain" } } } }),
 * });
 *
 * const graph = createAgentGraph({
 *   state: AgentState,
 *   agents: [weather],
 *   planner: ({ task }) => Promise.resolve({ steps: [{ capability: "weather", taskObjective: task, contextKey: "today" }] }),
 *   responder: ({ results = "" }) => Promise.resolve(results.includes("rain") ? "Take an umbrella." : "Enjoy the sun."),
 * });
 * const state = await graph.invoke({ messages: [{ role: "user", content: "Do I need an umbrella?" }] });
 * console.log(state.execution_final_answer, state.planning_execution_plan?.status); // Take an umbrella. completed
 * ```
 */
export function createAgentGraph<State extends StateDeclaration, const Each extends Agent<string, FieldName<State>>>(
  options: AgentGraphOptions<State, Each>,
): AgentGraph<State> {
  const { state, agents, clock = systemClock, timer, ids, limits, runs: killSwitch } = options;
  checkState(state);
  for (const { name } of agents) checkName(name, state);
  const registry = defineRegistry(agents);
  const runs = killSwitch === undefined ? undefined : new ThreadRuns(killSwitch);
  const throws = options.checks?.enabled ?? isDevelopment();
  const errors = nodeErrors({ onError: options.onError, throws });
  const shared = {
    registry,
    clock,
    runs,
    errors,
    ...(timer !== undefined && { timer }),
    ...(ids !== undefined && { ids }),
    ...(limits !== undefined && { limits }),
  };
  const { planner, taskExtractor, classifier, responder, question, memory, model, tools, checks } = options;
  const { approvals, approvalSeconds, asking, policies } = options;
  const resources = {
    registry,
    clock,
    errors,
    // The edge to the router is taken in any case, and with another goto both would run at the same time.
    handoffs: { goto: () => null },
    ...(limits !== undefined && { limits }),
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools }),
    ...(ids !== undefined && { ids }),
    ...(checks !== undefined && { checks }),
  };
  const names: readonly string[] = agents.map(({ name }) => name);
  checkApprovalNames("approvals", approvals, agents);
  checkApprovalNames("asking.editable", asking?.editable, agents);
  const machinery = ["task_extraction", "classifier", "planner", "approval"] as const;
  const answers = ["respond", "clarify", "error"] as const;

  const routing = {
    ...shared,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same rules, by names that were just checked
    ...(approvals !== undefined && { approvals: approvals as object as ApprovalPolicy<GraphValueOf<State>> }),
    ...(approvalSeconds !== undefined && { approvalSeconds }),
    ...(policies !== undefined && { policies }),
  };
  const decide = routerDecision(state, routing);
  const extraction = { ...(taskExtractor !== undefined && { taskExtractor }), ...(memory !== undefined && { memory }) };
  const extract = taskExtractionNode(state, { ...shared, ...extraction });
  const choose = classifierNode(state, { ...shared, ...(classifier !== undefined && { classifier }) });
  const onTheWay = {
    ...(taskExtractor === undefined && { task_extraction: extract }),
    ...(classifier === undefined && { classifier: choose }),
  };
  // What decides in this graph is the thread, never what an agent has sent to one of its nodes.
  const going = (node: GraphNode<GraphValueOf<State>>) =>
    fromThread(state, thenRoute(node, { state, decide, runs, onTheWay }));
  const { editable, ...how } = asking ?? {};
  const asked = { rejection: "flag" as const, ...how, ...(editable && { editable: definedOnly(editable) }), clock };
  const approval = approvalNodeFor(state, asked, workEdit(registry));
  const guarding = { ...approvalOptions(routing), clock };
  const waiting = { ...shared, stops: false };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graph is built by names that are known at run time only
  const graph = new StateGraph(toStateSchema(state)) as unknown as LooseGraph;
  graph
    .addNode("turn_start", markTurnStart(going(beginning(options, runs))))
    .addNode("router", routerNode(state, routing), { ends: ["router", ...machinery, ...answers, ...names, END] })
    .addNode("task_extraction", going(extract))
    .addNode("classifier", going(choose))
    .addNode("planner", going(plannerNode(state, { ...shared, planner })))
    .addNode(
      "approval",
      going(stoppable(recorded(approval, { name: "approval", steps: false, clock, errors }), waiting)),
    )
    .addNode("respond", respondNode(state, { ...shared, ...(responder !== undefined && { responder }) }))
    .addNode("clarify", askNode(state, { ...shared, ...(question !== undefined && { question }) }))
    .addNode("error", errorNode(state, shared))
    .addEdge(START, "turn_start");
  for (const agent of agents) {
    const { name } = agent;
    const ends = ["router", ...names, END];
    const guarded = underApproval(agentNode(state, agent, resources), { ...guarding, agent });
    const node = recorded(withinGraph(guarded, ends), { name, clock, errors });
    graph.addNode(name, going(stoppable(node, shared)), { ends });
  }
  const edited = new AfterEdit();
  for (const name of ["turn_start", ...machinery, ...names]) graph.addConditionalEdges(name, edited, ["router"]);
  for (const name of answers) graph.addConditionalEdges(name, afterAnswer, ["router", END]);
  const { checkpointer } = options;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compiled from the schema of this state
  const compiled = graph.compile(checkpointer === undefined ? {} : { checkpointer }) as AgentGraph<State>;
  // The limits end every run; the host's own limit of 25 supersteps would end it with an error.
  return compiled.withConfig({ recursionLimit: recursionLimitOf(limitsOf({}, limits)) });
}

/** The machinery keeps its account of a turn in these fields: without one of them it would forget. */
function checkState(state: StateDeclaration): void {
  const missing = Object.keys(AgentState.fields).filter((name) => !Object.hasOwn(state.fields, name));
  if (missing.length > 0) throw agentErrors.missingFields({ by: "createAgentGraph", fields: missing });
}

function checkName(agent: string, state: StateDeclaration): void {
  if (agent === PLAN_APPROVAL || agent === COMMIT_APPROVAL) {
    throw agentErrors.reservedAgentName({ agent, by: "a kind of approval" });
  }
  if (isInfrastructure(agent)) throw agentErrors.reservedAgentName({ agent, by: "a node of the graph itself" });
  // The host keeps nodes and fields under one roof, in plain objects.
  if (agent in state.fields) throw agentErrors.reservedAgentName({ agent, by: "a field of the state" });
}

const definedOnly = (editable: object): EditablePayloads =>
  Object.fromEntries(Object.entries(editable).filter(([, schema]) => schema !== undefined));

/** An answer ends the run; one that failed is for the router. */
const afterAnswer = ({ control_has_error: failed, control_last_agent: last }: AgentValues): string =>
  failed === true && last !== "error" ? "router" : END;

/** Begins a turn, and takes a message for the answer to what was asked. */
function beginning<State extends StateDeclaration>(
  { state, turn, clock, ids }: Pick<AgentGraphOptions<State>, "state" | "turn" | "clock" | "ids">,
  runs: ThreadRuns | undefined,
) {
  const begin = turnStart(state, {
    ...turn,
    ...(clock !== undefined && { clock }),
    ...(ids !== undefined && { ids }),
  });
  return (values: GraphValueOf<State>, config: Parameters<typeof begin>[1]): GraphUpdateOf<State> => {
    const known: AgentValues = { ...(values satisfies object) };
    if (config !== undefined) runs?.begin(config);
    return {
      ...begin(values, config),
      ...(known.control_clarification_needed === true && { control_clarification_needed: false }),
    };
  };
}

type Way = AfterEdit | ((values: AgentValues) => string);

interface LooseGraph {
  addNode(name: string, node: unknown, options?: { readonly ends: readonly string[] }): LooseGraph;
  addEdge(from: string, to: string): LooseGraph;
  addConditionalEdges(from: string, next: Way, to: readonly string[]): LooseGraph;
  compile(options: object): unknown;
}

const plainGraph = <Declared extends Fields>(state: StateDeclaration<Declared>) =>
  new StateGraph(toStateSchema(state)).compile();

/** A compiled graph of a state, as the host types it. */
export type AgentGraph<State extends StateDeclaration> = ReturnType<typeof plainGraph<State["fields"]>> & {
  /** Carries the type of the state; it has no value at run time. */
  readonly "~state"?: State;
};
