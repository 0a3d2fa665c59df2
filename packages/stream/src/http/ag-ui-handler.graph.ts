import type { AGUIEvent, RunAgentInput } from "@ag-ui/core";
import type { StateDeclaration } from "@tidemark/core-state";
import type { Context, Handler } from "hono";
import { readRunInput } from "../ag-ui/read-run-input.ts";
import { toAgUi } from "../ag-ui/to-ag-ui.ts";
import { signerOf } from "../ai-sdk/signature.ts";
import type { RunEvent } from "../events/run-events.ts";
import { threadEvents } from "../events/thread-events.graph.ts";
import type { FailureOptions } from "../events/run-failure.ts";
import type { ViewOptions } from "../events/visibility.ts";
import { type LiveRun, liveRuns, type LiveRuns, type RunStart } from "../runs/live-runs.ts";
import { nextRun } from "../runs/next-run.ts";
import { type EventFrame, eventResponse, type EventStreamLimits } from "./event-response.ts";
import { type Problem, refusedAccess } from "./problem.ts";
import { readJson } from "./read-json.ts";
import { type Answer, failedResponse, route, TOO_MANY_CLIENTS } from "./routes.ts";
import { verifiedInput, withSignedIds } from "./signed-resume.graph.ts";
import { type AgUiSession, sessionRun, steers, turnProblem, userMessage, withPlaceOf } from "./session-run.graph.ts";
import { type ReadThread, readThread, steerRun } from "./start-run.graph.ts";

/** Options of every AG-UI endpoint. */
export interface AgUiEndpointOptions<Access> extends EventStreamLimits, FailureOptions {
  /**
   * Authorizes a run: receives the request and the input, and returns the data about the user for `run` or `session`, or
   * null to respond with 403. A thread does not record who owns it: check that the user may use `input.threadId`. For a server
   * that is only reachable from the same machine, pass `anyone`.
   */
  readonly authorize: (context: Context, input: RunAgentInput) => Access | null | Promise<Access | null>;
  /** Maximum size of a request body, in bytes. Defaults to 1,048,576. */
  readonly maxBytes?: number;
}

/** Options of an endpoint that runs each request as a turn of a session. */
export interface AgUiSessionOptions<Access> extends AgUiEndpointOptions<Access>, ViewOptions {
  /** Declared state. Its fields marked `ui: true` are sent. */
  readonly state: StateDeclaration;
  /**
   * Effect of a disconnected client on its run: `stop` stops it, and `continue` lets it go on, so that the client can follow it
   * again from its beginning. A request with the same `runId`, or one without a new message, then starts nothing. Defaults to `stop`.
   */
  readonly onDisconnect?: "continue" | "stop";
  /**
   * Secret for signatures of questions, at least 16 characters and the same in all processes. The ids of interrupts then contain the
   * signature, and answers are refused unless they use such an id. Approvals then need the hash of what was shown.
   */
  readonly key?: string;
  /** Opens the session of the thread, usually with `openSession`. */
  readonly session: (input: RunAgentInput, access: Access) => AgUiSession | Promise<AgUiSession>;
}

/** Options of an endpoint that starts its runs itself. */
export interface AgUiRunOptions<Access> extends AgUiEndpointOptions<Access> {
  /** Starts a run, which must end when the signal is aborted. */
  readonly run: (input: RunAgentInput, begin: AgUiRun<Access>) => AsyncIterable<RunEvent>;
}

/** Context of a run. */
export interface AgUiRun<Access> {
  /** The result of `authorize`. */
  readonly access: Access;
  /** Aborted when the client disconnects or stops reading. */
  readonly signal: AbortSignal;
}

/** Options of `agUiHandler`: either `session` or `run`. */
export type AgUiHandlerOptions<Access> = AgUiSessionOptions<Access> | AgUiRunOptions<Access>;

/** Allows every request. For servers that are only reachable from the same machine, and for tests. */
export const anyone = (): true => true;

/**
 * Creates a handler for AG-UI's `HttpAgent`: it reads the input of a run and streams AG-UI events.
 *
 * With `session`, a run is a turn: a new message of the user, or the answers in `resume`. Runs of one thread run one after
 * another. With `onBusy: "steer"` in `forwardedProps`, the running turn gets the text of the message; the run then ends with that turn, or is the
 * next one if no agent has read the message. A run whose message is already in the thread, such as a retry of the client, starts no turn and reports the
 * current thread. A `runId` that is already running gets the status 409.
 *
 * Clients of AG-UI 1.0 and before are distinguished by `protocolVersion` in their input. The status is 415 unless the content type is
 * JSON, 413 above `maxBytes`, 422 for an unknown version, 400 for another invalid input, 403 if `authorize` returns null, and 409 for an
 * approval of another content than what was shown. Refusals are `application/problem+json` with a `code`. If the client disconnects or leaves events unread for longer than `writeTimeout`, the run is aborted, unless `onDisconnect` is `continue`.
 *
 * @example
 * ```ts
 * import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
 * import { agUiHandler, anyone } from "tidemark/hono";
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { Hono } from "hono";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("greet", () => ({ messages: [{ role: "assistant", content: "Hello." }] }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "greet")
 *   .addEdge("greet", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const app = new Hono().post(
 *   "/agent",
 *   agUiHandler({
 *     state: AgentState,
 *     authorize: anyone,
 *     session: ({ threadId }) => openSession({ graph, threadId }),
 *   }),
 * );
 * const messages = [{ id: "m1", role: "user", content: "Hi" }];
 * const body = JSON.stringify({ threadId: "ann", runId: "run-1", messages, tools: [], context: [] });
 * const answer = await app.request("/agent", { method: "POST", body, headers: { "content-type": "application/json" } });
 * console.log((await answer.text()).includes("RUN_FINISHED")); // true
 * ```
 */
export function agUiHandler<Access>(options: AgUiHandlerOptions<Access>): Handler {
  return agUiRoute(options, liveRuns(options));
}

/**
 * Creates the handler for runs that other routes share.
 *
 * @internal
 */
export function agUiRoute<Access>(options: AgUiHandlerOptions<Access>, runs: LiveRuns): Handler {
  const { authorize, maxBytes } = options;
  const begin = "session" in options ? bySession(options) : options.run;
  const continues = "session" in options && options.onDisconnect === "continue";
  const signs = signerOf("session" in options ? options.key : undefined);
  const running = new Set<string>();

  async function respond(context: Context): Promise<Answer> {
    const body = await readJson(context, maxBytes);
    if ("code" in body) return body;
    const read = readRunInput(body.value);
    if (!read.ok) return refuse("invalidRequest", read.message);
    const { threadId, runId } = read.input;
    const protocolVersion = versionOf(read.input);
    if (protocolVersion === null) {
      return refuse("unknownVersion", "protocolVersion: this endpoint speaks 1.0 and before.");
    }
    const access = await authorize(context, read.input);
    if (access === null) return refusedAccess(context);
    const { session } = { session: null, ...options };
    const opened = session === null ? null : async () => session(read.input, access);
    const signing = signs === null || opened === null ? null : { signs, thread: await opened() };
    const isAnswer = opened !== null && (read.input.resume ?? []).length > 0;
    const thread = signing?.thread ?? (isAnswer ? await opened() : null);
    const verified = thread === null ? read : await verifiedInput(read.input, thread, signs);
    if ("code" in verified) return verified;
    const { input } = verified;
    const problem = opened === null ? null : await turnProblem(input, opened);
    if (problem !== null) return refuse("invalidRequest", problem);
    const key = JSON.stringify([threadId, runId]);
    if (!continues && running.has(key)) return refuse("busy", "This run is already running.");
    const left = new AbortController();
    const own = (signal: AbortSignal) => begin(input, { access, signal });
    const ended = continues ? runs.connect() : () => undefined;
    if (ended === null) return TOO_MANY_CLIENTS;
    const ownRun = async () =>
      continues && opened !== null
        ? await followed(runs, input, { opened, begin: own, view: options, left: left.signal })
        : own(left.signal);
    running.add(key);
    const started = await ownRun().catch((error: unknown) => {
      ended();
      running.delete(key);
      throw error;
    });
    if ("code" in started) {
      ended();
      running.delete(key);
      return started;
    }
    const sent = steers(input) ? userMessage(input) : null;
    const placed = sent === null ? started : withPlaceOf(sent, started);
    const shown = signing === null ? placed : withSignedIds(placed, signing.thread.threadId, signing.signs);
    const source = shown[Symbol.asyncIterator]();
    const events = toAgUi({ [Symbol.asyncIterator]: () => source }, { ...options, threadId, runId, protocolVersion });
    const frames = framesOf(events, () => running.delete(key));
    return eventResponse(context, frames, {
      ...options,
      ended,
      leave() {
        left.abort();
        return Promise.allSettled([source.return?.(), frames.return(undefined)]);
      },
    });
  }

  return route((context) => respond(context).catch((error: unknown) => failedResponse(context, error, options)));
}

const refuse = (code: Problem["code"], detail: string): Problem => ({ code, detail });

/** Version of the protocol of a client, or null for one that this endpoint does not speak. Clients before 1.0 send none. */
function versionOf(input: RunAgentInput): "0.0" | "1.0" | null {
  const { protocolVersion } = input;
  if (protocolVersion === undefined) return "0.0";
  return /^1\.\d+$/.test(protocolVersion) ? "1.0" : null;
}

interface Followed {
  readonly opened: () => Promise<AgUiSession>;
  readonly begin: RunStart["begin"];
  readonly view: ViewOptions;
  /** Aborted when the client has left. */
  readonly left: AbortSignal;
}

/** Events of the run that an input names, or of the run that it starts. The run goes on without its client. */
async function followed(
  runs: LiveRuns,
  input: RunAgentInput,
  { opened, begin, view, left }: Followed,
): Promise<AsyncIterable<RunEvent> | Problem> {
  const { runId, resume = [] } = input;
  const session = await opened();
  // The thread may be stored under another id than the one that the client knows.
  const { threadId } = session;
  const known = runs.byId(threadId, runId);
  if (known !== null) return known.follow();
  const { messages, interrupts } = await readThread(session, view);
  const sent = userMessage(input);
  const started = runs.list(threadId).find((run) => run.runId === runId || run.origin.message?.id === sent?.id);
  const live = started ?? runs.of(threadId);
  const isSent =
    sent === null ||
    live?.origin.message?.id === sent.id ||
    messages.some(
      ({ messageId, role, content }) => role === "user" && messageId === sent.id && content === sent.content,
    );
  if (resume.length === 0 && isSent) {
    // A reloaded page: it follows what runs, or receives the stored thread.
    return live?.isWhole === true ? live.follow() : begin(new AbortController().signal, false);
  }
  if (live?.runId === runId) return live.follow();
  const message = sent === null || resume.length > 0 ? null : { id: sent.id, text: sent.content };
  const origin = { message, decisions: {}, messages, interrupts, decided: [] };
  const start = () => runs.start({ threadId, runId, origin, begin });
  if (message !== null && live !== null && steers(input)) {
    const isNew = ({ messages: stored }: ReadThread) => stored.every(({ messageId }) => messageId !== message.id);
    const next = (thread: ReadThread) => Promise.resolve(isNew(thread) ? start() : null);
    const steered = await steerRun(session, live, { message, view, next });
    return steered.outcome === "refused" ? steered.problem : afterTurn(session, steered.next, { runId, view, left });
  }
  return start()?.follow() ?? refuse("overloaded", "Too many turns are running. Try again later.");
}

/** Events for a message that the running turn gets: when that has ended, the turn of the message if no agent has read it, else the thread. */
async function* afterTurn(
  session: AgUiSession,
  next: Promise<LiveRun | null>,
  { runId, view, left }: { readonly runId: string; readonly view: ViewOptions; readonly left: AbortSignal },
): AsyncGenerator<RunEvent, undefined> {
  const report = () => threadEvents(session, { runId, ...view, streamsUnfinished: true });
  // The client learns that the message is stored.
  const begun = await report().next();
  if (begun.done !== true) yield begun.value;
  const run = await nextRun(next, left);
  if (left.aborted) return undefined;
  yield* run === null ? report() : run.follow();
  return undefined;
}

const bySession =
  <Access>({ session, state, visible, tools }: AgUiSessionOptions<Access>): AgUiRunOptions<Access>["run"] =>
  (input, { access, signal }) =>
    sessionRun(async () => session(input, access), input, { state, visible, tools, signal });

/** Converts events to frames without an event name: AG-UI's client reads the type from the data. */
async function* framesOf(
  events: AsyncIterable<AGUIEvent>,
  ended: () => unknown,
): AsyncGenerator<EventFrame, undefined> {
  try {
    for await (const event of events) yield { data: JSON.stringify(event) };
    return undefined;
  } finally {
    ended();
  }
}
