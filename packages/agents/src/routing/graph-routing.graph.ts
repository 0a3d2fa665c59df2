import { Runnable } from "@langchain/core/runnables";
import { Command, END, type LangGraphRunnableConfig, type Send } from "@langchain/langgraph";
import { nearestName } from "@tidemark/core-state/internal";
import { type AgentValues, withFlags } from "../kernel/agent-values.ts";
import { approvalRequests, COMMIT_APPROVAL } from "../approvals/state.ts";
import { agentErrors } from "../kernel/errors.ts";
import { threadOf } from "../approvals/ask.graph.ts";
import { type NodeErrors, quietly, unreported } from "../failures/node-errors.ts";
import type { Decide, Decision } from "./router-decision.graph.ts";
import { isWaiting } from "../limits/deadline.ts";
import type { ThreadRuns } from "../run/thread-runs.graph.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import type { Arrival, ArrivalMoment, NodeRouting } from "../run/guarded.graph.ts";
import type { ExplainedRow, Route, StepRun } from "../kernel/route-decision.ts";
import type { Limits } from "../limits/limits.ts";
import { hasOpenOutcomes } from "../parallel/outcomes.ts";
import { settleSteps } from "../parallel/settle.ts";
import { positionOfTask, stepArrival, stepTask } from "./step-task.graph.ts";
import { arrivalEvents, valuesOnArrival } from "./arrival.ts";
import { conditionOf } from "./route.ts";
import { currentOperation } from "@tidemark/state-manager/internal";
import type { NodeResult, Target } from "@tidemark/state-manager/internal/langgraph";

/** Options of a graph's routing. */
export interface GraphRoutingOptions {
  readonly decide: Decide;
  readonly registry: AgentRegistry;
  readonly runs?: ThreadRuns | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly now: () => string;
  /** Receives the errors of edges. Defaults to not reporting them. */
  readonly errors?: NodeErrors | undefined;
  /** Removes fields that the state does not declare. Defaults to none. */
  readonly declared?: ((update: object) => Readonly<Record<string, unknown>>) | undefined;
  /** True while writes of user fields are not stored. Defaults to never. */
  readonly storesUser?: ((values: AgentValues, config: LangGraphRunnableConfig) => boolean) | undefined;
  /** True for a field that an agent may write while other steps run. Defaults to every field. */
  readonly keeps?: ((agent: string, field: string) => boolean) | undefined;
  /** True if guardrails check a turn before it begins. Defaults to false. */
  readonly guardsTurns?: boolean | undefined;
  /** True if the conversation must be summarized before one of these nodes starts. Defaults to never. */
  readonly summaryDue?: ((values: AgentValues, nodes: readonly string[]) => boolean) | undefined;
}

/** Reports why a node runs to the operation of the node, or to that of the turn. */
function reportRoute(node: string, route: Route): void {
  // No row has decided a route that replaces another one.
  const replaced = route.to === "error" ? "a node no longer exists" : "a person has decided";
  const reason = conditionOf(route) ?? replaced;
  const attributes = { "tidemark.route.to": node, "tidemark.route.reason": reason };
  currentOperation()?.event({ name: "tidemark.route", attributes }, { because: route.because });
}

/** Target of an edge: a node, no node, or the tasks of several steps. */
export type EdgeTarget = string | string[] | Send[];

/** Thread and time of a decision that is explained. */
export interface PastMoment {
  readonly threadId: string;
  readonly now: string;
}

/** Explanation of an edge: where it led, and why. */
export interface RouteExplanation {
  /** Nodes that the edge leads to. Empty at the end of a run. */
  readonly next: readonly string[];
  /** Rows of the routing table for these values. None is taken if something else decided. */
  readonly rows: readonly ExplainedRow[];
  /** Reason of the decision. Null if the edge leads to a node that stores something before. */
  readonly because: string | null;
}

interface EdgeMoment {
  readonly config: LangGraphRunnableConfig;
  readonly decide: () => Decision;
}

const reasonOf = ({ request, route }: Decision): string =>
  request === null ? route.because : `a person has to approve "${request.stepObjective}"`;

const NOTHING: Arrival = { update: {}, values: {}, pauseSeconds: 0 };

/**
 * Routes a graph of `createAgentGraph`: an edge after each node calls `decideRoute`, and the chosen node records the
 * decision when it starts.
 *
 * The edge writes nothing. When the node starts, it decides again from the same values and so finds the same route and
 * reason; only the timestamp differs. If that decision leads to another node, because a command chose this one or
 * because time has passed, nothing is recorded.
 */
export class GraphRouting implements NodeRouting {
  readonly #options: GraphRoutingOptions;
  /**
   * Runs of tasks whose node routed with a command: LangGraph would follow the edge as well. Node and edge share the scratchpad of
   * their run. A task that runs again has the same id, but another scratchpad, so an aborted run leaves nothing behind.
   */
  readonly #routedByCommand = new WeakSet<object>();

  constructor(options: GraphRoutingOptions) {
    this.#options = options;
  }

  /** Limits of the application. */
  get limits(): Partial<Limits> {
    return this.#options.limits ?? {};
  }

  /** Decides the next route from the values. */
  decide(values: AgentValues, config: LangGraphRunnableConfig): Decision {
    const { decide, runs } = this.#options;
    return decide(values, { killReason: runs?.reason(config) ?? null, threadId: threadOf(config) });
  }

  /** Repeats the decision of the edge after `from` for values of the past, as it was at that time. */
  explain(from: string, values: AgentValues, { threadId, now }: PastMoment): RouteExplanation {
    const { decide } = this.#options;
    const config = { configurable: { thread_id: threadId } };
    const decision = decide(values, { threadId, now });
    const target = this.#next(from, values, { config, decide: () => decision });
    const nodes = [target].flat().map((each) => (typeof each === "string" ? each : each.node));
    const next = nodes.filter((node) => node !== END);
    const rows = decision.rows();
    // Something is stored before the decision counts, or the turn has its answer.
    const isDecided = decision.next === null ? next.length === 0 : next.includes(decision.next);
    return { next, rows, because: isDecided ? (rows.find((row) => row.taken)?.because ?? reasonOf(decision)) : null };
  }

  /**
   * Returns the node after `from`.
   *
   * It is `commit` if something must be stored first: proposals, a question for a person, values of the user, or the end of a run
   * without an answering node. After steps that ran next to each other, it records their outcomes. Before a node whose model reads
   * the conversation, it is the node that summarizes it, if that is due.
   */
  next(from: string, values: AgentValues, config: LangGraphRunnableConfig): EdgeTarget {
    return this.#next(from, values, { config, decide: () => this.decide(values, config) });
  }

  #next(from: string, values: AgentValues, moment: EdgeMoment): EdgeTarget {
    const { guardsTurns = false, summaryDue } = this.#options;
    if (from === "turn_start" && guardsTurns) return "turn_guard";
    const target = this.#target(from, values, moment);
    const nodes = [target].flat().map((each) => (typeof each === "string" ? each : each.node));
    return from !== "history_summary" && summaryDue?.(values, nodes) === true ? "history_summary" : target;
  }

  #target(from: string, values: AgentValues, { config, decide }: EdgeMoment): EdgeTarget {
    if (from !== "commit" && hasOpenOutcomes(values)) return "commit";
    if (hasAnswered(from, values)) return this.#end(values, config);
    if (from === "commit" && hasEnded(values)) return END;
    if (needsCommit(values) && !hasFailedToCommit(values)) return "commit";
    const { next, request, steps, stores } = decide();
    if (stores) return "commit";
    if (steps.length > 0) return steps.map((run) => stepTask(run));
    if (next === null) return from === "commit" ? this.#end(values, config) : "commit";
    const isNoted = next !== "approval" || from === "commit" || isWaiting(values);
    return request === null && isNoted ? next : "commit";
  }

  /** The end of the run, or `commit` while writes of user fields are not stored. Their failure does not repeat. */
  #end(values: AgentValues, config: LangGraphRunnableConfig): EdgeTarget {
    const stores = this.#options.storesUser?.(values, config) === true && !hasFailedToCommit(values);
    return stores ? "commit" : END;
  }

  /**
   * Returns the node after `from`, even if deciding throws: the error is reported here, because an edge stores nothing and the next
   * decision may succeed. If it fails too, `commit` records its error, and `error` answers.
   */
  nextSafely(from: string, values: AgentValues, config: LangGraphRunnableConfig): EdgeTarget {
    try {
      return this.next(from, values, config);
    } catch (error) {
      quietly(this.#options.errors ?? unreported)(error, { node: from, values });
      return from === "error" ? END : from === "commit" ? "error" : "commit";
    }
  }

  /** Returns the conditional edge after a node. */
  edge(from: string): RouteEdge {
    return new RouteEdge(from, this);
  }

  /** True once for a task whose node routed with a command. */
  wasRoutedByCommand(config: LangGraphRunnableConfig): boolean {
    return this.#routedByCommand.delete(runOf(config));
  }

  arrive(node: string, values: AgentValues, { input = {}, config }: ArrivalMoment): Arrival {
    // LangGraph's own retries repeat a node in the same run.
    this.#routedByCommand.delete(runOf(config));
    const position = positionOfTask(input, config);
    if (position !== null) return this.#arriveAtStep({ index: position, agent: node }, values, config);
    if (node === "commit" && hasOpenOutcomes(values)) return this.#settle(values, config);
    const decision = this.#decisionAt(node, values, config);
    if (decision?.next !== node || decision.steps.length > 0) return NOTHING;
    const { route } = decision;
    const update = decision.update();
    this.#emit(values, update, config);
    reportRoute(node, route);
    const pauseSeconds = route.to === "retry" ? route.delaySeconds : 0;
    return { update, values: valuesOnArrival(values, update), pauseSeconds };
  }

  #arriveAtStep(run: Pick<StepRun, "agent" | "index">, values: AgentValues, config: LangGraphRunnableConfig): Arrival {
    const { keeps = () => true } = this.#options;
    const arrival = stepArrival(values, run, { ...this.#options, keeps });
    const { planning_execution_plan } = arrival.values;
    this.#emit(values, { ...arrival.update, planning_execution_plan }, config);
    return arrival;
  }

  /** Records the outcomes of steps that ran next to each other. */
  #settle(values: AgentValues, config: LangGraphRunnableConfig): Arrival {
    const { registry, now, declared = (update) => ({ ...update }) } = this.#options;
    const update = declared(settleSteps(values, { now: now(), registry }));
    this.#emit(values, update, config);
    const { execution_step_results: results }: AgentValues = update;
    const execution_step_results = { ...values.execution_step_results, ...results };
    return { update, values: { ...update, execution_step_results }, pauseSeconds: 0 };
  }

  /** Emits the events of an update before LangGraph stores it. */
  #emit(values: AgentValues, update: Readonly<Record<string, unknown>>, config: LangGraphRunnableConfig): void {
    if (config.writer === undefined) return;
    const { registry, now } = this.#options;
    for (const event of arrivalEvents(values, update, { registry, now: now() })) config.writer(event);
  }

  follow({ goto, parent }: NodeResult, { input = {}, config }: ArrivalMoment): void {
    if (positionOfTask(input, config) !== null && (parent !== null || goto.length > 0)) {
      throw agentErrors.routedInParallel({ to: goto.map(nameOf).join(", ") || Command.PARENT });
    }
    const known = this.#options.registry.agents.map(({ name }) => name);
    const agent = goto.map(nameOf).find((target) => target !== END && !known.includes(target));
    if (agent !== undefined) throw agentErrors.unknownAgent({ agent, nearest: nearestName(agent, known), known });
    if (goto.length > 0) this.#routedByCommand.add(runOf(config));
  }

  /** Decision that led to a node, or null. The error node runs even if deciding throws. */
  #decisionAt(node: string, values: AgentValues, config: LangGraphRunnableConfig): Decision | null {
    try {
      return this.decide(values, config);
    } catch (error) {
      if (node === "error") return null;
      throw error;
    }
  }
}

/** A conditional edge. It is a runnable, because LangGraph traces every plain function used as a path. */
export class RouteEdge extends Runnable<AgentValues, EdgeTarget> {
  readonly lc_namespace = ["tidemark", "agents"];
  readonly #from: string;
  readonly #routing: GraphRouting;

  constructor(from: string, routing: GraphRouting) {
    super();
    this.#from = from;
    this.#routing = routing;
  }

  /** Limits of the application. */
  get limits(): Partial<Limits> {
    return this.#routing.limits;
  }

  /** Repeats the decision of this edge for values of the past. */
  explain(values: AgentValues, moment: PastMoment): RouteExplanation {
    return this.#routing.explain(this.#from, withFlags(values), moment);
  }

  // oxlint-disable-next-line typescript/require-await -- the base class requires a promise
  override async invoke(values: AgentValues, config: LangGraphRunnableConfig = {}): Promise<EdgeTarget> {
    return this.#routing.wasRoutedByCommand(config)
      ? []
      : this.#routing.nextSafely(this.#from, withFlags(values), config);
  }
}

/** True after a node that has ended the turn. The error node ends it even if it fails. */
const hasAnswered = (
  from: string,
  { control_last_agent: last, execution_last_result: result, control_refusal: refusal }: AgentValues,
): boolean =>
  (from === "turn_guard" && refusal?.stage === "turn") ||
  (last === from && (from === "error" || ((from === "respond" || from === "clarify") && result?.success === true)));

/**
 * True after a run of `commit` that followed an answering node, to store values of the user.
 *
 * @internal
 */
export const hasEnded = (values: AgentValues): boolean => hasAnswered(values.control_last_agent ?? "", values);

const hasFailedToCommit = ({ control_has_error: failed, control_error_info: failure }: AgentValues): boolean =>
  failed === true && failure?.node === "commit";

/**
 * True while proposals wait for a commit. A proposal that a commit left open waits for an answer instead.
 *
 * @internal
 */
export function needsCommit({
  control_proposals: proposals,
  execution_pending_approvals: requests,
}: AgentValues): boolean {
  if (!Array.isArray(proposals) || proposals.length === 0) return false;
  const isNew = proposals.some((proposal: unknown) => Reflect.get(Object(proposal), "openSince") === undefined);
  if (isNew) return true;
  const asked = Object.values(approvalRequests({ execution_pending_approvals: requests }));
  return asked.some(({ approvalType, status }) => approvalType === COMMIT_APPROVAL && status !== "pending");
}

const nameOf = (target: Target): string => (typeof target === "string" ? target : target.node);

/** LangGraph's scratchpad of a running task. */
function runOf(config: LangGraphRunnableConfig): object {
  const scratchpad: unknown = config.configurable?.["__pregel_scratchpad"];
  return typeof scratchpad === "object" && scratchpad !== null ? scratchpad : config;
}
