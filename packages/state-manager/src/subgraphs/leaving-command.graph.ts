import {
  Command,
  END,
  getConfig,
  isCommand,
  isParentCommand,
  type LangGraphRunnableConfig,
  ParentCommand,
} from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { FieldWrite } from "../kernel/field-versions.ts";
import {
  graphResult,
  type GraphWrites,
  nodeResult,
  type NodeResult,
  type Target,
  targetsOf,
} from "../kernel/node-result.graph.ts";
import { earlierWrites, isReduced } from "./earlier-writes.ts";
import { readFields } from "../kernel/thread-values.graph.ts";

type Declared = Pick<StateDeclaration, "fields">;
type Config = LangGraphRunnableConfig;

/** A command that no graph would take. */
export interface LostCommand {
  /** Names of the nodes to which it routes. */
  readonly to: string;
  /** Why nobody takes it, and what to do. */
  readonly problem: string;
}

/** Circumstances in which a task leaves its graph. */
export interface Leaving {
  readonly state: Declared;
  readonly config: Config;
  /** Creates the error for a command that no graph would take. */
  readonly lost: (details: LostCommand) => Error;
}

/** Reason why a command for the parent graph is lost in a graph without one. */
export const NO_PARENT = "its graph has no parent graph. Compile it as a node of another graph";

/**
 * Throws the command for the parent graph in the result of a task, and returns any other result as LangGraph applies it.
 *
 * LangGraph applies the update of such a command alone. It drops the earlier writes of the graph, and the whole command if the graph has
 * its own checkpoints. So the thrown command finds the task around its graph, and adds the earlier writes there. The other writes
 * of the result become part of it. A command that no graph would take, also within the graph of the task, throws the error of `lost`.
 */
export function leaveGraph(result: NodeResult, leaving: Leaving): ReturnType<typeof graphResult> {
  const { writes, goto, parent } = result;
  assertTaken(goto, { taker: leaving.config, lost: leaving.lost });
  // Outside of a graph there is nothing to leave.
  if (parent === null || namespaceOf(leaving.config) === "") return graphResult(result);
  if (!hasParent(leaving.config)) throw leaving.lost({ to: parent.goto.map(nodeOf).join(", "), problem: NO_PARENT });
  const own = { writes: [...writes, ...parent.writes], goto: parent.goto };
  throw new Departure(new LeavingCommand(own, leaving), leaving.config);
}

/** False for a task whose graph is not part of another graph. True outside of a graph, where nothing is known. */
export const hasParent = (config: Config): boolean => namespaceOf(config) === "" || graphOf(config) !== "";

/**
 * Returns why LangGraph drops a command for the parent graph that a node of LangGraph returns, such as its tool node; null if it
 * does not.
 */
export function dropOf(config: Config): string | null {
  if (!hasParent(config)) return NO_PARENT;
  const hasOwnCheckpoints = graphOf(config).endsWith(":");
  return hasOwnCheckpoints
    ? "LangGraph drops what a tool node returns for the parent of a graph with its own checkpoints. Compile it without `checkpointer: true`, or hand the work over in an agent"
    : null;
}

/** Carries a command to the task around a graph. */
class Departure extends ParentCommand {
  readonly leaving: LeavingCommand;
  readonly #config: Config;
  readonly #graph: string;

  constructor(leaving: LeavingCommand, config: Config) {
    super(leaving);
    this.leaving = leaving;
    this.#config = config;
    this.#graph = graphOf(config);
  }

  /** Set by LangGraph to the id of each task that the error passes, before it compares the namespaces. */
  set pregelTaskId(task: string) {
    // A graph with its own checkpoints does not know the task that runs it.
    const isInner = task === this.#config.configurable?.["__pregel_task_id"];
    if (this.#graph.endsWith(":") && !isInner) this.leaving.graph = `${this.#graph}${task}`;
  }

  /** True if a task with this namespace runs the graph. */
  isFor(namespace: string): boolean {
    if (!this.#graph.endsWith(":")) return namespace === this.#graph;
    return namespace.startsWith(this.#graph) && !namespace.slice(this.#graph.length).includes("|");
  }
}

/** A command that brings the earlier writes of its graph to the graph around it. */
class LeavingCommand extends Command {
  readonly own: readonly FieldWrite[];
  readonly #leaving: Leaving;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor({ writes, goto }: GraphWrites, leaving: Leaving) {
    super({ update: pairsOf(writes), goto: [...goto], graph: graphOf(leaving.config) });
    this.own = writes;
    this.#leaving = leaving;
    this.#values = readFields(leaving.config, Object.keys(leaving.state.fields));
  }

  /** Called by LangGraph in the task that takes the command. */
  override _updateAsTuples(): Pairs {
    const taker = runningTask();
    assertTaken(targetsOf(this), { taker, lost: this.#leaving.lost });
    return pairsOf([...this.earlier(taker), ...this.own]);
  }

  /** Earlier writes for the graph of a task. A field without a reducer that the command writes is left out. */
  earlier(taker: Config | undefined): readonly FieldWrite[] {
    const { state } = this.#leaving;
    const values = this.#values;
    const before = taker === undefined ? {} : readFields(taker, Object.keys(values));
    const own = new Set(this.own.map(([name]) => name));
    return earlierWrites({ state, values, before }).filter(([name]) => {
      const declared = state.fields[name];
      return !own.has(name) || (declared !== undefined && isReduced(declared));
    });
  }
}

/** Writes of a graph that a task has called, for the graph of the task. */
export interface LeftWrites extends GraphWrites {
  /** What the called graph has written before. */
  readonly earlier: readonly FieldWrite[];
}

/** Returns what a graph that a task has called writes to the graph of the task, with the earlier writes that it `keeps`; null for other errors. */
export function leftWrites(
  error: unknown,
  { config, keeps }: { readonly config: Config | undefined; readonly keeps: (field: string) => boolean },
): LeftWrites | null {
  const namespace = config === undefined ? "" : namespaceOf(config);
  if (!(error instanceof Departure)) {
    const left = commandOf(error);
    const result = left?.graph === namespace ? nodeResult(left) : null;
    return result === null ? null : { earlier: [], ...result };
  }
  if (!error.isFor(namespace)) return null;
  const { leaving } = error;
  const earlier = leaving.earlier(config).filter(([name]) => keeps(name));
  return { earlier, writes: leaving.own, goto: targetsOf(leaving) };
}

/** Returns the command in an error with which an inner graph writes to a graph around it; null for other errors. */
export function commandOf(error: unknown): Command | null {
  if (!(error instanceof Error) || !isParentCommand(error)) return null;
  const { command }: { readonly command: unknown } = error;
  return isCommand(command) ? command : null;
}

type Pairs = ReturnType<Command["_updateAsTuples"]>;

const pairsOf = (writes: readonly FieldWrite[]): Pairs => writes.map(([name, value]) => [name, value]);

const nodeOf = (target: Target): string => (typeof target === "string" ? target : target.node);

/** Namespace of a task. Empty outside of a graph. */
function namespaceOf({ configurable }: Config): string {
  const namespace: unknown = configurable?.["checkpoint_ns"];
  return typeof namespace === "string" ? namespace : "";
}

/**
 * Namespace of the task that runs the graph of a task; empty for the outermost graph. It ends with a colon if only the id of the task is
 * unknown, as in a graph with its own checkpoints.
 */
function graphOf(config: Config): string {
  const parts = namespaceOf(config).split("|").slice(0, -1);
  // The number of a graph, if its task has called several.
  while (isCount(parts.at(-1))) parts.pop();
  const node = parts.at(-1);
  if (node === undefined || node.includes(":")) return parts.join("|");
  const around = parts.slice(0, -1).join("|");
  const map: unknown = config.configurable?.["checkpoint_map"];
  const graphs = Object.keys(isPlainRecord(map) ? map : {}).filter((graph) => graph !== namespaceOf(config));
  const known = graphs.findLast((graph) => graph !== "" && withoutTasks(graph) === around) ?? around;
  return `${known === "" ? "" : `${known}|`}${node}:`;
}

const isCount = (part: string | undefined): boolean => part !== undefined && /^\d+$/.test(part);

const withoutTasks = (namespace: string): string =>
  namespace
    .split("|")
    .filter((part) => !isCount(part))
    .map((part) => part.split(":")[0])
    .join("|");

/** Throws for a target that the graph of a task does not have. LangGraph would drop the command. */
function assertTaken(
  targets: readonly Target[],
  { taker, lost }: Pick<Leaving, "lost"> & { readonly taker: Config | undefined },
): void {
  const to = targets.map(nodeOf).find((node) => node !== END && !hasNode(taker, node));
  if (to === undefined) return;
  throw lost({ to, problem: `the graph has no node "${to}". Add the node, or route to another one` });
}

/** Config of the running task. Undefined where LangGraph has no asynchronous context. */
function runningTask(): Config | undefined {
  try {
    return getConfig();
  } catch {
    return undefined;
  }
}

/** False if the graph of a task has no such node, as far as its channels show. */
function hasNode(config: Config | undefined, node: string): boolean {
  const self: unknown = config?.metadata?.["langgraph_node"];
  if (config === undefined || typeof self !== "string" || !hasChannel(config, `branch:to:${self}`)) return true;
  return hasChannel(config, `branch:to:${node}`);
}

function hasChannel({ configurable }: Config, channel: string): boolean {
  const read: unknown = configurable?.["__pregel_read"];
  try {
    if (typeof read === "function") Reflect.apply(read, undefined, [channel]);
    return true;
  } catch {
    return false;
  }
}
