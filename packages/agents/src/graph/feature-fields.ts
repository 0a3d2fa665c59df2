import { AgentState, defineState, fieldGroups, type Fields, type StateDeclaration } from "@tidemark/core-state";
import { checkApprovers } from "@tidemark/state-manager/internal";
import { isSettingRule } from "../approvals/settings.ts";

/** Options of a graph that decide which fields it uses. */
export interface GraphFeatures {
  readonly state: StateDeclaration;
  readonly agents: readonly FeaturesOfAgent[];
  readonly entry?: string | undefined;
  readonly planner?: unknown;
  readonly taskExtractor?: unknown;
  readonly classifier?: unknown;
  readonly approvals?: object | undefined;
  readonly policies?: object | undefined;
  readonly maxConcurrency?: number | undefined;
  readonly onStepFailure?: unknown;
  readonly memory?: unknown;
  readonly conversation?: { readonly summary?: unknown } | undefined;
  readonly guardrails?: readonly unknown[] | undefined;
  readonly input?: readonly string[] | undefined;
  readonly output?: readonly string[] | undefined;
}

/** Properties of an agent that decide which fields its graph uses. */
export interface FeaturesOfAgent {
  readonly name: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly proposes: readonly string[];
  readonly handoffs?: readonly string[];
  readonly contexts?: unknown;
  /** True for an agent whose calls of models and tools are recorded. */
  readonly recordsCalls?: boolean;
  /** True for an agent some of whose calls a person has to approve. */
  readonly asksPeople?: boolean;
  /** True for an agent with a tool that the user who sent the message may not approve. */
  readonly needsRequester?: boolean;
}

/** Fields of a graph that has one agent to start with, and no plan. */
const DIRECT = [
  "messages",
  "runtime_turn_id",
  "runtime_schema_version",
  "execution_final_answer",
  "execution_last_result",
  "execution_start_time",
  "control_iteration",
  "control_error_info",
  "control_retry_count",
] as const;

/** Fields with which the work goes from agent to agent without a plan. */
const HANDOFFS = ["execution_handoff_history", "execution_step_results", "control_last_agent"] as const;

/** Fields of all groups, by name. */
const ALL: Fields = Object.fromEntries(Object.values<Fields>(fieldGroups).flatMap((group) => Object.entries(group)));

/**
 * Returns the agent that starts every turn of a graph without a plan. Null for a graph that plans, and for a state that declares a plan.
 */
export function directAgent(features: GraphFeatures): string | null {
  const { state, agents, entry, approvals = {}, maxConcurrency = 1 } = features;
  const plans =
    [features.planner, features.taskExtractor, features.classifier, features.onStepFailure, features.memory].some(
      (each) => each !== undefined,
    ) ||
    maxConcurrency > 1 ||
    Object.keys(approvals).length > 0;
  const first = entry ?? (agents.length === 1 ? agents[0]?.name : undefined);
  const names = [...Object.keys(state.fields), ...namedFields(features)];
  return plans || first === undefined || names.some((name) => Object.hasOwn(PLANNED, name)) ? null : first;
}

/** Fields that only a graph with a plan keeps. */
const PLANNED: Fields = { ...fieldGroups.planning, ...fieldGroups.task };

/** Fields that the agents and the options of a graph name. */
const namedFields = ({ agents, input = [], output = [] }: GraphFeatures): readonly string[] => [
  ...agents.flatMap(({ reads, writes, proposes }) => [...reads, ...writes, ...proposes]),
  ...input,
  ...output,
];

/**
 * Adds the fields that the features of a graph use to its state, so that an application declares only its own. Returns the state itself if it
 * has all of them.
 */
export function withFeatureFields<State extends StateDeclaration>(
  features: GraphFeatures & { readonly state: State },
): State {
  const { state, agents, approvals = {}, policies = {}, conversation, guardrails = [] } = features;
  const direct = directAgent(features) !== null;
  const named = namedFields(features);
  const handsOff = agents.length > 1 || agents.some(({ handoffs = [] }) => handoffs.length > 0);
  const names = [
    ...(direct ? DIRECT : Object.keys(AgentState.fields)),
    ...(direct && handsOff ? HANDOFFS : []),
    ...(agents.some(({ recordsCalls }) => recordsCalls === true) ? Object.keys(fieldGroups.calls) : []),
    ...(agents.some(({ asksPeople }) => asksPeople === true) ? ["runtime_audit_log"] : []),
    ...(checkApprovers("approvals", approvals) ||
    checkApprovers("policies", policies, "policy") ||
    agents.some(({ needsRequester }) => needsRequester === true)
      ? ["runtime_user_id"]
      : []),
    ...(agents.some(({ contexts = null }) => contexts !== null) ? ["capability_context_data"] : []),
    ...(agents.some(({ proposes }) => proposes.length > 0) ? [...Object.keys(fieldGroups.ownership), ...REQUESTS] : []),
    ...(Object.values(approvals).some(isSettingRule) ? Object.keys(fieldGroups.settings) : []),
    ...(conversation?.summary === undefined ? [] : Object.keys(fieldGroups.summary)),
    ...(guardrails.length === 0 ? [] : [...Object.keys(fieldGroups.guardrails), "runtime_audit_log"]),
    ...named.filter((name) => Object.hasOwn(ALL, name)),
    // A question without its count could be asked forever.
    ...(named.some((name) => Object.hasOwn(fieldGroups.questions, name)) ? Object.keys(fieldGroups.questions) : []),
  ];
  const missing = [...new Set(names)].filter((name) => !Object.hasOwn(state.fields, name));
  if (missing.length === 0) return state;
  const added = Object.fromEntries(missing.flatMap((name) => (ALL[name] === undefined ? [] : [[name, ALL[name]]])));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the state, and fields of the framework that it does not declare
  return defineState({ version: state.version, fields: { ...state.fields, ...added } }) as StateDeclaration as State;
}

/** Requests for people, which a commit may write. */
const REQUESTS = ["execution_pending_approvals"] as const;
