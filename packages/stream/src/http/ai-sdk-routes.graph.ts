import type { StateDeclaration } from "@tidemark/core-state";
import { randomIds } from "@tidemark/state-manager/internal";
import { type Context, Hono } from "hono";
import { resolveAnswers } from "../ai-sdk/chat-answers.ts";
import type { FileRules } from "../ai-sdk/chat-files.ts";
import { type ChatRequest, readChatRequest } from "../ai-sdk/chat-request.ts";
import type { Asking } from "../ai-sdk/question-parts.ts";
import { requireKey, signer } from "../ai-sdk/signature.ts";
import { type UiStreamBase, uiMessageStream } from "../ai-sdk/to-ui-message-stream.ts";
import type { UiMessage } from "../ai-sdk/ui-message.ts";
import { answerIdOf, uiMessagesOf, userParts } from "../ai-sdk/ui-messages.ts";
import { codeOf, type FailureOptions, reportFailure } from "../events/run-failure.ts";
import { threadEvents } from "../events/thread-events.graph.ts";
import type { ViewOptions } from "../events/visibility.ts";
import { idProblem } from "../runs/input-shape.ts";
import {
  type LiveRun,
  liveRuns,
  type LiveRunLimits,
  type LiveRuns,
  runLimitsOf,
  type RunOrigin,
  type StartMessage,
} from "../runs/live-runs.ts";
import { type EventFrame, eventResponse, type EventStreamLimits, limitsOf } from "./event-response.ts";
import { bodyProblems, NOT_FOUND, type Problem, problemResponse, refusedAccess, TOO_MANY_CLIENTS } from "./problem.ts";
import { readJson } from "./read-json.ts";
import { type FrontEndSession, type ReadThread, readThread, type RunRequest, startRun } from "./start-run.graph.ts";

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
 * - `POST /`: sends a message, answers questions, or continues an unfinished turn; streams the turn.
 * - `GET /:id/stream`: follows the running turn from its beginning; 204 if none is running.
 * - `POST /:id/stop`: stops the running turn. A client that disconnects does not stop it.
 * - `GET /:id/messages`: the stored conversation, for the option `messages` of `useChat`.
 * - `GET /:id/changes`: Server-Sent Events, one when a turn begins or ends, for other tabs.
 *
 * Of a request only the newest message is used: what a client changed in earlier ones is ignored. Refusals are
 * `application/problem+json` with a `code`. A running turn belongs to this process: another one answers 204 and stores the turns.
 *
 * @example
 * ```ts
 * import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
 * import { anyone } from "tidemark/hono";
 * import { aiSdkRoutes } from "tidemark/stream/ai-sdk";
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
  const { describeError, onError } = options;
  const failures = { ...(describeError && { describeError }), ...(onError && { onError }) };
  return chatRoutes(options, liveRuns(failures, runLimitsOf(options)));
}

/**
 * Creates the routes for runs that other routes share.
 *
 * @internal
 */
export function chatRoutes<Access>(options: AiSdkRoutesOptions<Access>, runs: LiveRuns): Hono {
  const { state, visible, tools, authorize, maxBytes = 1_048_576, key, files = null } = options;
  const { describeError, onError } = options;
  const failures = { ...(describeError && { describeError }), ...(onError && { onError }) };
  const viewing = { state, visible, tools };
  const signs = key === undefined ? null : signer(requireKey(key));

  async function allowed(context: Context, access: ThreadAccess): Promise<FrontEndSession | Problem> {
    const given = await authorize(context, access);
    return given === null ? refusedAccess(context) : options.session(access.threadId, given);
  }

  /** Session of the thread in the path. */
  async function ofPath(context: Context, action: ThreadAccess["action"]): Promise<FrontEndSession | Problem> {
    const threadId = context.req.param("id") ?? "";
    const wrong = idProblem("id", threadId);
    return wrong === null ? allowed(context, { threadId, action }) : { code: "invalidRequest", detail: wrong };
  }

  function respond(
    context: Context,
    events: Parameters<typeof uiMessageStream>[0],
    base: UiStreamBase,
    messageId: string,
  ) {
    const ended = runs.connect();
    if (ended === null) return problemResponse(context, TOO_MANY_CLIENTS);
    const chunks = uiMessageStream(events, { ...failures, messageId }, base);
    const frames = framesOf(chunks);
    return eventResponse(context, frames, {
      ...limitsOf(options),
      headers: HEADERS,
      ended,
      leave: () => frames.return(undefined),
    });
  }

  function follow(context: Context, run: LiveRun, replays: boolean): Response {
    const { origin, threadId } = run;
    const shown = shownBefore(origin, { threadId, signer: signs }, origin.message?.id ?? null);
    const asking = { threadId, signer: signs };
    return respond(context, run.follow(), { ...shown, replays, decisions: origin.decisions, asking }, shown.messageId);
  }

  async function post(context: Context): Promise<Response> {
    const body = await readJson(context, maxBytes);
    if (!body.ok) return problemResponse(context, { code: bodyProblems[body.status], detail: body.message });
    const read = readChatRequest(body.value, files);
    if (!read.ok) return problemResponse(context, read);
    const { request } = read;
    const action = request.kind === "answers" ? "answer" : "send";
    const session = await allowed(context, { threadId: request.threadId, action });
    if ("code" in session) return problemResponse(context, session);
    const thread = await readThread(session, viewing);
    const wanted = runRequest(request, thread, { threadId: session.threadId, signer: signs });
    if ("code" in wanted) return problemResponse(context, wanted);
    const started = await startRun(runs, session, thread, { runId: randomIds.next(), request: wanted, ...viewing });
    if (started.outcome === "refused") return problemResponse(context, started.problem);
    if (started.outcome === "running") return follow(context, started.run, false);
    const asking = { threadId: session.threadId, signer: signs };
    const userMessageId = request.kind === "message" ? request.message.id : null;
    const shown = shownBefore(started.thread, asking, userMessageId);
    const events = threadEvents(session, { runId: randomIds.next(), ...viewing });
    return respond(context, events, { ...shown, replays: true, decisions: {}, asking }, shown.messageId);
  }

  const app = new Hono();
  app.post("/", post);
  app.get("/:id/stream", async (context) => {
    const session = await ofPath(context, "read");
    if ("code" in session) return problemResponse(context, session);
    const run = runs.of(session.threadId);
    return run?.isWhole === true ? follow(context, run, true) : context.body(null, 204);
  });
  app.post("/:id/stop", async (context) => {
    const session = await ofPath(context, "stop");
    if ("code" in session) return problemResponse(context, session);
    const body = await readJson(context, maxBytes);
    if (!body.ok) return problemResponse(context, { code: bodyProblems[body.status], detail: body.message });
    const run = runs.of(session.threadId);
    await run?.stop();
    return context.json({ stopped: run !== null });
  });
  app.get("/:id/messages", async (context) => {
    const session = await ofPath(context, "read");
    if ("code" in session) return problemResponse(context, session);
    const live = runs.of(session.threadId);
    const { messages, interrupts, decided, values } = await readThread(session, viewing);
    const sent = live?.origin.message ?? null;
    const shown = withState(
      uiMessagesOf(messages, {
        interrupts,
        asking: { threadId: session.threadId, signer: signs },
        decided,
        isAtRest: live === null,
      }),
      values,
    );
    const isStored = sent === null || shown.some(({ id }) => id === sent.id);
    context.header("cache-control", "no-store");
    return context.json(isStored ? shown : [...shown, userMessage(sent)]);
  });
  app.get("/:id/changes", async (context) => {
    const session = await ofPath(context, "read");
    if ("code" in session) return problemResponse(context, session);
    const ended = runs.connect();
    if (ended === null) return problemResponse(context, TOO_MANY_CLIENTS);
    const left = new AbortController();
    const frames = changesOf(runs, session.threadId, left.signal);
    return eventResponse(context, frames, { ...limitsOf(options), ended, leave: () => left.abort() });
  });
  app.all("*", (context) => problemResponse(context, NOT_FOUND));
  app.onError((error, context) => {
    const detail = reportFailure({ errorId: randomIds.next(), runId: null, code: codeOf(error), error }, failures);
    return problemResponse(context, { code: "failed", detail });
  });
  return app;
}

/** Adds the state to the newest answer, which has it while it is streamed. */
function withState(messages: readonly UiMessage[], values: object): readonly UiMessage[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  const parts: UiMessage["parts"] = [{ type: "data-state", id: "state", data: values }, ...last.parts];
  return [...messages.slice(0, -1), { ...last, parts }];
}

/** Converts a request to what a run is started with, or to its refusal. */
function runRequest(request: ChatRequest, thread: ReadThread, asking: Asking): Problem | RunRequest {
  if (request.kind !== "answers") return request;
  const resolved = resolveAnswers(request.answers, thread.pending, asking);
  return resolved.ok ? { kind: "answers", answers: resolved.answers, decisions: resolved.decisions } : resolved;
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

async function* framesOf(chunks: AsyncIterable<unknown>): AsyncGenerator<EventFrame, undefined> {
  for await (const chunk of chunks) yield { data: JSON.stringify(chunk) };
  yield { data: "[DONE]" };
  return undefined;
}

/** One frame now, and one whenever a run of the thread begins or ends. Changes that come together are one frame. */
async function* changesOf(runs: LiveRuns, threadId: string, left: AbortSignal): AsyncGenerator<EventFrame> {
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
  } finally {
    end();
  }
}
