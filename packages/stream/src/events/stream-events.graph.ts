import type { RunnableConfig } from "@langchain/core/runnables";
import type { AgentIdentity } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, type Ids, randomIds, systemClock } from "@tidemark/state-manager";
import { eventStamper } from "@tidemark/agents/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { eventsOfState, type WithNews } from "./events-of-state.ts";
import type { RunEvent } from "./run-events.ts";
import { rememberError } from "./run-failure.ts";
import { type Translator, translator } from "./translator.graph.ts";

/** What is asked of a graph: that it streams as the host's compiled graphs do. */
export interface StreamableGraph {
  /** The names of all its fields, where it has an output of its own. */
  readonly streamChannels?: unknown;
  stream(input: unknown, options?: unknown): Promise<AsyncIterable<unknown>>;
}

/** What is asked of a graph whose stored news are read. */
export interface StoringGraph {
  getState(config: RunnableConfig): Promise<{ readonly values: unknown }>;
}

/** How a run is streamed. */
export interface StreamEventsOptions {
  readonly threadId: string;
  /** Makes the run's id unless `runId` gives it. */
  readonly ids?: Ids;
  readonly runId?: string;
  readonly clock?: Pick<Clock, "now">;
  /** Ends the run when it is aborted; the last event then says `cancelled`. */
  readonly signal?: AbortSignal;
  /** With it the stream carries the values: one snapshot, then what each step changed. */
  readonly state?: StateDeclaration;
  /** Further fields that do not leave, beside those declared with `ui: false`. */
  readonly hidden?: readonly string[];
  /** How agents appear; by their ids when not said. */
  readonly identity?: (agentId: string) => AgentIdentity;
  /** Says whether people may read what a node's models write; not the routing and planning nodes, when not said. */
  readonly speaks?: (node: string) => boolean;
  /** The number of the first event, for a run that goes on with a stream that a reader knows already. */
  readonly firstSequence?: number;
  /** What else the host is told: `recursionLimit`, `context`, `configurable`, `durability`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Nodes whose models write for the machine. */
const SILENT: ReadonlySet<string> = new Set(["turn_start", "commit", "task_extraction", "classifier", "planner"]);

const MODES = ["values", "updates", "custom", "messages", "tasks"];

/**
 * Runs a compiled graph and tells what happens, event by event.
 *
 * The first event is `run_started`; the last is `run_finished` (finished, interrupted, cancelled) or `run_failed`: an error
 * of the graph is an event, and nothing is thrown. What nodes tell (`eventEmitter`) comes at once, what they store after
 * their step; news that were both told and stored come once, and a resumed run does not repeat what its thread had stored.
 * Who stops reading (`break`, `return()`) stops the run.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { streamEvents } from "@tidemark/stream/langgraph";
 * import { AgentState, createStatusUpdate, extendState, fieldGroups } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const SearchState = extendState(AgentState, { version: 1, fields: fieldGroups.progress });
 * const graph = new StateGraph(toStateSchema(SearchState))
 *   .addNode("search", () => createStatusUpdate("Searching", 0.5, { timestamp: 1_767_904_200 }))
 *   .addEdge(START, "search")
 *   .addEdge("search", END)
 *   .compile();
 *
 * const types: string[] = [];
 * for await (const event of streamEvents(graph, {}, { threadId: "ann" })) types.push(event.type);
 * console.log(types.join(" ")); // run_started node_started node_finished status run_finished
 * ```
 */
export function streamEvents(
  graph: StreamableGraph,
  input: unknown,
  options: StreamEventsOptions,
): AsyncIterableIterator<RunEvent> {
  const left = new AbortController();
  const events = run(graph, input, { ...options, left: left.signal });
  return {
    next: () => events.next(),
    async return() {
      // First the run, which may be in the middle of something; only then can the generator take notice.
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
 * Reads what a thread has stored of its present turn, as events, for a reader who was away.
 *
 * Their ids are those that `streamEvents` gave them, so that a reader drops what it has. Their numbers count the stored
 * events alone, from `firstSequence`: for a reader who has seen a stream up to some number, let them begin after it, and
 * give the run that goes on the number after theirs.
 */
export async function storedEvents(
  graph: StoringGraph,
  { threadId, runId, firstSequence = 0, clock = systemClock, identity }: StoredEventsOptions,
): Promise<readonly RunEvent[]> {
  const { values } = await graph.getState({ configurable: { thread_id: threadId } });
  if (!isPlainRecord(values)) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of a declared state, whose fields of these names have these types
  const news = values as WithNews;
  const events = eventsOfState(news, { runId, now: clock.now(), ...(identity && { identity }) });
  return events.map((event) => ({ ...event, sequence: event.sequence + firstSequence }));
}

/** Which thread's stored events are read. */
export interface StoredEventsOptions {
  readonly threadId: string;
  readonly runId: string;
  /** The number of the first event; 0 when not said. */
  readonly firstSequence?: number;
  readonly clock?: Pick<Clock, "now">;
  readonly identity?: (agentId: string) => AgentIdentity;
}

async function* run(
  graph: StreamableGraph,
  input: unknown,
  options: StreamEventsOptions & { readonly left: AbortSignal },
): AsyncGenerator<RunEvent, undefined> {
  const { threadId, clock = systemClock, ids = randomIds, left } = options;
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
    hidden: options.hidden,
    speaks: options.speaks ?? ((node) => !SILENT.has(node)),
  });
  yield stamper.stamp({ type: "run_started", threadId });
  let failure: { readonly error: unknown } | null = null;
  try {
    // Events say more than the output of a graph.
    const outputKeys = graph.streamChannels;
    const shown = outputKeys === undefined ? {} : { outputKeys };
    const config = { ...options.config, signal: stopped, streamMode: MODES, ...shown };
    const configurable = { ...recordOf(options.config?.["configurable"]), thread_id: threadId };
    for await (const part of await graph.stream(input, { ...config, configurable })) {
      yield* eventsOf(part, translated);
    }
  } catch (error) {
    failure = { error };
  }
  if (left.aborted) return undefined;
  yield* translated.rest();
  if (stopped.aborted) yield stamper.stamp({ type: "run_finished", outcome: "cancelled", interrupts: [] });
  else if (failure !== null)
    yield rememberError(stamper.stamp({ type: "run_failed", ...described(failure.error) }), failure.error);
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
  const [mode, chunk] = listOf(part);
  return typeof mode === "string" ? translated.chunk(mode, chunk) : [];
}

function described(error: unknown): { readonly message: string; readonly code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code: unknown = Reflect.get(error, "code") ?? Reflect.get(error, "lc_error_code");
  return { message: error.message, ...(typeof code === "string" && { code }) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isPlainRecord(value) ? value : {});
