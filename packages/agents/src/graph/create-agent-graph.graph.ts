import { withFacts } from "@tidemark/state-manager/internal";
import { END, START, StateGraph } from "@langchain/langgraph";
import type { AgentState, Fields, StateDeclaration } from "@tidemark/core-state";
import { requireKnownOptions, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { type GraphSchemas, toGraphSchemas } from "@tidemark/core-state/langgraph";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type AgentValues } from "../kernel/agent-values.ts";
import { checkApprovalNames } from "../approvals/names.ts";
import { defaultRetryPolicy } from "../failures/backoff.ts";
import { limitsOf, recursionLimitOf } from "../limits/limits.ts";
import { turnCommitNode } from "../nodes/commit.graph.ts";
import { SUMMARY_NODE } from "../nodes/history-summary.graph.ts";
import { approvalRules } from "../nodes/outcome-rules.ts";
import { TURN_GUARD_NODE, turnGuardNode } from "../nodes/turn-guard.graph.ts";
import { turnNode } from "../nodes/turn-start.graph.ts";
import { type RouteEdge } from "../routing/graph-routing.graph.ts";
import { guardedNode } from "../run/guarded.graph.ts";
import { resultOf } from "../run/joined-result.graph.ts";
import type { Agent } from "../run/agent.graph.ts";
import { factsOfAgent } from "../run/agent-facts.graph.ts";
import { agentNodeIn } from "../run/agent-node.graph.ts";
import { askNode, errorNode, respondNode } from "../nodes/answer-nodes.graph.ts";
import type { EditablePayloads } from "../approvals/ask.graph.ts";
import { workEdit } from "../approvals/edit.graph.ts";
import { approvalGuard } from "../approvals/guard.graph.ts";
import { askingAgain } from "./renewed-grants.graph.ts";
import { type ApprovalNodeOptions, approvalNodeFor } from "../approvals/approval-node.graph.ts";
import {
  allCapabilities,
  classifierNode,
  userInputAsTask,
  plannerNode,
  taskExtractionNode,
} from "../nodes/planning-nodes.graph.ts";
import { checkName, checkProposals } from "./check-graph.ts";
import { directAgent, withFeatureFields } from "./feature-fields.ts";
import { type AgentGraphOptions, GRAPH_OPTIONS } from "./graph-options.graph.ts";
import { type GraphParts, partsOf } from "./graph-parts.graph.ts";
import { withDirectNodes } from "./direct-nodes.graph.ts";

/**
 * Creates an ordinary compiled graph of agents.
 *
 * A turn starts, its task is extracted, agents are selected, a plan is created and checked, its steps run in order, and
 * an answer is written. In between, the router commits proposals, requests approvals, retries, replans or reclassifies
 * within the limits, and stops a run that was killed or has exceeded its time limit. A failure ends in an answer that
 * reports it, without the text of an unexpected error. A programming error (a Tidemark error such as
 * `agents/undeclaredWrite` or `core-state/invalidUpdate`, a `TypeError`, a `ReferenceError`) is thrown to the caller in
 * development. In production it ends in an answer too, and `onError` receives it. A `recursionLimit` set by the caller or
 * by a parent graph takes precedence over the graph's own limits: if it is too low, LangGraph throws.
 *
 * The graph adds the fields that its features use to the state, so that an application declares only its own. A graph that starts with one
 * agent and has no plan, for a state that declares none, uses 9 of them, and 2 more for a model; the agent then runs without a plan. Every other graph uses those of `AgentState`.
 *
 * An agent named like a field, another node or an approval type throws `agents/reservedAgentName`. An agent that proposes a field that `root` does not own throws
 * `agents/uncommittedField`. An unknown field in `input` or `output` throws
 * `core-state/unknownFields`. An invalid `maxConcurrency` throws `agents/invalidConcurrency`, and an unknown option `core-state/unknownOption`. An unknown agent in `approvals` or `asking.editable` throws `agents/unknownApprovalName`.
 * An agent that needs an approval never runs without it. A guardrail that cannot be used throws `agents/invalidGuardrail`, and a window
 * whose limit is not a whole number `agents/invalidHistoryWindow`.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { createAgentGraph, defineAgent } from "tidemark/agents";
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
>(given: AgentGraphOptions<State, Each, In, Out>): AgentGraph<State, In, Out, Each["name"]> {
  requireKnownOptions("createAgentGraph", given, GRAPH_OPTIONS);
  const { limits } = given;
  const direct = directAgent(given);
  const state = withFeatureFields<State>(given);
  const options = { ...given, state, ...withRetriesInState<State>({ ...given, state }) };
  const { agents, input = [], output = [] } = options;
  for (const agent of agents) {
    checkName(agent.name, state);
    checkProposals(agent, state);
  }
  checkApprovalNames("approvals", options.approvals, agents);
  checkApprovalNames("approvalQuestions.editable", options.approvalQuestions?.editable, agents);
  const parts = partsOf(options, direct);
  const schemas = toGraphSchemas<Fields, string, string>(state, {
    input: [...INPUT, ...input],
    output: [...OUTPUT.filter((name) => Object.hasOwn(state.fields, name)), ...output],
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node names are known only at run time
  const graph = new StateGraph(schemas) as unknown as LooseGraph;
  const builtIn = Object.entries(builtInNodes(options, parts, direct)).map(([name, node]) => {
    const first = { ...(direct !== null && { entry: direct }), hasPrices: options.prices !== undefined };
    const starts = name === "turn_start" ? first : {};
    const commits = name === "commit" ? { policies: options.policies ?? {} } : {};
    return [name, withFacts(node, { kind: "framework", writesAs: FRAMEWORK, ...starts, ...commits })] as const;
  });
  const nodes = { ...Object.fromEntries(builtIn), ...agentNodes(options, parts) };
  graph.addEdge(START, "turn_start");
  const targets = [...Object.keys(nodes).filter((name) => name !== "turn_start"), END];
  for (const [name, node] of Object.entries(nodes)) {
    graph.addNode(name, node).addConditionalEdges(name, parts.routing.edge(name), targets);
  }
  const { checkpointer, store } = options;
  const storage = { ...(checkpointer !== undefined && { checkpointer }), ...(store !== undefined && { store }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compiled from the schema of this state
  const compiled = withDirectNodes(graph.compile(storage) as AgentGraph<State, In, Out, Each["name"]>);
  // The limits end every run. LangGraph's default limit of 25 supersteps would end it with an error. By default
  // LangGraph streams every field, regardless of the output schema.
  const outputKeys = Object.keys(schemas.output.fields);
  return compiled.withConfig({
    recursionLimit: recursionLimitOf(limitsOf({}, limits), { summarizes: parts.summarizer !== null }),
    outputKeys,
  });
}

/** Names under which the built-in nodes write. */
const FRAMEWORK = ["runtime", "root", "planner"];

/**
 * Moves `maxRetries` from the limits to the start values of a turn. From then on only the state decides, so a value that was set there
 * takes precedence, also if it is the default.
 */
function withRetriesInState<State extends StateDeclaration>({
  state,
  limits: { maxRetries, ...limits } = {},
  turn,
}: Pick<AgentGraphOptions<State>, "state" | "limits" | "turn">): Pick<AgentGraphOptions<State>, "limits" | "turn"> {
  const name = "control_max_retries";
  if (maxRetries === undefined || !Object.hasOwn(state.fields, name)) return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state has the field, whose values are numbers
  const begin = { [name]: maxRetries, ...turn?.begin } as NonNullable<NonNullable<typeof turn>["begin"]>;
  return { limits, turn: { ...turn, begin } };
}

/** Built-in nodes by name. */
function builtInNodes<State extends StateDeclaration>(
  options: AgentGraphOptions<State>,
  parts: GraphParts<State>,
  direct: string | null,
) {
  const { state, turn, ids, memory, policies, texts = {} } = options;
  const { planner, taskExtractor, classifier, responder, defers } = parts.planning;
  const shared = { ...parts, ids };
  const { summarizer, guards } = parts;
  return {
    ...(guards?.has("turn") === true && { [TURN_GUARD_NODE]: turnGuardNode(state, guards, parts) }),
    ...(summarizer !== null && { [SUMMARY_NODE]: summarizer.node(state, parts) }),
    turn_start: turnNode(state, {
      turn,
      runs: parts.runs,
      clock: options.clock,
      ids,
      defaults: direct === null ? defaultsOf(options, parts) : [],
      removals: (values) => summarizer?.removals(values) ?? [],
    }),
    commit: turnCommitNode(state, { ...parts, policies }),
    ...(direct === null && {
      task_extraction: taskExtractionNode(state, { ...shared, taskExtractor, memory }),
      classifier: classifierNode(state, { ...shared, classifier }),
      planner: plannerNode(state, { ...shared, planner }),
      approval: approvalNode(options, parts),
    }),
    respond: respondNode(state, { ...parts, responder, defers, say: texts.approval }),
    clarify: askNode(state, { ...parts, question: texts.question }),
    error: errorNode(state, { ...parts, text: texts.error }),
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
  { registry, clock, view, planning: { taskExtractor, classifier } }: GraphParts<State>,
): readonly ((values: AgentValues) => SeedStateUpdate)[] {
  const task = (values: AgentValues) =>
    (values.task_current_task ?? null) === null ? userInputAsTask(values, { registry, memory, ids, clock, view }) : {};
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
function approvalNode<State extends StateDeclaration>(
  { state, approvalQuestions, approvals, policies = {}, texts }: AgentGraphOptions<State>,
  parts: GraphParts<State>,
): GraphNodeOf<State> {
  const { editable, ...how } = approvalQuestions ?? {};
  const approvalOptions = {
    rejection: "flag" as const,
    ...how,
    ...(texts?.approval && { text: texts.approval }),
    ...(editable && { editable: definedOnly(editable) }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node reads only who may approve
  const approve = (approvals ?? {}) as NonNullable<ApprovalNodeOptions["approve"]>;
  const nodeOptions = { ...approvalOptions, approve, policies, clock: parts.clock };
  const approval = approvalNodeFor(state, nodeOptions, workEdit(parts.registry));
  return guardedNode(
    state,
    {
      name: "approval",
      builtIn: approvalRules,
      retryPolicy: defaultRetryPolicy("infrastructure"),
      stops: false,
      step: null,
      begin: ({ values, config }) => ({
        run: () => approval(values, config),
        complete: (answer) => resultOf("approval", answer),
      }),
    },
    parts,
  );
}

/** Agent nodes by name. */
function agentNodes<State extends StateDeclaration>(options: AgentGraphOptions<State>, parts: GraphParts<State>) {
  const { state, agents, model, modelOptions, tools, ids, checks } = options;
  const {
    registry,
    clock,
    errors,
    limits,
    timer,
    routing,
    runs,
    runningSteps,
    approving,
    prices,
    view,
    answers,
    guards,
  } = parts;
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
    modelOptions,
    tools,
    ids,
    checks,
    timer,
    prices,
    approvalSeconds,
  };
  const nodes = agents.map((agent) => {
    const guarding = { ...approving, clock, agent };
    const approve = approvalGuard(guarding);
    const surroundings = { routing, runs, runningSteps, approve, view, answers, guards };
    const node = askingAgain(state, agentNodeIn(state, agent, resources, surroundings), guarding);
    const asks = Object.hasOwn(options.approvals ?? {}, agent.name);
    return [agent.name, withFacts(node, { ...factsOfAgent(agent), asks })] as const;
  });
  return Object.fromEntries(nodes);
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

/** Fields in the input and output of every agent graph, if it has them. */
const INPUT = ["messages"] as const;
const OUTPUT = ["messages", "execution_final_answer", "execution_pending_approvals"] as const;

/** Declarations of these fields, which the state need not have. */
interface AnswerFields extends Pick<(typeof AgentState)["fields"], (typeof OUTPUT)[number]> {}

/** A compiled graph of agents with LangGraph's types. `In` and `Out` are the fields of `input` and `output`. */
export type AgentGraph<
  State extends StateDeclaration,
  In extends FieldName<State> = never,
  Out extends FieldName<State> = never,
  Names extends string = string,
> = ReturnType<
  typeof plainGraph<State["fields"] & AnswerFields, In | (typeof INPUT)[number], Out | (typeof OUTPUT)[number]>
> & {
  /** Type of the state. Has no value at run time. */
  readonly "~state"?: State;
  /** Names of the input fields. Has no value at run time. */
  readonly "~input"?: In | (typeof INPUT)[number];
  /** Names of the agents. Has no value at run time. */
  readonly "~agents"?: Names;
};
