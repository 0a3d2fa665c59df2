import { ensureConfig, raceWithSignal, Runnable, type RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { isCommand } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";

/** The runnable with which LangGraph wraps a function: it makes an entry for traces before each call. */
interface WrappedFunction {
  readonly func: (input: unknown, config: RunnableConfig) => unknown;
  readonly trace: boolean;
  invoke: (input: unknown, config: RunnableConfig) => unknown;
}

/** A node of a compiled graph: its function, and the writers that write its result and follow its edges. */
interface CompiledNode {
  readonly bound: WrappedFunction;
  readonly writers: WrappedFunction[];
  getNode: () => Runnable | undefined;
}

/** A compiled graph, as far as its nodes are concerned. */
interface CompiledGraph {
  readonly nodes: object;
  readonly channels: object;
  readonly builder: { readonly branches: object };
  readonly attachBranch: (start: string, name: string, branch: unknown) => void;
}

/**
 * Makes the nodes, writers and edges of a compiled graph cheaper. The results are the same.
 *
 * Without a tracer, their functions are called without an entry for traces, which nobody would read. Without callbacks, a node is not a
 * sequence of runnables either: the edges read the values that the node has read and written, without other copies of the channels,
 * and nothing looks for a command in a result that is an update.
 *
 * A runnable of another form, as another version of LangGraph may have it, stays as it is.
 */
export function withDirectNodes<Graph extends { readonly nodes: object }>(graph: Graph): Graph {
  for (const [name, node] of Object.entries(graph.nodes)) {
    lighten(Reflect.get(Object(node), "bound"));
    for (const writer of listIn(node, "writers")) lightenWriter(writer);
    if (isCompiledGraph(graph) && isCompiledNode(node)) callDirectly(graph, name, node);
  }
  return graph;
}

function callDirectly(graph: CompiledGraph, name: string, node: CompiledNode): void {
  const edges = edgesOf(graph, name, node);
  const updating = node.writers.filter((writer) => listIn(writer, "writes").length > 0);
  // The only other writer follows the commands in a result.
  if (edges.length === 0 || node.writers.length !== updating.length + edges.length + 1) return;
  const parts = { run: node.bound.func, updating, edges, all: node.writers };
  const direct = new DirectNode({ ...parts, channels: graph.channels, ordinary: node.getNode.bind(node) });
  node.getNode = () => direct;
}

/** Makes the writers of the conditional edges of a node again, which LangGraph's list does not tell from the other writers. */
function edgesOf(graph: CompiledGraph, name: string, { writers }: CompiledNode): readonly WrappedFunction[] {
  const { length } = writers;
  const branches: unknown = Reflect.get(graph.builder.branches, name);
  if (!isPlainRecord(branches)) return [];
  for (const [key, branch] of Object.entries(branches)) graph.attachBranch(name, key, branch);
  return writers.splice(length);
}

interface DirectParts {
  readonly run: WrappedFunction["func"];
  /** Writers of the node's update. */
  readonly updating: readonly WrappedFunction[];
  /** Writers of the node's edges. */
  readonly edges: readonly WrappedFunction[];
  /** All writers, in LangGraph's order. */
  readonly all: readonly WrappedFunction[];
  readonly channels: object;
  /** Returns LangGraph's own runnable for the node. */
  readonly ordinary: () => Runnable | undefined;
}

type Write = readonly [channel: string, value: unknown];
type Send = (writes: readonly Write[]) => void;
type Read = (select: unknown, fresh?: boolean) => unknown;

/** Runs a node and its writers without LangChain's sequence around them. */
class DirectNode extends Runnable {
  readonly lc_namespace = ["tidemark", "agents"];
  readonly #parts: DirectParts;

  constructor(parts: DirectParts) {
    super();
    this.#parts = parts;
  }

  override async invoke(input: unknown, options: RunnableConfig = {}): Promise<unknown> {
    const { run, updating, edges, all, channels, ordinary } = this.#parts;
    const { configurable = {} } = options;
    const { [SEND]: send, [READ]: read } = configurable;
    if (options.callbacks !== undefined || !isSend(send) || !isRead(read))
      return await ordinary()?.invoke(input, options);
    const writes: Write[] = [];
    const recording: Send = (added) => {
      writes.push(...added);
      send(added);
    };
    const config = ensureConfig({ ...options, configurable: { ...configurable, [SEND]: recording } });
    const own = { ...config };
    // Without a function in between, which would add a frame to the stack of every error.
    const running: unknown = storageOf().run(contextOf(own), run.bind(undefined, input, own));
    const result = await raceWithSignal(Promise.resolve(running), config.signal);
    requireRunning(config.signal);
    // A function can add to its config, so the writers get another one.
    await inContext(config, async () => {
      for (const writer of isUpdate(result) ? updating : all) await writer.func(result, config);
    });
    if (!isUpdate(result)) return result;
    const reading: Read = (select, fresh) =>
      (fresh === true && Array.isArray(select) ? valuesAfter(read(select), writes, channels) : null) ??
      read(select, fresh);
    const edge = { ...config, configurable: { ...config.configurable, [READ]: reading } };
    await inContext(edge, async () => {
      for (const writer of edges) await writer.func(result, edge);
    });
    return result;
  }
}

/** True for a result that goes nowhere: an update, or a command with one. */
const isUpdate = (result: unknown): boolean =>
  isPlainRecord(result) || (isCommand(result) && result.graph === undefined && [result.goto ?? []].flat().length === 0);

/** Throws the error with which LangChain's sequences end after an abort. */
function requireRunning(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const reason: unknown = signal.reason;
  throw reason instanceof Error ? reason : new Error(typeof reason === "string" ? reason : "Aborted");
}

const SEND = "__pregel_send";
const READ = "__pregel_read";

const isSend = (value: unknown): value is Send => typeof value === "function";
const isRead = (value: unknown): value is Read => typeof value === "function";

/** A channel of a declared field, which can say what updates make of a value. */
interface ForeseeingChannel {
  readonly valueAfter: (current: unknown, updates: readonly unknown[]) => unknown;
}

/** Values after the writes of one node. Null if LangGraph has to apply them, to channels of another kind. */
function valuesAfter(before: unknown, writes: readonly Write[], channels: object): object | null {
  if (!isPlainRecord(before)) return null;
  const after: Record<string, unknown> = { ...before };
  const updates = new Map<string, unknown[]>();
  for (const [name, value] of writes) {
    if (Object.hasOwn(before, name)) updates.set(name, [...(updates.get(name) ?? []), value]);
  }
  for (const [name, ofField] of updates) {
    const channel: unknown = Reflect.get(channels, name);
    if (!isForeseeing(channel)) return null;
    after[name] = channel.valueAfter(before[name], ofField);
  }
  return after;
}

const isForeseeing = (channel: unknown): channel is ForeseeingChannel =>
  typeof Reflect.get(Object(channel), "valueAfter") === "function";

const listIn = (owner: unknown, name: string): readonly unknown[] => {
  const list: unknown = Reflect.get(Object(owner), name);
  return Array.isArray(list) ? list : [];
};

function lightenWriter(writer: unknown): void {
  lighten(writer);
  for (const entry of listIn(writer, "writes")) lighten(Reflect.get(Object(entry), "mapper"));
}

function lighten(runnable: unknown): void {
  if (!isWrappedFunction(runnable)) return;
  const { func } = runnable;
  const traced = runnable.invoke.bind(runnable);
  runnable.invoke = (input, config) =>
    isTraced(config) ? traced(input, config) : inContext(config, () => func(input, config));
}

const isWrappedFunction = (value: unknown): value is WrappedFunction =>
  typeof Reflect.get(Object(value), "func") === "function" &&
  typeof Reflect.get(Object(value), "invoke") === "function" &&
  Reflect.get(Object(value), "trace") === false;

const isCompiledNode = (value: unknown): value is CompiledNode =>
  isWrappedFunction(Reflect.get(Object(value), "bound")) &&
  typeof Reflect.get(Object(value), "getNode") === "function" &&
  listIn(value, "writers").every((writer) => isWrappedFunction(writer));

const isCompiledGraph = (value: object): value is CompiledGraph =>
  typeof Reflect.get(value, "attachBranch") === "function" &&
  typeof Reflect.get(value, "channels") === "object" &&
  typeof Reflect.get(Object(Reflect.get(value, "builder")), "branches") === "object";

const isTraced = ({ callbacks }: RunnableConfig): boolean =>
  (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).some(
    (handler) => Reflect.get(handler, "name") === "langchain_tracer",
  );

const CONFIG = Symbol.for("lc:child_config");
const CONTEXT = Symbol.for("lc:context_variables");

const storageOf = () => AsyncLocalStorageProviderSingleton.getInstance();

/** The context that LangGraph's `getConfig` and LangChain's context variables read. */
function contextOf(config: RunnableConfig): object {
  const variables: unknown = Reflect.get(Object(storageOf().getStore()), CONTEXT);
  return { extra: { [CONFIG]: config }, [CONTEXT]: variables };
}

const inContext = <Result>(config: RunnableConfig, run: () => Result): Result =>
  storageOf().run(contextOf(config), run);
