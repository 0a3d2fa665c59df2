import type { RunnableConfig } from "@langchain/core/runnables";
import type { AgentIdentity } from "@tidemark/core-state/internal";
import { type Clock, type Ids, systemClock } from "@tidemark/state-manager";
import { randomIds } from "@tidemark/state-manager/internal";
import { eventStamper } from "@tidemark/agents/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { eventsOfState, type EventFields } from "./events-of-state.ts";
import type { RunEvent } from "./run-events.ts";
import { rememberError } from "./run-failure.ts";
import type { UnfinishedMessage } from "./messages.graph.ts";
import { type Translator, translator } from "./translator.graph.ts";
import { visibility, type ViewOptions } from "./visibility.ts";

/** Graph that can be streamed, such as a compiled graph of LangGraph. */
export interface StreamableGraph {
  /** Names of all fields. Set if the graph declares an output. */
  readonly streamChannels?: unknown;
  stream(input: unknown, options?: unknown): Promise<AsyncIterable<unknown>>;
}

/** Graph whose stored events can be read. */
export interface StoringGraph {
  getState(config: RunnableConfig): Promise<{ readonly values: unknown }>;
}

/** Options of {@link streamRun}. */
export interface StreamRunOptions extends ViewOptions {
  /** Id of the conversation. */
  readonly threadId: string;
  /** Generates the run's id if `runId` is not set. */
  readonly ids?: Ids;
  /** Id of the run in the events. Defaults to an id from `ids`. */
  readonly runId?: string;
  /** Clock for the times of the events. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /** Aborts the run. The outcome of the last event is then `cancelled`. */
  readonly signal?: AbortSignal;
  /** Returns the display identity of an agent. Defaults to the agent's id as its name. */
  readonly identity?: (agentId: string) => AgentIdentity;
  /** Returns true for a node whose model output users may read. Defaults to all nodes except routing and planning. */
  readonly visibleNodes?: (node: string) => boolean;
  /** Number of the first event, for a run that continues a stream. Defaults to 0. */
  readonly firstSequence?: number;
  /** Further options for LangGraph: `recursionLimit`, `context`, `configurable`, `durability`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Nodes whose model output is not for users. */
const SILENT: ReadonlySet<string> = new Set([
  "turn_start",
  "turn_guard",
  "history_summary",
  "commit",
  "task_extraction",
  "classifier",
  "planner",
]);

/** True for a node whose model output users may read. */
export const speaksByDefault = (node: string): boolean => !SILENT.has(node);

const MODES = ["values", "updates", "custom", "messages", "tasks"];

/**
 * Runs a compiled graph and streams its events.
 *
 * The first event is `run_started`. The last is `run_finished` (finished, interrupted, cancelled) or `run_failed`: an error
 * of the graph is an event and is not thrown. Events that nodes emit (`eventEmitter`) are sent immediately, events derived
 * from stored values after the step. An event that is both emitted and stored is sent once, and a resumed run does not
 * repeat events that its thread already contained. To stop the run, stop reading (`break`, `return()`).
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, extendState, fieldGroups, toStateSchema } from "tidemark";
 * import { createStatusUpdate, streamRun } from "tidemark/stream";
 *
 * const SearchState = extendState(AgentState, { version: 1, fields: fieldGroups.progress });
 * const graph = new StateGraph(toStateSchema(SearchState))
 *   .addNode("search", () => createStatusUpdate("Searching", 0.5, { timestamp: 1_767_904_200 }))
 *   .addEdge(START, "search")
 *   .addEdge("search", END)
 *   .compile();
 *
 * const types: string[] = [];
 * for await (const event of streamRun(graph, {}, { threadId: "ann" })) types.push(event.type);
 * console.log(types.join(" ")); // run_started node_started node_finished status run_finished
 * ```
 */
export function streamRun(
  graph: StreamableGraph,
  input: unknown,
  options: StreamRunOptions,
): AsyncIterableIterator<RunEvent> {
  return streamUnfinished(graph, input, options);
}

/** Messages of agents that have not ended, before the run and now. */
export interface UnfinishedWork {
  readonly before: readonly UnfinishedMessage[];
  readonly now: () => Promise<readonly UnfinishedMessage[]>;
}

/**
 * Streams a run that continues unfinished work, or leaves some.
 *
 * @internal
 */
export function streamUnfinished(
  graph: StreamableGraph,
  input: unknown,
  options: StreamRunOptions,
  unfinished?: UnfinishedWork,
): AsyncIterableIterator<RunEvent> {
  const left = new AbortController();
  const events = run(graph, input, { ...options, left: left.signal, unfinished });
  return {
    next: () => events.next(),
    async return() {
      // Abort the run first: the generator may be waiting for it.
      left.abort();
      await events.return(undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * Returns the events stored by the current turn of a thread, for a client that reconnects.
 *
 * They have the same ids as in `streamRun`, so that a client can drop events that it already has. They are numbered
 * from `firstSequence`: pass the number after the last one that the client has seen, and continue the stream with the
 * number after the last stored event.
 */
export async function storedEvents(
  graph: StoringGraph,
  { threadId, runId, firstSequence = 0, clock = systemClock, identity }: StoredEventsOptions,
): Promise<readonly RunEvent[]> {
  const { values } = await graph.getState({ configurable: { thread_id: threadId } });
  if (!isPlainRecord(values)) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of a declared state, in which fields with these names have these types
  const fields = values as EventFields;
  const events = eventsOfState(fields, { runId, now: clock.now(), ...(identity && { identity }) });
  const visible = visibility({});
  return events
    .flatMap((event) => visible.event(event) ?? [])
    .map((event, index) => ({ ...event, sequence: firstSequence + index }));
}

/** Options of {@link storedEvents}. */
export interface StoredEventsOptions {
  /** Id of the conversation. */
  readonly threadId: string;
  /** Id of the run in the events. */
  readonly runId: string;
  /** Number of the first event. Defaults to 0. */
  readonly firstSequence?: number;
  /** Clock for events without a stored time. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /** Returns the display identity of an agent. Defaults to the agent's id as its name. */
  readonly identity?: (agentId: string) => AgentIdentity;
}

async function* run(
  graph: StreamableGraph,
  input: unknown,
  options: StreamRunOptions & { readonly left: AbortSignal; readonly unfinished: UnfinishedWork | undefined },
): AsyncGenerator<RunEvent, undefined> {
  const { threadId, clock = systemClock, ids = randomIds, left, unfinished } = options;
  const runId = options.runId ?? ids.next();
  const stopped = options.signal === undefined ? left : AbortSignal.any([options.signal, left]);
  const stamper = eventStamper({
    runId,
    turnId: "turn_0",
    clock,
    ...(options.firstSequence !== undefined && { firstSequence: options.firstSequence }),
  });
  const translated = translator({
    stamper,
    reading: { runId, now: clock.now(), ...(options.identity && { identity: options.identity }) },
    state: options.state,
    visible: options.visible,
    tools: options.tools,
    speaks: options.visibleNodes ?? speaksByDefault,
    unfinished: unfinished?.before,
  });
  yield stamper.stamp({ type: "run_started", threadId });
  let failure: { readonly error: unknown } | null = null;
  try {
    // Events need more fields than the output of the graph.
    const outputKeys = graph.streamChannels;
    const shown = outputKeys === undefined ? {} : { outputKeys };
    // The words of an agent's model come from a graph inside of its node.
    const config = { ...options.config, signal: stopped, streamMode: MODES, subgraphs: true, ...shown };
    const configurable = { ...recordOf(options.config?.["configurable"]), thread_id: threadId };
    for await (const part of await graph.stream(input, { ...config, configurable })) {
      yield* eventsOf(part, translated);
    }
  } catch (error) {
    failure = { error };
  }
  if (left.aborted) return undefined;
  const isEnded = failure === null && !stopped.aborted && translated.interrupts.length === 0;
  yield* translated.rest(isEnded ? [] : await unfinished?.now());
  if (stopped.aborted) yield stamper.stamp({ type: "run_finished", outcome: "cancelled", interrupts: [] });
  else if (failure !== null)
    yield rememberError(stamper.stamp({ type: "run_failed", ...describeError(failure.error) }), failure.error);
  else {
    const { interrupts } = translated;
    yield stamper.stamp({
      type: "run_finished",
      outcome: interrupts.length > 0 ? "interrupted" : "finished",
      interrupts,
    });
  }
  return undefined;
}

function eventsOf(part: unknown, translated: Translator): readonly RunEvent[] {
  const parts = listOf(part);
  // With subgraphs the namespace comes first. Of graphs inside only messages and custom events count.
  const [namespace, mode, chunk] = parts.length === 3 ? parts : [[], ...parts];
  if (typeof mode !== "string") return [];
  const isInside = listOf(namespace).length > 0;
  return isInside && mode !== "messages" && mode !== "custom" ? [] : translated.chunk(mode, chunk);
}

function describeError(error: unknown): { readonly message: string; readonly code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code: unknown = Reflect.get(error, "code") ?? Reflect.get(error, "lc_error_code");
  return { message: error.message, ...(typeof code === "string" && { code }) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isPlainRecord(value) ? value : {});
