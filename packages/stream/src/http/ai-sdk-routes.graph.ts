import type { StateDeclaration } from "@tidemark/core-state";
import { randomIds } from "@tidemark/state-manager/internal";
import type { Context, Hono } from "hono";
import { resolveAnswers } from "../ai-sdk/chat-answers.ts";
import type { FileRules } from "../ai-sdk/chat-files.ts";
import { chunksAfter, decidedAgain } from "../ai-sdk/decided-again.ts";
import { type ChatRequest, readChatRequest } from "../ai-sdk/chat-request.ts";
import type { Asking } from "../ai-sdk/question-parts.ts";
import { signerOf } from "../ai-sdk/signature.ts";
import { type UiStreamBase, uiMessageStream } from "../ai-sdk/to-ui-message-stream.ts";
import type { UiChunk, UiMessage } from "../ai-sdk/ui-message.ts";
import { answerIdOf, uiMessagesOf, userParts } from "../ai-sdk/ui-messages.ts";
import type { RunEvent } from "../events/run-events.ts";
import type { FailureOptions } from "../events/run-failure.ts";
import { threadEvents } from "../events/thread-events.graph.ts";
import type { ViewOptions } from "../events/visibility.ts";
import {
  type LiveRun,
  liveRuns,
  type LiveRunLimits,
  type LiveRuns,
  type RunOrigin,
  type StartMessage,
} from "../runs/live-runs.ts";
import { nextRun } from "../runs/next-run.ts";
import type { EventFrame, EventStreamLimits } from "./event-response.ts";
import { type Problem, refusedAccess } from "./problem.ts";
import { readJson } from "./read-json.ts";
import { type Answer, completeRoutes, routesFor, streamFrames, threadIdOf } from "./routes.ts";
import { type FrontEndSession, type ReadThread, readThread, type RunRequest, startRun } from "./start-run.graph.ts";
import { stopTurn } from "./stop-turn.graph.ts";

/** Access of a request to a thread. */
export interface ThreadAccess {
  /** Id of the conversation. */
  readonly threadId: string;
  /** `answer` decides open questions; `stop` ends a running turn. */
  readonly action: "answer" | "read" | "send" | "stop";
}

/** Options of {@link aiSdkRoutes}. */
export interface AiSdkRoutesOptions<Access> extends EventStreamLimits, FailureOptions, LiveRunLimits, ViewOptions {
  /** Declared state. Its fields marked `ui: true` are sent. */
  readonly state: StateDeclaration;
  /**
   * Authorizes a request: returns the data about the user for `session`, or null to respond with 403. A thread does not record who
   * owns it: check that the user may use `threadId`. For a server that is only reachable from the same machine, pass `anyone`.
   */
  readonly authorize: (context: Context, request: ThreadAccess) => Access | null | Promise<Access | null>;
  /** Opens the session of the thread, usually with `openSession`. */
  readonly session: (threadId: string, access: Access) => FrontEndSession | Promise<FrontEndSession>;
  /**
   * Secret with which requests for approval and questions are signed, at least 16 characters and the same in all processes. Answers
   * then need the signature of what was shown. Without it they only need the hash of the shown content.
   */
  readonly key?: string;
  /** Maximum size of a request body, in bytes. Defaults to 1,048,576. */
  readonly maxBytes?: number;
  /** Files that messages may contain, for a model that reads them. Defaults to none: a message with a file is refused. */
  readonly files?: FileRules;
}

const HEADERS = { "x-vercel-ai-ui-message-stream": "v1", "x-accel-buffering": "no" };

/**
 * Creates the routes for `useChat` of the AI SDK, to be mounted at the `api` of its transport.
 *
 * - `POST /`: sends a message, answers questions, or continues an unfinished turn; streams the turn. With `onBusy: "steer"`, the running turn
 *   gets the message: 202 when it is stored. The stream of that turn has it as a part `steering-message` where an agent reads it.
 * - `GET /:id/stream`: follows the running turn from its beginning; 204 if none is running.
 * - `POST /:id/stop`: stops the running turn. A client that disconnects does not stop it.
 * - `GET /:id/messages`: the stored conversation, for the option `messages` of `useChat`.
 * - `GET /:id/changes`: Server-Sent Events, one when a turn begins or ends, for other tabs.
 *
 * Of a request only the newest message is used: what a client changed in earlier ones is ignored. A decision that another tab has made
 * before, with the same content, gets its result; another decision is refused. Refusals are
 * `application/problem+json` with a `code`. A running turn belongs to this process: another one answers 204 and stores the turns.
 *
 * @example
 * ```ts
 * import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
 * import { anyone } from "tidemark/hono";
 * import { aiSdkRoutes } from "tidemark/ai-sdk";
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
 * const session = (threadId: string) => openSession({ graph, threadId });
 * const app = new Hono().route("/api/chat", aiSdkRoutes({ state: AgentState, authorize: anyone, session }));
 *
 * const messages = [{ id: "m1", role: "user", parts: [{ type: "text", text: "Hi" }] }];
 * const body = JSON.stringify({ id: "ann", messages });
 * const sent = { method: "POST", body, headers: { "content-type": "application/json" } };
 * const answer = await app.request("/api/chat", sent);
 * console.log((await answer.text()).includes('"delta":"Hello."')); // true
 * ```
 */
export function aiSdkRoutes<Access>(options: AiSdkRoutesOptions<Access>): Hono {
  return chatRoutes(options, liveRuns(options, options));
}

/**
 * Creates the routes for runs that other routes share.
 *
 * @internal
 */
export function chatRoutes<Access>(options: AiSdkRoutesOptions<Access>, runs: LiveRuns): Hono {
  const { state, visible, tools, authorize, maxBytes, key, files = null } = options;
  const viewing = { state, visible, tools };
  const signs = signerOf(key);
  const askingIn = (threadId: string): Asking => ({ threadId, signer: signs });

  async function allowed(context: Context, access: ThreadAccess): Promise<FrontEndSession | Problem> {
    const given = await authorize(context, access);
    return given === null ? refusedAccess(context) : options.session(access.threadId, given);
  }

  const { app, on, onThread } = routesFor(async (context, action: ThreadAccess["action"]) => {
    const named = threadIdOf(context, "id");
    return "code" in named ? named : allowed(context, { ...named, action });
  });

  const respond = (context: Context, events: AsyncIterable<RunEvent>, base: UiStreamBase, messageId: string): Answer =>
    stream(context, framesOf(uiMessageStream(events, { ...options, messageId }, base)));

  const stream = (context: Context, frames: AsyncGenerator<EventFrame, undefined>): Answer =>
    streamFrames(context, frames, { ...options, runs, headers: HEADERS });

  function chunksOf(run: LiveRun, replays: boolean): AsyncIterable<UiChunk> {
    const { origin, threadId } = run;
    const asking = askingIn(threadId);
    const shown = shownBefore(origin, asking, origin.message?.id ?? null);
    const base = { ...shown, replays, decisions: origin.decisions, asking };
    return uiMessageStream(run.follow(), { ...options, messageId: shown.messageId }, base);
  }

  const follow = (context: Context, run: LiveRun, replays: boolean): Answer =>
    stream(context, framesOf(chunksOf(run, replays)));

  /** Response to a message for the running turn: nothing until that turn has ended, and then the turn of the message if no agent has read it. */
  function steered(context: Context, next: Promise<LiveRun | null>): Answer {
    const left = new AbortController();
    async function* chunks(): AsyncGenerator<UiChunk> {
      const run = await nextRun(next, left.signal);
      if (run !== null) yield* chunksOf(run, false);
    }
    const frames = framesOf(chunks());
    const leave = () => {
      left.abort();
      return frames.return(undefined);
    };
    return streamFrames(context, frames, { ...options, runs, headers: HEADERS, status: 202, leave });
  }

  /** Response to decisions that another tab has made before; null for other answers. */
  function answeredBefore(
    context: Context,
    { request, session: { threadId }, thread }: { request: ChatRequest; session: FrontEndSession; thread: ReadThread },
  ): Answer | null {
    if (request.kind !== "answers") return null;
    const live = runs.of(threadId);
    const asking = askingIn(threadId);
    const made = { decided: thread.decided, started: live?.origin.decisions ?? {} };
    const decisions = decidedAgain(request.answers, made, asking);
    if (decisions === null) return null;
    if (live !== null) return follow(context, live, false);
    const last = uiMessagesOf(thread.messages, { ...thread, asking, isAtRest: true }).at(-1);
    if (last?.role !== "assistant") return null;
    return stream(context, framesOf(chunksAfter(decisions, last, randomIds.next())));
  }

  async function post(context: Context): Promise<Answer> {
    const body = await readJson(context, maxBytes);
    if ("code" in body) return body;
    const read = readChatRequest(body.value, files);
    if (!read.ok) return read;
    const { request } = read;
    const action = request.kind === "answers" ? "answer" : "send";
    const session = await allowed(context, { threadId: request.threadId, action });
    if ("code" in session) return session;
    const thread = await readThread(session, viewing);
    const asking = askingIn(session.threadId);
    const wanted: Problem | RunRequest =
      request.kind === "answers" ? resolveAnswers(request.answers, thread.pending, asking) : request;
    if ("code" in wanted) return answeredBefore(context, { request, session, thread }) ?? wanted;
    const started = await startRun(runs, session, thread, { runId: randomIds.next(), request: wanted, ...viewing });
    if (started.outcome === "refused") return started.problem;
    if (started.outcome === "running") return follow(context, started.run, false);
    if (started.outcome === "steered") return steered(context, started.next);
    const userMessageId = request.kind === "message" ? request.message.id : null;
    const shown = shownBefore(started.thread, asking, userMessageId);
    const events = threadEvents(session, { runId: randomIds.next(), ...viewing });
    return respond(context, events, { ...shown, replays: true, decisions: {}, asking }, shown.messageId);
  }

  on("post", "/", post);
  onThread("get", "/:id/stream", "read", (context, { threadId }) => {
    const run = runs.of(threadId);
    return run?.isWhole === true ? follow(context, run, true) : context.body(null, 204);
  });
  onThread("post", "/:id/stop", "stop", (context, session) => stopTurn(context, session, { runs, maxBytes }));
  onThread("get", "/:id/messages", "read", async (context, session) => {
    const live = runs.of(session.threadId);
    const thread = await readThread(session, viewing);
    const sent = live?.origin.message ?? null;
    const asking = askingIn(session.threadId);
    const shown = withState(
      uiMessagesOf(thread.messages, { ...thread, asking, isAtRest: live === null }),
      thread.values,
    );
    const isStored = sent === null || shown.some(({ id }) => id === sent.id);
    context.header("cache-control", "no-store");
    return context.json(isStored ? shown : [...shown, userMessage(sent)]);
  });
  onThread("get", "/:id/changes", "read", (context, { threadId }) => {
    const left = new AbortController();
    const frames = changesOf(runs, threadId, left.signal);
    return streamFrames(context, frames, { ...options, runs, leave: () => left.abort() });
  });
  return completeRoutes(app, options);
}

/** Adds the state to the newest answer, which has it while it is streamed. */
function withState(messages: readonly UiMessage[], values: object): readonly UiMessage[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  const parts: UiMessage["parts"] = [{ type: "data-state", id: "state", data: values }, ...last.parts];
  return [...messages.slice(0, -1), { ...last, parts }];
}

/** The message that a run writes: its id, and its parts before the run. A message of the user begins a new one. */
function shownBefore(
  { messages, interrupts, decided }: Omit<RunOrigin, "decisions" | "message">,
  asking: Asking,
  userMessageId: string | null,
): { readonly messageId: string; readonly parts: UiMessage["parts"] } {
  const shown = uiMessagesOf(messages, { interrupts, asking, decided });
  if (userMessageId !== null) {
    const messageId = answerIdOf(userMessageId);
    return { messageId, parts: shown.find(({ id }) => id === messageId)?.parts ?? [] };
  }
  const last = shown.at(-1);
  if (last?.role === "assistant") return { messageId: last.id, parts: last.parts };
  return { messageId: answerIdOf(last?.id ?? asking.threadId), parts: [] };
}

const userMessage = ({ id, text, content }: StartMessage): UiMessage => ({
  id,
  role: "user",
  parts: userParts(content ?? [{ type: "text", text }]),
});

async function* framesOf(chunks: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<EventFrame, undefined> {
  for await (const chunk of chunks) yield { data: JSON.stringify(chunk) };
  yield { data: "[DONE]" };
  return undefined;
}

/** One frame now, and one whenever a run of the thread begins or ends. Changes that come together are one frame. */
async function* changesOf(runs: LiveRuns, threadId: string, left: AbortSignal): AsyncGenerator<EventFrame, undefined> {
  let wake: (() => void) | null = null;
  let isChanged = true;
  let running: string | null = null;
  const end = runs.onChange(threadId, () => {
    isChanged = true;
    wake?.();
  });
  left.addEventListener("abort", () => wake?.());
  try {
    while (!left.aborted) {
      if (isChanged) {
        isChanged = false;
        const runId = runs.of(threadId)?.runId ?? null;
        // A page that has shown this turn needs nothing; for one that it does not know, `ended` is null or another id.
        yield { data: JSON.stringify({ runId, ended: running === runId ? null : running }) };
        running = runId;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    return undefined;
  } finally {
    end();
  }
}
