import type { AGUIEvent, RunAgentInput } from "@ag-ui/core";
import type { StateDeclaration } from "@tidemark/core-state";
import type { Context, Handler } from "hono";
import { streamSSE } from "hono/streaming";
import { readRunInput } from "./ag-ui/read-run-input.ts";
import { toAgUi } from "./ag-ui/to-ag-ui.ts";
import { onceEach, replayFrom } from "./event-replay.ts";
import type { RunEvent } from "./run-events.ts";

/** How events are served. */
export interface ServeEventsOptions {
  /**
   * What is stored, for a client that comes back: it gets first what is numbered after what it has seen. A log of the
   * stream, or `storedEvents` of its thread, which begin after that number.
   */
  readonly stored?: (after: number) => Iterable<unknown> | Promise<Iterable<unknown>>;
  /** After how many milliseconds without an event a comment keeps the connection open; 15,000 when not said. */
  readonly keepAlive?: number;
}

/**
 * Answers with the events as Server-Sent Events: `id` is the number of the event, `event` its type, `data` the event.
 *
 * A client that comes back with `Last-Event-ID` gets what is stored after that number, then what is new, each event once.
 * When the client leaves, the stream of events is told to stop (`return()`), which ends a run of `streamEvents`.
 */
export function serveEvents(
  context: Context,
  events: AsyncIterable<RunEvent>,
  options: ServeEventsOptions = {},
): Response {
  const after = lastEventId(context);
  const source = events[Symbol.asyncIterator]();
  return serve(context, resumed(iterating(source), after, options), {
    ...(options.keepAlive !== undefined && { keepAlive: options.keepAlive }),
    leave: () => source.return?.(),
    frame: (event) => ({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) }),
  });
}

/** What an AG-UI endpoint needs to know. */
export interface AgUiHandlerOptions {
  readonly state: StateDeclaration;
  /** Begins a run for what the interface sent; `streamEvents` with the `state` and the `signal`, usually. */
  readonly run: (input: RunAgentInput, signal: AbortSignal) => AsyncIterable<RunEvent>;
  /** Further fields that do not leave. */
  readonly hidden?: readonly string[];
  /** After how many milliseconds without an event a comment keeps the connection open; 15,000 when not said. */
  readonly keepAlive?: number;
}

/**
 * Makes a handler that AG-UI's `HttpAgent` can be pointed at: it reads the run's input and streams AG-UI events.
 *
 * What is no run input is answered with 400 and what is wrong with it. When the client leaves, the run is aborted.
 *
 * @example
 * ```ts
 * import { agUiHandler } from "@tidemark/agents/hono";
 * import { streamEvents } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { Hono } from "hono";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("count", () => ({ control_iteration: 1 }))
 *   .addEdge(START, "count")
 *   .addEdge("count", END)
 *   .compile();
 *
 * const app = new Hono().post(
 *   "/agent",
 *   agUiHandler({
 *     state: AgentState,
 *     run: ({ threadId, runId }, signal) => streamEvents(graph, {}, { threadId, runId, signal, state: AgentState }),
 *   }),
 * );
 * const body = JSON.stringify({ threadId: "ann", runId: "run-1", messages: [], tools: [], context: [] });
 * const answer = await app.request("/agent", { method: "POST", body, headers: { "content-type": "application/json" } });
 * console.log((await answer.text()).includes("RUN_FINISHED")); // true
 * ```
 */
export function agUiHandler(options: AgUiHandlerOptions): Handler {
  const { state, run, hidden } = options;
  return async (context) => {
    const read = readRunInput(await context.req.json().catch(() => null));
    if (!read.ok) return context.json({ error: read.message }, 400);
    const { threadId, runId } = read.input;
    const left = new AbortController();
    const source = run(read.input, left.signal)[Symbol.asyncIterator]();
    const events = toAgUi(iterating(source), { state, threadId, runId, ...(hidden && { hidden }) });
    return serve(context, events, {
      ...(options.keepAlive !== undefined && { keepAlive: options.keepAlive }),
      leave: () => {
        left.abort();
        return source.return?.();
      },
      // Without a name: AG-UI's client reads the type from the event itself.
      frame: (event: AGUIEvent) => ({ data: JSON.stringify(event) }),
    });
  };
}

interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

interface ServeOptions<Event> {
  readonly frame: (event: Event) => Frame;
  readonly keepAlive?: number;
  /** Ends the run itself: what stands between waits for its next event, which may be long in coming. */
  readonly leave: () => unknown;
}

function serve<Event>(
  context: Context,
  events: AsyncIterable<Event>,
  { frame, keepAlive = 15_000, leave }: ServeOptions<Event>,
): Response {
  const stop = (): void => {
    // Who left cannot be told of an error any more.
    void Promise.resolve(leave()).catch(() => undefined);
  };
  return streamSSE(
    context,
    async (stream) => {
      const iterator = events[Symbol.asyncIterator]();
      stream.onAbort(stop);
      const beat = setInterval(() => void stream.write(": \n\n").catch(stop), keepAlive);
      try {
        for (;;) {
          const next = await iterator.next();
          if (next.done === true || stream.aborted) break;
          await stream.writeSSE(frame(next.value));
        }
      } finally {
        clearInterval(beat);
        if (stream.aborted) stop();
      }
    },
    // What fails here was told by the events already, or broke the connection: there is nobody left to tell.
    async () => {},
  );
}

const iterating = <Event>(source: AsyncIterator<Event>): AsyncIterable<Event> => ({
  [Symbol.asyncIterator]: () => source,
});

async function* resumed(
  events: AsyncIterable<RunEvent>,
  after: number | null,
  { stored }: ServeEventsOptions,
): AsyncGenerator<RunEvent> {
  const isNew = onceEach();
  if (after !== null && stored !== undefined) {
    for (const event of replayFrom(await stored(after), after)) if (isNew(event)) yield event;
  }
  for await (const event of events) {
    if ((after === null || event.sequence > after) && isNew(event)) yield event;
  }
}

/** The number that the client has seen last; what is no number counts as never having been here. */
function lastEventId(context: Context): number | null {
  const header = context.req.header("last-event-id");
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
