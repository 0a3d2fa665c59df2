import { isPlainRecord } from "@tidemark/reducers/internal";
import type { RunEvent } from "./run-events.ts";
import { type StreamRunOptions, streamUnfinished } from "./stream-run.graph.ts";
import { type StoredThread, threadEvents } from "./thread-events.graph.ts";
import { unfinishedOf, type UnfinishedSession } from "./unfinished-messages.graph.ts";

/** Session that can stream a turn, such as the result of `openSession`. */
export interface TurnSession<Result> extends UnfinishedSession {
  readonly threadId: string;
  stream(input: string | object, options?: TurnStreamOptions): AsyncGenerator<unknown, Result>;
}

/** Session whose questions can be answered, such as the result of `openSession`. */
export interface ResumableSession<Result> extends UnfinishedSession {
  readonly threadId: string;
  streamResume(interruptId: string, answer: unknown, options?: TurnStreamOptions): AsyncGenerator<unknown, Result>;
}

/** Session whose unfinished turns can be continued, such as the result of `openSession`. */
export interface ContinuableSession<Result> extends UnfinishedSession {
  readonly threadId: string;
  streamContinue(options?: TurnStreamOptions): AsyncGenerator<unknown, Result>;
}

/** Options passed to a session for a streamed turn. */
export interface TurnStreamOptions {
  readonly streamMode?: string | readonly string[];
  /** Fields in the stream: those of the graph's output, or `all`. */
  readonly fields?: "all" | "output";
  readonly signal?: AbortSignal;
  /** Key of the call: a repetition with the same key starts no turn. */
  readonly idempotencyKey?: string;
  /** Earlier checkpoint of the thread at which a new turn starts. */
  readonly checkpointId?: string;
  /** Handling of an unfinished previous turn. Defaults to that of the session. */
  readonly unfinished?: "finish" | "end" | "refuse";
  /** `steer` gives the text of a message to the running turn. Defaults to `wait`. */
  readonly onBusy?: "steer" | "wait";
  /** Called when a text is stored for the running turn. */
  readonly onSteered?: () => void;
  /** LangGraph's configuration of the run. */
  readonly config?: object;
}

/** Options of a streamed turn: those of `streamRun`, without those that the session sets. */
export type StreamTurnOptions = Omit<StreamRunOptions, "threadId">;

/** Answer to a question of the graph. */
export interface TurnAnswer {
  /** Id of the question: `id` of a pending interrupt. */
  readonly interruptId: string;
  /** Answer, in any form that the node accepts. */
  readonly answer: unknown;
}

/**
 * Sends a message through a session and streams the events of the turn. The generator returns the session's result.
 *
 * Works like `streamRun` with the guarantees of a session: turns of a thread run one after another, and an unfinished
 * turn is not lost. A turn that is refused (`busy`, `unfinished`, …) or that loses its lease ends with `run_failed`, whose
 * code is the outcome. An error of the graph also ends with `run_failed`, and the result is null. `return()` stops the turn.
 *
 * @example
 * ```ts
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
 * import { streamTurn } from "tidemark/stream";
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
  streamSession(session, (turn) => session.stream(input, turn), { ...options, joins: false });

/**
 * Answers questions of the graph through a session and streams the events of the turn, as `streamTurn` does.
 *
 * Several answers are sent in order, as one run. The run ends at the first answer that the session refuses.
 */
export const streamResume = <Result>(
  session: ResumableSession<Result>,
  answers: TurnAnswer | readonly TurnAnswer[],
  options: StreamTurnOptions = {},
): AsyncGenerator<RunEvent, Result | null> =>
  streamSession(session, (turn) => streamAnswers(session, [answers].flat(), turn), { ...options, joins: true });

/** Continues an unfinished turn through a session and streams its events, as `streamTurn` does. */
export const streamContinue = <Result>(
  session: ContinuableSession<Result>,
  options: StreamTurnOptions = {},
): AsyncGenerator<RunEvent, Result | null> =>
  streamSession(session, (turn) => session.streamContinue(turn), { ...options, joins: true });

async function* streamAnswers<Result>(
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

/** Session of a streamed turn. */
type StreamedSession = UnfinishedSession & { readonly threadId: string };

/** `joins` is true for a call that goes on with the newest turn of the thread. */
type CallOptions = StreamTurnOptions & { readonly joins: boolean };

function streamSession<Result>(
  session: StreamedSession,
  begin: (options: TurnStreamOptions) => AsyncGenerator<unknown, Result>,
  options: CallOptions,
): AsyncGenerator<RunEvent, Result | null> {
  const left = new AbortController();
  const signal = options.signal === undefined ? left.signal : AbortSignal.any([options.signal, left.signal]);
  const events = turnEvents(session, begin, { ...options, signal });
  const end = events.return.bind(events);
  // Abort the turn first: the generator may be waiting for it.
  return Object.assign(events, {
    async return(value: Result | null | PromiseLike<Result | null>) {
      left.abort();
      return end(value);
    },
  });
}

async function* turnEvents<Result>(
  session: StreamedSession,
  begin: (options: TurnStreamOptions) => AsyncGenerator<unknown, Result>,
  { joins, ...options }: CallOptions,
): AsyncGenerator<RunEvent, Result | null> {
  let result: Result | null = null;
  const turn = {
    stream: (_: unknown, given: unknown) => {
      const { streamMode, signal, ...rest } = isPlainRecord(given) ? given : {};
      const config = Object.fromEntries(Object.entries(rest).filter(([name]) => OF_TURN.includes(name)));
      const streaming = begin({
        fields: "all",
        config,
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
  const { threadId } = session;
  const { unfinishedMessages: now } = unfinishedOf(session);
  const unfinished = { before: joins ? await now() : [], now };
  for await (const event of streamUnfinished(turn, null, { ...options, threadId }, unfinished)) {
    const isEnd = event.type === "run_finished" && event.outcome !== "cancelled";
    const other = isEnd ? turnOfOther(result) : null;
    if (other !== null) yield* reported({ threadId, ...other, unfinishedMessages: now }, event, options);
    else yield isEnd ? endOf(event, result) : event;
  }
  return result;
}

/** The thread after a turn that has read the message of another one; null for the turn of the message itself. */
function turnOfOther(result: unknown): Pick<StoredThread, "pending" | "state"> | null {
  const { steered, state, interrupts = [] } = isPlainRecord(result) ? result : {};
  if (steered !== true) return null;
  return {
    state: () => Promise.resolve(isPlainRecord(state) ? state : null),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- result of a session
    pending: () => Promise.resolve(interrupts as Awaited<ReturnType<StoredThread["pending"]>>),
  };
}

/** Reports a thread at the end of a run: its messages, values and questions. */
async function* reported(thread: StoredThread, end: RunEvent, view: StreamTurnOptions): AsyncGenerator<RunEvent> {
  let { sequence } = end;
  for await (const event of threadEvents(thread, { ...view, runId: end.runId })) {
    if (event.type === "run_started") continue;
    yield { ...event, sequence };
    sequence += 1;
  }
}

/** LangGraph's configuration that a session takes. */
const OF_TURN: readonly string[] = [
  "callbacks",
  "context",
  "metadata",
  "recursionLimit",
  "runName",
  "store",
  "subgraphs",
  "tags",
];

/** Last event of a turn. A turn that the session refused ends with `run_failed`. */
function endOf(event: Extract<RunEvent, { readonly type: "run_finished" }>, result: unknown): RunEvent {
  const code = refusalOf(result);
  if (code === null) return event;
  const { outcome: _, interrupts: __, ...base } = event;
  const message = REFUSALS[code] ?? "The turn could not be completed. Send it again.";
  return { ...base, type: "run_failed", message, code, isPublic: true };
}

/** Outcome of a turn that did not reach its end, otherwise null. */
function refusalOf(result: unknown): string | null {
  const outcome: unknown = isPlainRecord(result) ? result["outcome"] : null;
  return typeof outcome !== "string" || outcome === "done" || outcome === "interrupted" ? null : outcome;
}

/** Messages for users, by the outcome of a session. */
const REFUSALS: Readonly<Record<string, string>> = {
  abandoned: "The conversation continued without an answer to this question.",
  aborted: "The turn was stopped before it finished.",
  alreadyResolved: "This question was already answered elsewhere. The first answer counts.",
  changedRequest: "The request has changed since it was shown. Load the conversation again.",
  busy: "Another turn is running in this conversation. Try again in a moment.",
  fenced: "Another process has taken over this conversation. Send the message again.",
  missingNode: "This conversation waits at a step that no longer exists in the program.",
  notAllowed: "You may not decide this request. It waits for another person.",
  notDue: "The conversation waits for a time that has not come.",
  nothingToContinue: "This conversation has no unfinished turn.",
  superseded: "This conversation continued elsewhere. Reload it before you send the message again.",
  unfinished: "The last turn is unfinished. Continue or stop it, or answer its question, and send the message again.",
  unknownInterrupt: "This conversation does not have this question.",
};
