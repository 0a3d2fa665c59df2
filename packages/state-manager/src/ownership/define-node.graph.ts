import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Proposal, StateDeclaration } from "@tidemark/core-state";
import { type OptionNames, requireKnownOptions, taskKey } from "@tidemark/core-state/internal";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { type DevelopmentChecks, watchNode } from "../kernel/development.ts";
import { digest } from "../kernel/digest.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { type ProposedChanges, propose } from "./proposal.ts";
import { guardSend } from "./guarded-send.graph.ts";
import {
  commandOf,
  leaveGraph,
  type LeftWrites,
  leftWrites,
  type LostCommand,
} from "../subgraphs/leaving-command.graph.ts";
import type { NodeResult } from "../kernel/node-result.graph.ts";
import { NodeWrites } from "./node-writes.graph.ts";
import { withFacts } from "../kernel/node-facts.ts";
import { threadValues } from "../kernel/thread-values.graph.ts";
import { tracedNode } from "./traced-node.graph.ts";
import { openWait, type Wait } from "../waits/wait.graph.ts";
import type { AnyUpdate, KnownFieldsOnly, WritableUpdateOf } from "./writable-update.graph.ts";

/** Context passed to a node next to the values. */
export interface NodeRuntime<State extends StateDeclaration> {
  /** LangGraph's config of the run, with its abort signal and stream writer. */
  readonly config: LangGraphRunnableConfig;
  /**
   * Key for effects outside of the graph, such as a payment. It is the same when the node runs again after a crash, a resume or a move to
   * another process, and another one in every other run of a node and in every copy of the thread.
   */
  readonly idempotencyKey: string;
  /**
   * Proposes a change to fields of other owners. The proposal is written with the result of the node. One that the node also
   * returns in `control_proposals` counts once.
   *
   * A node that runs again after a resume or a crash creates proposals with the same ids, so they count once.
   */
  readonly propose: (changes: ProposedChanges<State>, reason: string) => Proposal;
  /** Waits for a time without a process. */
  readonly wait: Wait;
}

/** Options of `defineNode`. */
export interface NodeDefinition<
  State extends StateDeclaration,
  Agent extends string = string,
  Role extends string = string,
  Answer = NodeAnswer<State, Agent | Role>,
> {
  /** Agent that writes. */
  readonly agent: Agent;
  /** Additional owners whose fields it may write: `root` for the owner that commits, `runtime` for the framework. */
  readonly roles?: readonly Role[];
  /** Clock for the times of proposals. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /** Additional checks outside production. */
  readonly checks?: DevelopmentChecks<State>;
  /** Runs the node and returns the changed fields. */
  readonly run: NodeFunction<State, Answer>;
}

const NODE_OPTIONS: OptionNames<NodeDefinition<StateDeclaration>> = {
  agent: true,
  roles: true,
  clock: true,
  checks: true,
  run: true,
};

/** Function of a node. Literals in a returned update need no `as const`. */
export type NodeFunction<State extends StateDeclaration, Answer> = KnownFieldsOnly<
  State,
  Answer,
  (values: GraphValueOf<State>, runtime: NodeRuntime<State>) => Answer | Promise<Answer>
>;

/** Result of a node: an update of the fields that it may write, or commands with such updates. */
export type NodeAnswer<State extends StateDeclaration, Agent extends string> =
  | AnyUpdate<WritableUpdateOf<State, Agent>>
  | Command
  | readonly Command[];

/** Node function for `addNode`. */
export type GraphNodeOf<State extends StateDeclaration> = (
  values: GraphValueOf<State>,
  config: LangGraphRunnableConfig,
) => Promise<GraphUpdateOf<State> | Command | Command[]>;

/**
 * Creates a graph node that can write only the fields that its agent owns.
 *
 * A write to a field of another agent does not compile. At run time, an update with an unknown field, a field of another agent or
 * an invalid value throws `core-state/invalidUpdate` with the node, each such field and its owner, and nothing is written. The
 * agent can propose a change to a field that it does not own.
 *
 * Updates in commands, commands from a graph that the node calls, and values that the node sends through its config
 * (`pushMessage`) are checked in the same way. A `Send` whose input changes a field of another agent throws
 * `state-manager/foreignSend`. An entry of `control_proposals` in another name throws `state-manager/foreignProposal`.
 *
 * An unknown option throws `core-state/unknownOption`.
 *
 * A node of `root` or `runtime` always receives the fields of the thread, even if a `Send` passes other values.
 *
 * Outside production, additional checks run: see `DevelopmentChecks`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, defineNode, toStateSchema } from "tidemark";
 *
 * const planner = defineNode(AgentState, {
 *   agent: "planner",
 *   run: (values, { propose }) => ({
 *     planning_active_capabilities: ["flights"],
 *     control_proposals: [propose({ task_current_task: "Fly to Lisbon" }, "The user named a city.")],
 *   }),
 * });
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("planner", planner)
 *   .addEdge(START, "planner")
 *   .addEdge("planner", END)
 *   .compile();
 * const { planning_active_capabilities: active, control_proposals: proposals } = await graph.invoke({});
 * console.log(active, proposals[0]?.proposedBy); // [ 'flights' ] planner
 * ```
 */
export function defineNode<
  const Agent extends string,
  Answer extends NodeAnswer<State, Agent | Role>,
  State extends StateDeclaration,
  const Role extends string = never,
>(state: State, definition: NodeDefinition<State, Agent, Role, Answer>): GraphNodeOf<State> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same function, without the type of its answer
  const untyped = definition as unknown as NodeDefinition<State, string, string, object>;
  requireKnownOptions("defineNode", untyped, NODE_OPTIONS);
  const { agent, roles = [] } = untyped;
  const readsThread = [agent, ...roles].some((each) => each === "root" || each === "runtime");
  return bindNode(state, untyped, { valuesFrom: readsThread ? "thread" : "input", keepsProposals: true });
}

/** Behavior of a node that differs between agents and built-in nodes. */
export interface NodeBinding {
  /** Source of the fields that the node receives: the thread, or the input of its task, which a `Send` can set. */
  readonly valuesFrom: "thread" | "input";
  /** True to write every proposal; otherwise the node must return its proposals. */
  readonly keepsProposals: boolean;
  /** Additional owners whose fields it may set in the input of another node. Defaults to its roles. */
  readonly sendsAs?: readonly string[];
}

/** Definition of a node without its function. */
export type NodeOwner<State extends StateDeclaration> = Omit<NodeDefinition<State>, "run">;

/** One run of a node: its input, and the check of its result. */
export interface NodeRunScope<State extends StateDeclaration> {
  readonly values: GraphValueOf<State>;
  readonly runtime: NodeRuntime<State>;
  /** Checks a result in any form that a node may return. */
  readonly write: (answer: unknown) => NodeResult;
  /** Checks a result. */
  readonly check: (result: NodeResult) => NodeResult;
  /**
   * Returns what an inner graph has written to this graph with an error; null for other errors. Its earlier writes are those of fields that
   * the node `keeps`: by default, those that it may write.
   */
  readonly left: (error: unknown, keeps?: (field: string) => boolean) => LeftWrites | null;
}

function bindNode<State extends StateDeclaration>(
  state: State,
  { run, ...owner }: NodeDefinition<State, string, string, object>,
  binding: NodeBinding,
): GraphNodeOf<State> {
  const open = nodeRuns(state, owner, binding);
  const work = async (input: GraphValueOf<State>, config: LangGraphRunnableConfig) => {
    const { values, runtime, write, check, left } = open(input, config, await taskKey(config));
    try {
      return write(await run(values, runtime));
    } catch (error) {
      const outward = commandOf(error);
      if (outward?.graph === Command.PARENT) return write(outward);
      const inner = left(error);
      if (inner === null) throw error;
      return check({ writes: [...inner.earlier, ...inner.writes], goto: inner.goto, parent: null });
    }
  };
  // A node with a role of the framework, such as one that asks for approvals, is not an agent.
  const isAgent = owner.roles?.some((role) => role === "root" || role === "runtime") !== true;
  const traced = { kind: "agent", name: owner.agent } as const;
  const lost = (details: LostCommand) => stateManagerErrors.lostCommand({ agent: owner.agent, ...details });
  const node: GraphNodeOf<State> = async (input, config) => {
    const own = () => work(input, config);
    const answer = isAgent ? await tracedNode(traced, { input, config }, own) : await own();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked to be fields of this state
    return leaveGraph(answer, { state, config, lost }) as GraphUpdateOf<State> | Command | Command[];
  };
  return withFacts(node, { kind: "node", writesAs: [owner.agent, ...(owner.roles ?? [])] });
}

/**
 * Prepares the runs of a node for wrappers that call its function themselves: all that `defineNode` does before and after it.
 *
 * `key` is the `taskKey` of the run.
 */
export function nodeRuns<State extends StateDeclaration>(
  state: State,
  { agent, roles = [], clock = systemClock, checks = {} }: NodeOwner<State>,
  { valuesFrom, keepsProposals, sendsAs }: NodeBinding,
): (input: GraphValueOf<State>, config: LangGraphRunnableConfig, key: string) => NodeRunScope<State> {
  const watch = watchNode(state, { node: agent, checks });
  return (input, config, key) => {
    const values = valuesFrom === "thread" ? threadValues(state, input, config) : input;
    const writes = new NodeWrites({ state, agent, roles, sendsAs: sendsAs ?? roles, values, config });
    const guarded = guardSend(config, { check: (channel, value) => writes.sent(channel, value) });
    const endWatch = watch?.(values);
    return {
      values,
      runtime: {
        config: guarded,
        // Most nodes never ask for it.
        get idempotencyKey() {
          return digest(key);
        },
        propose: proposer({ state, agent, clock, keepsProposals }, { values, config, writes }),
        wait: openWait(clock),
      },
      write(answer) {
        endWatch?.();
        return writes.result(answer);
      },
      check(result) {
        endWatch?.();
        return writes.check(result);
      },
      left: (error, keeps = (field) => writes.isOwn(field)) => leftWrites(error, { config, keeps }),
    };
  };
}

interface Running {
  readonly config: LangGraphRunnableConfig | undefined;
  readonly writes: NodeWrites;
}

interface Proposer<State extends StateDeclaration> {
  readonly state: State;
  readonly agent: string;
  readonly clock: Pick<Clock, "now">;
  readonly keepsProposals: boolean;
}

/** Numbers the proposals of one run of a node, so that a repeated run creates the same ids. */
function proposer<State extends StateDeclaration>(
  { state, agent, clock, keepsProposals }: Proposer<State>,
  { values, config, writes }: Running & { readonly values: GraphValueOf<State> },
): NodeRuntime<State>["propose"] {
  let count = 0;
  return (changes, reason) => {
    count += 1;
    const proposalId = `${agent}:${taskOf(config)}:${count}`;
    const seen = { ...values, ...writes.seen };
    const proposal = propose(state, seen, { agent, changes, reason, now: clock.now(), proposalId });
    return writes.made(proposal, { keep: keepsProposals });
  };
}

/** LangGraph's id of the task: unchanged when the task runs again, different for each task sent to the node. */
function taskOf(config: LangGraphRunnableConfig | undefined): string {
  const id: unknown = config?.configurable?.["__pregel_task_id"];
  return typeof id === "string" ? id : "0";
}
