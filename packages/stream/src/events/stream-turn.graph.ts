import { isPlainRecord } from "@tidemark/reducers/internal";
import type { RunEvent } from "./run-events.ts";
import { type StreamEventsOptions, streamEvents } from "./stream-events.graph.ts";

/** A session that can stream a turn, such as `openSession` gives. */
export interface TurnSession<Result> {
  readonly threadId: string;
  stream(input: string | object, options?: TurnStreamOptions): AsyncGenerator<unknown, Result>;
}

/** A session whose questions can be answered, such as `openSession` gives. */
export interface ResumableSession<Result> {
  readonly threadId: string;
  streamResume(interruptId: string, answer: unknown, options?: TurnStreamOptions): AsyncGenerator<unknown, Result>;
}

/** A session whose unfinished turns can be continued, such as `openSession` gives. */
export interface ContinuableSession<Result> {
  readonly threadId: string;
  streamContinue(options?: TurnStreamOptions): AsyncGenerator<unknown, Result>;
}

/** Options that a session receives for a streamed turn. */
export interface TurnStreamOptions {
  readonly streamMode?: string | readonly string[];
  /** Which fields the stream shows: those of the graph's output, or `all`. */
  readonly fields?: "all" | "output";
  readonly signal?: AbortSignal;
}

/** Options of a streamed turn: those of a streamed run, without what the session decides. */
export type StreamTurnOptions = Omit<StreamEventsOptions, "threadId" | "config">;

/** An answer to a question of the graph. */
export interface TurnAnswer {
  readonly interruptId: string;
  readonly answer: unknown;
}

/**
 * Sends a message through a session and streams the events of the turn; returns the session's result at the end.
 *
 * It is `streamEvents` with the guarantees of a session: turns of a thread run one after another, and an unfinished turn is
 * not lost. A turn that was refused (`busy`, `unfinished`, …) or that lost its lease ends with `run_failed`, whose code is the
 * outcome. An error of the graph is the event `run_failed` as well, and the result is null. `return()` stops the turn.
 *
 * @example
 * ```ts
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { streamTurn } from "@tidemark/stream/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 * import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("greet", () => ({ messages: [{ role: "assistant", content: "Hello." }] }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "greet")
 *   .addEdge("greet", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const turn = streamTurn(openSession({ graph, threadId: "ann" }), "Hi");
 * let next = await turn.next();
 * while (next.done !== true) next = await turn.next();
 * console.log(next.value?.outcome); // done
 * ```
 */
export const streamTurn = <Result>(
  session: TurnSession<Result>,
  input: string | object,
  options: StreamTurnOptions = {},
): AsyncGenerator<RunEvent, Result | null> =>
  streamed(session.threadId, (turn) => session.stream(input, turn), options);

/**
 * Answers questions of the graph through a session and streams the events of the turn, as `streamTurn` does.
 *
 * Several answers are given one after another, as one run; the first one that the session refuses ends it.
 */
export const streamResume = <Result>(
  session: ResumableSession<Result>,
  answers: TurnAnswer | readonly TurnAnswer[],
  options: StreamTurnOptions = {},
): AsyncGenerator<RunEvent, Result | null> =>
  streamed(session.threadId, (turn) => answered(session, [answers].flat(), turn), options);

/** Continues an unfinished turn through a session and streams its events, as `streamTurn` does. */
export const streamContinue = <Result>(
  session: ContinuableSession<Result>,
  options: StreamTurnOptions = {},
): AsyncGenerator<RunEvent, Result | null> =>
  streamed(session.threadId, (turn) => session.streamContinue(turn), options);

async function* answered<Result>(
  session: ResumableSession<Result>,
  answers: readonly TurnAnswer[],
  options: TurnStreamOptions,
): AsyncGenerator<unknown, Result | null> {
  let result: Result | null = null;
  for (const { interruptId, answer } of answers) {
    result = yield* session.streamResume(interruptId, answer, options);
    if (refusalOf(result) !== null) break;
  }
  return result;
}

function streamed<Result>(
  threadId: string,
  begin: (options: TurnStreamOptions) => AsyncGenerator<unknown, Result>,
  options: StreamTurnOptions,
): AsyncGenerator<RunEvent, Result | null> {
  const left = new AbortController();
  const signal = options.signal === undefined ? left.signal : AbortSignal.any([options.signal, left.signal]);
  const events = turnEvents(threadId, begin, { ...options, signal });
  const end = events.return.bind(events);
  // First the turn, which may be in the middle of something: only then does the generator see that nobody reads.
  return Object.assign(events, {
    async return(value: Result | null | PromiseLike<Result | null>) {
      left.abort();
      return end(value);
    },
  });
}

async function* turnEvents<Result>(
  threadId: string,
  begin: (options: TurnStreamOptions) => AsyncGenerator<unknown, Result>,
  options: StreamTurnOptions,
): AsyncGenerator<RunEvent, Result | null> {
  let result: Result | null = null;
  const turn = {
    stream: (_: unknown, asked: unknown) => {
      const { streamMode, signal } = isPlainRecord(asked) ? asked : {};
      const streaming = begin({
        fields: "all",
        ...(Array.isArray(streamMode) && { streamMode: streamMode.map(String) }),
        ...(signal instanceof AbortSignal && { signal }),
      });
      return Promise.resolve(
        (async function* () {
          result = yield* streaming;
        })(),
      );
    },
  };
  for await (const event of streamEvents(turn, null, { ...options, threadId })) {
    yield event.type === "run_finished" && event.outcome !== "cancelled" ? endOf(event, result) : event;
  }
  return result;
}

/** A turn that the session refused has run nothing, or not to its end: it is not finished. */
function endOf(event: Extract<RunEvent, { readonly type: "run_finished" }>, result: unknown): RunEvent {
  const code = refusalOf(result);
  if (code === null) return event;
  const { outcome: _, interrupts: __, ...base } = event;
  const message = REFUSALS[code] ?? "The turn could not be completed. Send it again.";
  return { ...base, type: "run_failed", message, code, isPublic: true };
}

/** The outcome of a turn that did not get to its end; null for any other. */
function refusalOf(result: unknown): string | null {
  const outcome: unknown = isPlainRecord(result) ? result["outcome"] : null;
  return typeof outcome !== "string" || outcome === "done" || outcome === "interrupted" ? null : outcome;
}

/** Sentences for users, by the outcome of a session. */
const REFUSALS: Readonly<Record<string, string>> = {
  abandoned: "The conversation continued without an answer to this question.",
  aborted: "The turn was stopped before its end.",
  alreadyResolved: "This was already answered elsewhere; the first answer counts.",
  busy: "Another turn is running in this conversation. Try again in a moment.",
  fenced: "Another process has taken over this conversation. Send the message again.",
  missingNode: "This conversation waits at a step that the program does not have any more.",
  nothingToContinue: "There is no unfinished turn to continue.",
  superseded: "This conversation continued elsewhere. Read it again before you repeat the message.",
  unfinished: "The last turn is unfinished. Continue it first.",
  unknownInterrupt: "This conversation has no such question.",
};
