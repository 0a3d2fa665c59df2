import { hasUnstoredUpdates } from "@tidemark/state-manager/internal/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { isDevelopment } from "@tidemark/core-state/internal";
import { type AgentValues, declaredOnly } from "../kernel/agent-values.ts";
import type { ApprovalPolicy } from "../approvals/policy.ts";
import { type ConversationView, conversationView } from "../conversation/conversation-view.graph.ts";
import { agentErrors } from "../kernel/errors.ts";
import type { Guards } from "../guardrails/guards.graph.ts";
import { RunningSteps } from "../limits/step-usage.ts";
import { type HistorySummarizer } from "../nodes/history-summary.graph.ts";
import { type AgentRegistry, defineRegistry } from "../roster/registry.ts";
import { GraphRouting } from "../routing/graph-routing.graph.ts";
import { hasReducer, togetherRules } from "../parallel/together.ts";
import { type GuardOptions } from "../run/guarded.graph.ts";
import { type NodeErrors, nodeErrors } from "../failures/node-errors.ts";
import type { RouterApprovalOptions } from "../approvals/step-approval.graph.ts";
import { routerDecision } from "../routing/router-decision.graph.ts";
import { ThreadRuns } from "../run/thread-runs.graph.ts";
import { type LoadModel, modelLoader } from "../models/model-source.graph.ts";
import { summarizerOf, summaryRule } from "./conversation-parts.graph.ts";
import { guardParts } from "./guardrail-parts.graph.ts";
import { completeParts, type CompleteParts } from "./model-parts.graph.ts";
import type { AgentGraphOptions } from "./graph-options.graph.ts";

/** Objects that the nodes of a graph share. */
export interface GraphParts<State extends StateDeclaration> extends GuardOptions {
  readonly view: ConversationView;
  readonly guards: Guards | undefined;
  readonly summarizer: HistorySummarizer<State> | null;
  readonly registry: AgentRegistry;
  readonly clock: Clock;
  readonly errors: NodeErrors;
  readonly routing: GraphRouting;
  readonly approving: RouterApprovalOptions;
  readonly planning: CompleteParts;
  /** Loads the model of the graph; null without one. */
  readonly load: LoadModel | null;
}

/** Makes the objects that the nodes of a graph share. Throws for options that do not fit. */
export function partsOf<State extends StateDeclaration>(
  options: AgentGraphOptions<State>,
  direct: string | null,
): GraphParts<State> {
  const { state, agents, clock = systemClock, timer, limits, approvalSeconds, prices } = options;
  const load = modelLoader(options.model, options.modelOptions);
  const planning = completeParts(options, { agents, entry: options.entry, load });
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
  const summarizer = summarizerOf(options);
  const { guards, answers } = guardParts(options, errors);
  const decide = routerDecision(state, {
    ...approving,
    limits,
    clock,
    parallel,
    onStepFailure,
    direct: direct ?? undefined,
  });
  const routing = new GraphRouting({
    decide,
    registry,
    runs,
    limits,
    now: () => clock.now(),
    errors,
    guardsTurns: guards?.has("turn"),
    summaryDue: summarizer === null ? undefined : summaryRule(options, planning, summarizer),
    declared: (update) => declaredOnly(state, update),
    storesUser: (values, config) => hasUnstoredUpdates(state, { ...values }, config),
    keeps: (agent, field) => hasReducer(state, field) || writes.get(agent)?.includes(field) === true,
  });
  for (const { handoffs = [] } of agents) for (const to of handoffs) registry.get(to);
  if (options.entry !== undefined) registry.get(options.entry);
  const view = conversationView(options.conversation?.window);
  const runningSteps = new RunningSteps();
  const shared = { clock, timer, limits, runs, runningSteps, errors, routing, prices, answers };
  return { ...shared, registry, approving, planning, load, view, summarizer, guards };
}
