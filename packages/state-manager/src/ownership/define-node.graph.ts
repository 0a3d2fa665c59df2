import { Command, isCommand, isParentCommand, type LangGraphRunnableConfig, ParentCommand } from "@langchain/langgraph";
import type { Proposal, StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { type DevelopmentChecks, watchNode } from "../kernel/development.ts";
import { type ProposedChanges, propose } from "./proposal.ts";
import { guardSend } from "./guarded-send.graph.ts";
import { NodeWrites } from "./node-writes.graph.ts";
import { threadValues } from "./thread-values.graph.ts";
import type { KnownFieldsOnly, WritableUpdateOf } from "./writable-update.graph.ts";

/** What a node is given beside the values. */
export interface NodeRuntime<State extends StateDeclaration> {
  /** The host's config of this step, with its abort signal and stream writer. */
  readonly config: LangGraphRunnableConfig;
  /**
   * Proposes a change to fields of others. It is written along with the answer; a proposal that is returned in
   * `control_proposals` as well counts once.
   *
   * A node that runs again, after a resume or a crash, makes proposals with the same ids, which count once.
   */
  readonly propose: (changes: ProposedChanges<State>, reason: string) => Proposal;
}

/** Options of `defineNode`. */
export interface NodeDefinition<
  State extends StateDeclaration,
  Agent extends string = string,
  Role extends string = string,
  Answer = NodeAnswer<State, Agent | Role>,
> {
  /** The agent in whose name the node writes. */
  readonly agent: Agent;
  /** Further owners in whose name the node writes: `root` for the owner that commits, `runtime` for the framework. */
  readonly roles?: readonly Role[];
  /** Source of the times of proposals. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /** Additional checks outside production. */
  readonly checks?: DevelopmentChecks<State>;
  /** Does the work of the node, and returns the fields that change. */
  readonly run: NodeFunction<State, Answer>;
}

/**
 * The function of a node.
 *
 * A conditional type: the compiler resolves it with the state before it reads the function, so that literals in a returned
 * update keep their types without `as const`.
 */
export type NodeFunction<State extends StateDeclaration, Answer> = [State] extends [unknown]
  ? (values: GraphValueOf<State>, runtime: NodeRuntime<State>) => Answer | Promise<Answer>
  : never;

/** Result of a node: an update of the fields it may write, or commands that carry one. */
export type NodeAnswer<State extends StateDeclaration, Agent extends string> =
  | WritableUpdateOf<State, Agent>
  | Command
  | readonly Command[];

/** A node as the host takes it. */
export type GraphNodeOf<State extends StateDeclaration> = (
  values: GraphValueOf<State>,
  config: LangGraphRunnableConfig,
) => Promise<GraphUpdateOf<State> | Command | Command[]>;

/**
 * Makes a graph node that can write only the fields that its agent owns.
 *
 * A write to a field of another agent does not compile. At run time an update with a field that the state does not have,
 * that another agent owns, or whose value does not fit throws `core-state/invalidUpdate`, which names the node, every
 * such field and its owner; nothing of it is applied. An agent that may not write a field can propose a change to it.
 *
 * Checked in the same way are the updates of commands, whatever graph they name, commands that leave a graph which the node has
 * called, and what code of the node sends through its config (`pushMessage`). A `Send` whose input makes up the value of a
 * field that another agent owns throws `state-manager/foreignSend`; an entry of `control_proposals` in another name throws
 * `state-manager/foreignProposal`.
 *
 * A node of "root" or "runtime" is given the fields as the thread has them, also when a `Send` hands it others.
 *
 * Outside production the node is watched besides: see `DevelopmentChecks`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 * import { defineNode } from "@tidemark/state-manager/langgraph";
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
>(
  state: State,
  definition: NodeDefinition<State, Agent, Role, Answer> & KnownFieldsOnly<State, Answer>,
): GraphNodeOf<State> {
  const { agent, roles = [] } = definition;
  const deciding = [agent, ...roles].some((each) => each === "root" || each === "runtime");
  return bindNode(state, definition, { valuesFrom: deciding ? "thread" : "input", keepsProposals: true });
}

/** How a node is bound to its agent. */
export interface NodeBinding {
  /** Where the fields that the node is given come from: the thread, or the input of its task, which a `Send` makes up. */
  readonly valuesFrom: "thread" | "input";
  /** Whether a proposal is written because it was made; otherwise the node has to return it. */
  readonly keepsProposals: boolean;
  /** Further owners in whose name it may make up the input of another node. Defaults to its roles. */
  readonly sendsAs?: readonly string[];
}

/** A node of the framework: whose it is, without what it does. */
export type NodeOwner<State extends StateDeclaration> = Omit<NodeDefinition<State>, "run">;

/** One run of a node: what it is given, and how its answer is checked and written. */
export interface NodeRunScope<State extends StateDeclaration> {
  readonly values: GraphValueOf<State>;
  readonly runtime: NodeRuntime<State>;
  /** Checks an answer, and returns what LangGraph writes. */
  readonly write: (answer: unknown) => GraphUpdateOf<State> | Command | Command[];
  /** The command that an inner graph sent to this graph, which is an answer of the node; null for every other error. */
  readonly left: (error: unknown) => Command | null;
}

/**
 * Makes a graph node as `defineNode` does, for nodes of the framework that decide themselves what they read and propose.
 */
function bindNode<State extends StateDeclaration>(
  state: State,
  { run, ...owner }: NodeDefinition<State, string, string, object>,
  binding: NodeBinding,
): GraphNodeOf<State> {
  const open = nodeRuns(state, owner, binding);
  return async (input, config) => {
    const { values, runtime, write, left } = open(input, config);
    try {
      return write(await run(values, runtime));
    } catch (error) {
      const command = left(error);
      if (command === null) throw error;
      return write(command);
    }
  };
}

/**
 * Prepares the runs of a node, for wrappers that call the work themselves: everything that `defineNode` does before and after it.
 */
export function nodeRuns<State extends StateDeclaration>(
  state: State,
  { agent, roles = [], clock = systemClock, checks = {} }: NodeOwner<State>,
  { valuesFrom, keepsProposals, sendsAs }: NodeBinding,
): (input: GraphValueOf<State>, config: LangGraphRunnableConfig) => NodeRunScope<State> {
  const watch = watchNode(state, { node: agent, checks });
  return (input, config) => {
    const values = valuesFrom === "thread" ? threadValues(state, input, config) : input;
    const writes = new NodeWrites({ state, agent, roles, sendsAs: sendsAs ?? roles, values, config });
    const guarded = guardSend(config, { check: (channel, value) => writes.sent(channel, value) });
    const endWatch = watch?.(values);
    return {
      values,
      runtime: {
        config: guarded,
        propose: proposer({ state, agent, clock, keepsProposals }, { values, config, writes }),
      },
      write(answer) {
        endWatch?.();
        if (isCommand(answer)) return writes.command(answer);
        if (isCommands(answer)) return answer.map((each) => writes.command(each));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of this state, as the check has found
        return writes.update(answer) as GraphUpdateOf<State>;
      },
      left: (error) => leftCommand(error, { config, writes }),
    };
  };
}

interface Running {
  readonly config: LangGraphRunnableConfig | undefined;
  readonly writes: NodeWrites;
}

/**
 * Gives the command of an inner graph that is for this graph. LangGraph would apply it to this graph without asking the node, so it
 * becomes the node's answer. One for the graph around this one is checked and thrown on.
 */
function leftCommand(error: unknown, { config, writes }: Running): Command | null {
  const left = commandOf(error);
  if (left === null) return null;
  if (left.graph === config?.configurable?.["checkpoint_ns"]) return left;
  // Thrown here for the graph around this one, and not on its way to one further out.
  if (left.graph === Command.PARENT) throw new ParentCommand(writes.command(left));
  return null;
}

/**
 * Gives the command with which an inner graph writes to a graph around it; null for every other error.
 */
export function commandOf(error: unknown): Command | null {
  if (!(error instanceof Error) || !isParentCommand(error)) return null;
  const { command }: { readonly command: unknown } = error;
  return isCommand(command) ? command : null;
}

const isCommands = (answer: unknown): answer is readonly Command[] =>
  Array.isArray(answer) && answer.length > 0 && answer.every((each) => isCommand(each));

interface Proposer<State extends StateDeclaration> {
  readonly state: State;
  readonly agent: string;
  readonly clock: Pick<Clock, "now">;
  readonly keepsProposals: boolean;
}

/** Numbers the proposals of one run of a node, so that the same run made again makes the same ids. */
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

/** LangGraph's id of the task: the same when the task runs again, another for each task sent to the node. */
function taskOf(config: LangGraphRunnableConfig | undefined): string {
  const id: unknown = config?.configurable?.["__pregel_task_id"];
  return typeof id === "string" ? id : "0";
}
