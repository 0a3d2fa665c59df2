import { Runnable } from "@langchain/core/runnables";
import { type Command, END, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { nearestName } from "@tidemark/core-state/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { approvalRequests, COMMIT_APPROVAL } from "../approvals/state.ts";
import { agentErrors } from "../kernel/errors.ts";
import { threadOf } from "../approvals/ask.graph.ts";
import type { Decide, Decision } from "./router-decision.graph.ts";
import { isWaiting } from "../limits/deadline.ts";
import type { ThreadRuns } from "../run/thread-runs.graph.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import type { Arrival, NodeRouting } from "../run/guarded.graph.ts";
import { arrivalEvents, valuesOnArrival } from "./arrival.ts";

/** What a graph is routed by. */
export interface GraphRoutingOptions {
  readonly decide: Decide;
  readonly registry: AgentRegistry;
  readonly runs?: ThreadRuns | undefined;
  readonly now: () => string;
}

const NOTHING: Arrival = { update: {}, values: {}, pauseSeconds: 0 };

/**
 * Routes an assembled graph: an edge behind each node decides by `decideRoute`, and the chosen node records the decision on arrival.
 *
 * The edge writes nothing. The node decides again on the same values, and so finds the same route with its reason; only the time of the
 * record is its own. When that decision does not lead to the node, because a command did or because time has passed, it records nothing.
 */
export class GraphRouting implements NodeRouting {
  readonly #options: GraphRoutingOptions;
  /** Tasks whose node went on by a command: LangGraph would take the edge as well. */
  readonly #gone = new Set<string>();

  constructor(options: GraphRoutingOptions) {
    this.#options = options;
  }

  /** Decides what comes next by the values. */
  decide(values: AgentValues, config: LangGraphRunnableConfig): Decision {
    const { decide, runs } = this.#options;
    return decide(values, { killReason: runs?.reason(config) ?? null, threadId: threadOf(config) });
  }

  /**
   * The node that comes after `from`.
   *
   * It is `commit` where something has to be stored first: proposals, a question to a person, the end of a run that no node has answered.
   */
  next(from: string, values: AgentValues, config: LangGraphRunnableConfig): string {
    if (hasAnswered(from, values)) return END;
    if (needsCommit(values) && !hasFailedToCommit(values)) return "commit";
    const { next, request } = this.decide(values, config);
    if (next === null) return from === "commit" ? END : "commit";
    const isNoted = next !== "approval" || from === "commit" || isWaiting(values);
    return request === null && isNoted ? next : "commit";
  }

  /** The node that comes after `from`, also when deciding fails: `commit` then reports the error, and `error` answers. */
  nextSafely(from: string, values: AgentValues, config: LangGraphRunnableConfig): string {
    try {
      return this.next(from, values, config);
    } catch {
      return from === "error" ? END : from === "commit" ? "error" : "commit";
    }
  }

  /** The conditional edge behind a node. */
  edge(from: string): RouteEdge {
    return new RouteEdge(from, this);
  }

  /** True once, for a task whose node went on by a command. */
  hasGone(config: LangGraphRunnableConfig): boolean {
    return this.#gone.delete(taskOf(config));
  }

  arrive(node: string, values: AgentValues, config: LangGraphRunnableConfig): Arrival {
    const decision = this.#decisionAt(node, values, config);
    if (decision?.next !== node) return NOTHING;
    const { route } = decision;
    const update = decision.update();
    if (config.writer !== undefined) {
      const { registry } = this.#options;
      const now = this.#options.now();
      for (const event of arrivalEvents(values, update, { registry, now })) config.writer(event);
    }
    const pauseSeconds = route.to === "retry" ? route.delaySeconds : 0;
    return { update, values: valuesOnArrival(values, update), pauseSeconds };
  }

  follow(commands: readonly Command[], config: LangGraphRunnableConfig): void {
    const goals = commands.filter(({ graph }) => graph === undefined).flatMap(goalsOf);
    const known = this.#options.registry.agents.map(({ name }) => name);
    const agent = goals.find((goal) => goal !== END && !known.includes(goal));
    if (agent !== undefined) throw agentErrors.unknownAgent({ agent, nearest: nearestName(agent, known), known });
    if (goals.length > 0) this.#gone.add(taskOf(config));
  }

  /** The node that answers for errors works also when deciding fails. */
  #decisionAt(node: string, values: AgentValues, config: LangGraphRunnableConfig): Decision | null {
    try {
      return this.decide(values, config);
    } catch (error) {
      if (node === "error") return null;
      throw error;
    }
  }
}

/** A conditional edge. A runnable, because LangGraph traces every plain function that it is given as a path. */
export class RouteEdge extends Runnable<AgentValues, string | string[]> {
  readonly lc_namespace = ["tidemark", "agents"];
  readonly #from: string;
  readonly #routing: GraphRouting;

  constructor(from: string, routing: GraphRouting) {
    super();
    this.#from = from;
    this.#routing = routing;
  }

  // oxlint-disable-next-line typescript/require-await -- LangGraph asks for a promise
  override async invoke(values: AgentValues, config: LangGraphRunnableConfig = {}): Promise<string | string[]> {
    return this.#routing.hasGone(config) ? [] : this.#routing.nextSafely(this.#from, values, config);
  }
}

/** True after a node that ends the turn, unless it failed; the error node ends it in any case. */
const hasAnswered = (from: string, { control_last_agent: last, execution_last_result: result }: AgentValues): boolean =>
  last === from && (from === "error" || ((from === "respond" || from === "clarify") && result?.success === true));

const hasFailedToCommit = ({ control_has_error: failed, control_error_info: failure }: AgentValues): boolean =>
  failed === true && failure?.node === "commit";

/**
 * True while proposals wait for a commit. One that a commit left open has been looked at, and waits for an answer.
 *
 * @internal
 */
export function needsCommit({
  control_proposals: proposals,
  execution_pending_approvals: requests,
}: AgentValues): boolean {
  if (!Array.isArray(proposals) || proposals.length === 0) return false;
  const isNew = proposals.some((each: unknown) => Reflect.get(Object(each), "openSince") === undefined);
  if (isNew) return true;
  const asked = Object.values(approvalRequests({ execution_pending_approvals: requests }));
  return asked.some(({ approvalType, status }) => approvalType === COMMIT_APPROVAL && status !== "pending");
}

const goalsOf = ({ goto = [] }: Command): readonly string[] =>
  [goto].flat().map((each) => (typeof each === "string" ? each : each.node));

/** LangGraph's id of the running task. */
function taskOf({ configurable }: LangGraphRunnableConfig): string {
  const id: unknown = configurable?.["__pregel_task_id"];
  return typeof id === "string" ? id : "";
}
