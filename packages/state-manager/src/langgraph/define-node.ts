import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { parseUpdate, type Proposal, type StateDeclaration, type Writer } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { type Clock, systemClock } from "../clock.ts";
import { type DevelopmentChecks, watchNode } from "../development.ts";
import { raisedVersions } from "../field-versions.ts";
import { type ProposedChanges, propose, type WithVersions } from "../proposal.ts";

/** The fields that an agent may write: its own, those it shares, and those that belong to nobody. */
type WritableName<State extends StateDeclaration, Agent extends string> = {
  [Name in keyof State["fields"]]: MayWrite<WriterName<State["fields"][Name]["~types"]["writer"]>, Agent> extends true
    ? Name
    : never;
}[keyof State["fields"]];

type WriterName<Owner extends Writer> = Owner extends readonly string[] ? Owner[number] : Owner;

/** Where the compiler does not know the owner's name, only the run can tell. */
type MayWrite<Owner extends string, Agent extends string> = string extends Owner
  ? true
  : [Extract<Owner, Agent | "any">] extends [never]
    ? false
    : true;

/** What a node of these agents may return: fields that one of them may write; the others may only be proposed. */
export type WritableUpdateOf<State extends StateDeclaration, Agent extends string> = {
  readonly [Name in keyof GraphUpdateOf<State>]?: Name extends WritableName<State, Agent>
    ? GraphUpdateOf<State>[Name]
    : never;
};

/** What a node is given beside the values. */
export interface NodeTools<State extends StateDeclaration> {
  /** The host's config of this step, with its abort signal and stream writer. */
  readonly config: LangGraphRunnableConfig;
  /**
   * Makes a proposal to change fields of others; return it in `control_proposals`.
   *
   * A node that runs again, after a resume or a crash, makes proposals with the same ids, which count once.
   */
  readonly propose: (changes: ProposedChanges<State>, reason: string) => Proposal;
}

/** What a node is: whose it is, and what it does. */
export interface NodeDefinition<
  State extends StateDeclaration,
  Agent extends string = string,
  Role extends string = string,
> {
  /** The agent in whose name the node writes. */
  readonly agent: Agent;
  /** Further writers in whose name it writes: "root" for the orchestrator, "runtime" for what keeps the audit log. */
  readonly roles?: readonly Role[];
  /** Where the times of proposals come from; the machine's clock when not said. */
  readonly clock?: Pick<Clock, "now">;
  /** What is checked besides, outside production. */
  readonly checks?: DevelopmentChecks<State>;
  readonly run: (
    values: GraphValueOf<State>,
    tools: NodeTools<State>,
  ) => NodeAnswer<State, Agent | Role> | Promise<NodeAnswer<State, Agent | Role>>;
}

/** What a node returns: an update of the fields it may write, or a command that carries one. */
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
 * Makes a graph node that can write only what belongs to its agent.
 *
 * A write to a field of another agent does not compile. At run time an update with a field that the state does not have,
 * that belongs to another writer, or whose value does not fit throws `core-state/invalidUpdate`, which names the node, every
 * such field and its owner; nothing of it is applied. The updates of commands are checked alike. Whoever may not write a
 * field can propose a change to it.
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
  State extends StateDeclaration,
  const Agent extends string,
  const Role extends string = never,
>(state: State, definition: NodeDefinition<State, Agent, Role>): GraphNodeOf<State> {
  const { agent, roles = [], clock = systemClock, checks = {} } = definition;
  const run = watchNode(state, { node: agent, checks }, definition.run);
  const writer = { agent, roles };
  return async (values, config) => {
    const answer = await run(values, { config, propose: proposer({ state, agent, clock }, values, config) });
    if (answer instanceof Command) return checked(answer, values);
    if (isCommands(answer)) return answer.map((each) => checked(each, values));
    const update: object = parseUpdate(state, answer, writer);
    const versions = versionsAfter(Object.keys(update), values);
    return versions === null ? update : { ...update, runtime_field_versions: versions };
  };

  function checked(command: Command, values: WithVersions): Command {
    const { update, resume, goto = [], graph } = command;
    // What is meant for a parent is written to a state that is not known here.
    if (update === undefined || graph !== undefined) return command;
    // As pairs of field and value an update may write one field twice.
    const parts = Array.isArray(update) ? update.map((pair) => Object.fromEntries([pair])) : [update];
    const pairs = parts.flatMap((part): [string, unknown][] => Object.entries(parseUpdate(state, part, writer)));
    const versions = versionsAfter(
      pairs.map(([name]) => name),
      values,
    );
    if (versions !== null) pairs.push(["runtime_field_versions", versions]);
    return new Command({ update: pairs, goto, ...(resume !== undefined && { resume }) });
  }

  /** Counts what was written, so that a proposal based on the value before is known to be stale. */
  function versionsAfter(written: readonly string[], values: WithVersions): Readonly<Record<string, number>> | null {
    return Object.hasOwn(state.fields, "runtime_field_versions") ? raisedVersions(state, written, values) : null;
  }
}

const isCommands = (answer: object): answer is readonly Command[] =>
  Array.isArray(answer) && answer.every((each) => each instanceof Command);

/** Numbers the proposals of one run of a node, so that the same run made again makes the same ids. */
function proposer<State extends StateDeclaration>(
  { state, agent, clock }: { readonly state: State; readonly agent: string; readonly clock: Pick<Clock, "now"> },
  values: GraphValueOf<State>,
  config: LangGraphRunnableConfig | undefined,
): NodeTools<State>["propose"] {
  let count = 0;
  return (changes, reason) => {
    count += 1;
    const proposalId = `${agent}:${taskOf(config)}:${count}`;
    return propose(state, values, { agent, changes, reason, now: clock.now(), proposalId });
  };
}

/** The host's id of the task: the same when the task runs again, another for each task sent to the node. */
function taskOf(config: LangGraphRunnableConfig | undefined): string {
  const id: unknown = config?.configurable?.["__pregel_task_id"];
  return typeof id === "string" ? id : "0";
}
