import type { StructuredToolInterface } from "@langchain/core/tools";
import { type BaseCheckpointSaver, type BaseStore, END, START, StateGraph } from "@langchain/langgraph";
import { AgentState, type Fields, type StateDeclaration } from "@tidemark/core-state";
import { type JsonObject, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { type GraphSchemas, type GraphValueOf, toGraphSchemas } from "@tidemark/core-state/langgraph";
import { type Clock, type Ids, systemClock } from "@tidemark/state-manager";
import { type CommitPolicies, type DevelopmentChecks, isDevelopment } from "@tidemark/state-manager/internal";
import { type FieldName, hasUnstoredUpdates, type TurnStartOptions } from "@tidemark/state-manager/internal/langgraph";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type AgentValues, declaredOnly } from "../kernel/agent-values.ts";
import { checkApprovalNames } from "../approvals/names.ts";
import type { ApprovalPolicy, ApprovalRule } from "../approvals/policy.ts";
import { isSettingRule } from "../approvals/settings.ts";
import { PLAN_APPROVAL } from "../approvals/request.ts";
import { COMMIT_APPROVAL } from "../approvals/state.ts";
import { defaultRetryPolicy } from "../failures/backoff.ts";
import { agentErrors } from "../kernel/errors.ts";
import { requireFields } from "../kernel/require-fields.ts";
import type { KillSwitch } from "../limits/kill.ts";
import { type Limits, limitsOf, recursionLimitOf } from "../limits/limits.ts";
import { isBuiltInNode } from "../kernel/built-in-nodes.ts";
import { commitNode } from "../nodes/commit.graph.ts";
import { approvalRules } from "../nodes/outcome-rules.ts";
import { turnNode } from "../nodes/turn-start.graph.ts";
import type { FailurePolicy } from "../plans/failure-policy.ts";
import type { Classifier, Planner, Responder, TaskExtractor } from "../plans/parts.ts";
import { type AgentRegistry, defineRegistry } from "../roster/registry.ts";
import { GraphRouting, type RouteEdge } from "../routing/graph-routing.graph.ts";
import { hasReducer, togetherRules } from "../parallel/together.ts";
import { guardedNode, type GuardOptions } from "../run/guarded.graph.ts";
import type { Agent } from "../run/agent.graph.ts";
import { agentNodeIn } from "../run/agent-node.graph.ts";
import { askNode, type AskNodeOptions, errorNode, respondNode } from "../nodes/answer-nodes.graph.ts";
import type { EditablePayloads } from "../approvals/ask.graph.ts";
import { workEdit } from "../approvals/edit.graph.ts";
import { approvalGuard } from "../approvals/guard.graph.ts";
import { approvalNodeFor, type ApprovalNodeOptions } from "../approvals/approval-node.graph.ts";
import { type NodeErrors, nodeErrors, type OnNodeError } from "../failures/node-errors.ts";
import {
  allCapabilities,
  classifierNode,
  userInputAsTask,
  plannerNode,
  taskExtractionNode,
} from "../nodes/planning-nodes.graph.ts";
import type { RouterApprovalOptions } from "../approvals/step-approval.graph.ts";
import { routerDecision } from "../routing/router-decision.graph.ts";
import { ThreadRuns } from "../run/thread-runs.graph.ts";
import type { ModelPrices } from "../limits/usage.ts";
import { modelLoader, type ModelSource } from "../models/model-source.graph.ts";
import { completeParts, type CompleteParts } from "./model-parts.graph.ts";

/** Options for approvals in an agent graph. */
export interface AskingOptions<Name extends string = string> extends Omit<ApprovalNodeOptions, "clock" | "editable"> {
  /**
   * Schemas of edited payloads by agent name, with `plan` for whole plans. Other payloads cannot be edited.
   *
   * A step has the payload `{ agent, task, parameters, inputs }`. An approved edit changes the step that runs. Its
   * agent cannot be edited.
   */
  readonly editable?: { readonly [Each in Name | "plan"]?: EditablePayloads[string] };
}

/** Approval rules by agent name, typed by each agent's inputs. `plan` is for whole plans. */
export type ApprovalsOf<Values, Each extends Agent> = [Each] extends [unknown]
  ? {
      readonly [Name in Each["name"]]?: ApprovalRule<Values, InputsOfAgent<Extract<Each, { readonly name: Name }>>>;
    } & { readonly plan?: ApprovalRule<Values> }
  : never;

/** Inputs of an agent as its rule receives them. Untyped agents have JSON inputs. */
type InputsOfAgent<One> =
  One extends Agent<string, string, infer Inputs> ? (object extends Inputs ? JsonObject : Inputs) : never;

/** Options of `createAgentGraph`. */
export interface AgentGraphOptions<
  State extends StateDeclaration,
  Each extends Agent<string, FieldName<State>> = Agent<string, FieldName<State>>,
  In extends FieldName<State> = FieldName<State>,
  Out extends FieldName<State> = FieldName<State>,
> {
  /** A state that extends `AgentState`. */
  readonly state: State;
  /**
   * Fields that a caller may pass in addition to `messages`. Any other field of the state is rejected. Defaults to
   * none.
   */
  readonly input?: readonly In[];
  /**
   * Fields that `invoke` and the stream modes `values` and `updates` return in addition to `messages`,
   * `execution_final_answer` and `execution_pending_approvals`. Defaults to none. `getState`, and streams with
   * `outputKeys`, return every field.
   */
  readonly output?: readonly Out[];
  /** Agents of the graph, made with `defineAgent`. Each becomes a node with its name. */
  readonly agents: readonly Each[];
  /**
   * Creates the plan: a function, or a model wrapped in `modelPlanner`. Without one, the plan of a single agent is that agent, and
   * for several agents `model` creates the plan and replaces every other missing part.
   */
  readonly planner?: Planner;
  /** Extracts the task from the conversation. Defaults to the user's message. */
  readonly taskExtractor?: TaskExtractor;
  /** Selects agents for the task. Defaults to all agents. */
  readonly classifier?: Classifier;
  /**
   * Writes the answer. Defaults to the last agent's message if that agent has answered the user, else to the joined
   * step results.
   */
  readonly responder?: Responder;
  /** Writes questions to the user. */
  readonly question?: AskNodeOptions["question"];
  /**
   * Approval rules by agent name, with `plan` for whole plans. A rule receives the inputs parsed with the agent's
   * `inputs` schema.
   */
  readonly approvals?: ApprovalsOf<GraphValueOf<State>, Each>;
  /** Options of approval questions. */
  readonly asking?: AskingOptions<NoInfer<Each["name"]>>;
  /** Seconds until a request for approval expires. Defaults to no limit. */
  readonly approvalSeconds?: number;
  /**
   * Limits of a turn, such as `maxSteps` and `maxExecutionTimeSeconds`. A limit that is not given has a safe default,
   * such as 50 steps and 300 seconds.
   */
  readonly limits?: Partial<Limits>;
  /**
   * Maximum number of plan steps that run at once, a whole number of at least 1. Steps run side by side once the steps
   * in their `dependsOn` and `inputs` are done. Defaults to 1.
   */
  readonly maxConcurrency?: number;
  /**
   * Action after a step has finally failed: `abort` ends the run with an answer that reports it, `skip` skips the step,
   * `continue` marks it as failed. The last two run the steps that do not need it. Defaults to `abort`.
   */
  readonly onStepFailure?: FailurePolicy;
  /** Commit policies for proposals whose field has changed after they were made. */
  readonly policies?: CommitPolicies<State>;
  /** Returns the facts that are remembered about the user. */
  readonly memory?: (values: AgentValues) => readonly string[];
  /**
   * The model of the agents, or its name such as `"openai:gpt-5-mini"`. Defaults to the environment variable `TIDEMARK_MODEL`.
   */
  readonly model?: ModelSource;
  /** Prices of models for a million tokens, for `runtime_usage` and `maxCost`. Defaults to none. */
  readonly prices?: ModelPrices;
  /** Tools that every agent with a `run` receives. Defaults to none. */
  readonly tools?: readonly StructuredToolInterface[];
  /** Kills runs from outside the graph. */
  readonly killSwitch?: KillSwitch;
  /** Options of the turn start. */
  readonly turn?: Omit<TurnStartOptions<State>, "clock" | "ids">;
  /** Clock of the graph and its agents. Defaults to the system clock. */
  readonly clock?: Clock;
  /** Timer for retries and time limits. Defaults to real time. */
  readonly timer?: Pick<Clock, "wait">;
  /**
   * Source of ids for turns, tasks, plans and agents. By default turns are counted, tasks and plans get random ids,
   * and an agent gets the same ids again when its task is repeated.
   */
  readonly ids?: Ids;
  /** Development checks. `enabled` also determines whether programming errors are thrown. */
  readonly checks?: DevelopmentChecks<State>;
  /**
   * Receives every error that a node throws, with its stack and cause. Defaults to logging programming errors with
   * `console.error`.
   */
  readonly onError?: OnNodeError;
  /**
   * Saver that stores the threads, such as `sqliteSaver`; `true` and `false` have the meaning of LangGraph's
   * `compile`. Approvals and conversations of several turns need a saver. Defaults to none, or to that of the parent
   * graph.
   */
  readonly checkpointer?: BaseCheckpointSaver | boolean;
  /**
   * Store of the values of fields with the lifetime `user`, such as `sqliteStore`. Agents receive it as `store` in their config. Defaults to
   * none, or to that of the session or the parent graph.
   */
  readonly store?: BaseStore;
}

/**
 * Creates an ordinary compiled graph of agents that uses every field of `AgentState`.
 *
 * A turn starts, its task is extracted, agents are selected, a plan is created and checked, its steps run in order, and
 * an answer is written. In between, the router commits proposals, requests approvals, retries, replans or reclassifies
 * within the limits, and stops a run that was killed or has exceeded its time limit. A failure ends in an answer that
 * reports it, without the text of an unexpected error. A programming error (a Tidemark error such as
 * `agents/undeclaredWrite` or `core-state/invalidUpdate`, a `TypeError`, a `ReferenceError`) is thrown to the caller in
 * development. In production it ends in an answer too, and `onError` receives it. A `recursionLimit` set by the caller or
 * by a parent graph takes precedence over the graph's own limits: if it is too low, LangGraph throws.
 *
 * A state without a field of `AgentState` throws `agents/missingFields`. An agent named like a field, another node or
 * an approval type throws `agents/reservedAgentName`. An unknown field in `input` or `output` throws
 * `core-state/unknownFields`. An invalid `maxConcurrency` throws `agents/invalidConcurrency`. An unknown agent in `approvals` or `asking.editable` throws `agents/unknownApprovalName`.
 * An agent that needs an approval never runs without it.
 *
 * @example
 * ```ts
 * import { AgentState, createAgentGraph, defineAgent } from "tidemark";
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
 * console.log(state.execution_final_answer); // Take an umbrella.
 * ```
 */
export function createAgentGraph<
  State extends StateDeclaration,
  const Each extends Agent<string, FieldName<State>>,
  const In extends FieldName<State> = never,
  const Out extends FieldName<State> = never,
>(options: AgentGraphOptions<State, Each, In, Out>): AgentGraph<State, In, Out> {
  const { state, agents, limits, input = [], output = [] } = options;
  checkState(state, options.approvals);
  for (const { name } of agents) checkName(name, state);
  checkApprovalNames("approvals", options.approvals, agents);
  checkApprovalNames("asking.editable", options.asking?.editable, agents);
  const parts = partsOf(options);
  const schemas = toGraphSchemas<Fields, string, string>(state, {
    input: [...INPUT, ...input],
    output: [...OUTPUT, ...output],
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node names are known only at run time
  const graph = new StateGraph(schemas) as unknown as LooseGraph;
  const nodes = { ...builtInNodes(options, parts), ...agentNodes(options, parts) };
  graph.addEdge(START, "turn_start");
  const targets = [...Object.keys(nodes).filter((name) => name !== "turn_start"), END];
  for (const [name, node] of Object.entries(nodes)) {
    graph.addNode(name, node).addConditionalEdges(name, parts.routing.edge(name), targets);
  }
  const { checkpointer, store } = options;
  const storage = { ...(checkpointer !== undefined && { checkpointer }), ...(store !== undefined && { store }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compiled from the schema of this state
  const compiled = graph.compile(storage) as AgentGraph<State, In, Out>;
  // The limits end every run. LangGraph's default limit of 25 supersteps would end it with an error. By default
  // LangGraph streams every field, regardless of the output schema.
  const outputKeys = Object.keys(schemas.output.fields);
  return compiled.withConfig({ recursionLimit: recursionLimitOf(limitsOf({}, limits)), outputKeys });
}

/** Objects that the nodes of a graph share. */
interface GraphParts extends GuardOptions {
  readonly registry: AgentRegistry;
  readonly clock: Clock;
  readonly errors: NodeErrors;
  readonly routing: GraphRouting;
  readonly approving: RouterApprovalOptions;
  readonly planning: CompleteParts;
}

function partsOf<State extends StateDeclaration>(options: AgentGraphOptions<State>): GraphParts {
  const { state, agents, clock = systemClock, timer, limits, approvalSeconds, prices } = options;
  const planning = completeParts(options, { agents, load: modelLoader(options.model) });
  if (planning === null) throw agentErrors.noPlanner({ agents: agents.length });
  const registry = defineRegistry(agents);
  const writes = new Map<string, readonly string[]>(agents.map((agent) => [agent.name, agent.writes]));
  const runs = options.killSwitch === undefined ? undefined : new ThreadRuns(options.killSwitch);
  const errors = nodeErrors({ onError: options.onError, throws: options.checks?.enabled ?? isDevelopment() });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same rules, under names that were just checked
  const approvals = options.approvals as ApprovalPolicy<AgentValues> | undefined;
  const approving = { registry, approvals, approvalSeconds };
  const { maxConcurrency = 1, onStepFailure } = options;
  if (!Number.isSafeInteger(maxConcurrency) || maxConcurrency < 1) {
    throw agentErrors.invalidConcurrency({ value: maxConcurrency });
  }
  const parallel = { maxConcurrency, ...togetherRules(state, agents) };
  const decide = routerDecision(state, { ...approving, limits, clock, parallel, onStepFailure });
  const routing = new GraphRouting({
    decide,
    registry,
    runs,
    limits,
    now: () => clock.now(),
    declared: (update) => declaredOnly(state, update),
    storesUser: (values, config) => hasUnstoredUpdates(state, { ...values }, config),
    keeps: (agent, field) => hasReducer(state, field) || writes.get(agent)?.includes(field) === true,
  });
  for (const { handoffs = [] } of agents) for (const to of handoffs) registry.get(to);
  return { registry, clock, timer, limits, runs, errors, routing, approving, prices, planning };
}

/** Built-in nodes by name. */
function builtInNodes<State extends StateDeclaration>(options: AgentGraphOptions<State>, parts: GraphParts) {
  const { state, turn, ids, memory, question, policies } = options;
  const { planner, taskExtractor, classifier, responder, defers } = parts.planning;
  const shared = { ...parts, ids };
  return {
    turn_start: turnNode(state, {
      turn,
      runs: parts.runs,
      clock: options.clock,
      ids,
      defaults: defaultsOf(options, parts),
    }),
    commit: commitNode(state, { ...parts, policies }),
    task_extraction: taskExtractionNode(state, { ...shared, taskExtractor, memory }),
    classifier: classifierNode(state, { ...shared, classifier }),
    planner: plannerNode(state, { ...shared, planner }),
    approval: askingNode(options, parts),
    respond: respondNode(state, { ...parts, responder, defers }),
    clarify: askNode(state, { ...parts, question }),
    error: errorNode(state, parts),
  };
}

/** True for a turn that starts with a task and is not directed to an agent that the user selected. */
const isOpen = (values: AgentValues) =>
  values.control_operation_mode !== "directed" && (values.task_user_input ?? "").trim() !== "";

/**
 * Task extraction and classification that need no model run in the turn start. If they fail there, their own node
 * repeats them and reports the failure.
 */
function defaultsOf<State extends StateDeclaration>(
  { memory, ids }: AgentGraphOptions<State>,
  { registry, clock, planning: { taskExtractor, classifier } }: GraphParts,
): readonly ((values: AgentValues) => SeedStateUpdate)[] {
  const task = (values: AgentValues) =>
    (values.task_current_task ?? null) === null ? userInputAsTask(values, { registry, memory, ids, clock }) : {};
  const all = (values: AgentValues) =>
    (values.planning_active_capabilities ?? []).length === 0 ? allCapabilities(values, registry) : {};
  const defaults = [...(taskExtractor === undefined ? [task] : []), ...(classifier === undefined ? [all] : [])];
  return defaults.map((defaultOf) => (values: AgentValues) => {
    try {
      return isOpen(values) ? defaultOf(values) : {};
    } catch {
      return {};
    }
  });
}

/** Node that asks people for approval and applies edits to the pending work. */
function askingNode<State extends StateDeclaration>(
  { state, asking }: AgentGraphOptions<State>,
  parts: GraphParts,
): GraphNodeOf<State> {
  const { editable, ...how } = asking ?? {};
  const approvalOptions = { rejection: "flag" as const, ...how, ...(editable && { editable: definedOnly(editable) }) };
  const approval = approvalNodeFor(state, { ...approvalOptions, clock: parts.clock }, workEdit(parts.registry));
  return guardedNode(
    state,
    {
      name: "approval",
      builtIn: approvalRules,
      retryPolicy: defaultRetryPolicy("infrastructure"),
      stops: false,
      step: null,
      begin: ({ values, config }) => ({ run: () => approval(values, config), complete: (answer) => answer }),
    },
    parts,
  );
}

/** Agent nodes by name. */
function agentNodes<State extends StateDeclaration>(options: AgentGraphOptions<State>, parts: GraphParts) {
  const { state, agents, model, tools, ids, checks } = options;
  const { registry, clock, errors, limits, timer, routing, runs, approving, prices } = parts;
  const { approvalSeconds } = options;
  // The conditional edge routes to the other agent.
  const handoffs = { goto: () => null };
  const resources = {
    registry,
    clock,
    errors,
    handoffs,
    limits,
    model,
    tools,
    ids,
    checks,
    timer,
    prices,
    approvalSeconds,
  };
  const nodes = agents.map((agent) => {
    const approve = approvalGuard({ ...approving, clock, agent });
    return [agent.name, agentNodeIn(state, agent, resources, { routing, runs, approve })] as const;
  });
  return Object.fromEntries(nodes);
}

/** Throws for a state without the fields that the built-in nodes use. */
function checkState(state: StateDeclaration, approvals: object = {}): void {
  requireFields("createAgentGraph", state, Object.keys(AgentState.fields));
  const bySetting = Object.values(approvals).some(isSettingRule);
  if (bySetting) requireFields("createAgentGraph", state, ["agent_control"]);
}

function checkName(agent: string, state: StateDeclaration): void {
  if (agent === PLAN_APPROVAL || agent === COMMIT_APPROVAL) {
    throw agentErrors.reservedAgentName({ agent, by: "an approval type" });
  }
  if (isBuiltInNode(agent)) throw agentErrors.reservedAgentName({ agent, by: "a built-in node" });
  // LangGraph does not allow a node with the name of a state field.
  if (agent in state.fields) throw agentErrors.reservedAgentName({ agent, by: "a state field" });
}

const definedOnly = (editable: object): EditablePayloads =>
  Object.fromEntries(Object.entries(editable).filter(([, schema]) => schema !== undefined));

interface LooseGraph {
  addNode(name: string, node: unknown): LooseGraph;
  addEdge(from: string, to: string): LooseGraph;
  addConditionalEdges(from: string, next: RouteEdge, to: readonly string[]): LooseGraph;
  compile(options: object): unknown;
}

const plainGraph = <Declared extends Fields, In extends string, Out extends string>(
  schemas: GraphSchemas<Declared, In, Out>,
) => new StateGraph(schemas).compile();

/** Fields in the input and output of every agent graph. */
const INPUT = ["messages"] as const;
const OUTPUT = ["messages", "execution_final_answer", "execution_pending_approvals"] as const;

/** A compiled graph of agents with LangGraph's types. `In` and `Out` are the fields of `input` and `output`. */
export type AgentGraph<
  State extends StateDeclaration,
  In extends FieldName<State> = never,
  Out extends FieldName<State> = never,
> = ReturnType<typeof plainGraph<State["fields"], In | (typeof INPUT)[number], Out | (typeof OUTPUT)[number]>> & {
  /** Type of the state. Has no value at run time. */
  readonly "~state"?: State;
  /** Names of the input fields. Has no value at run time. */
  readonly "~input"?: In | (typeof INPUT)[number];
};
