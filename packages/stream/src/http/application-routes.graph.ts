import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { randomIds } from "@tidemark/state-manager/internal";
import type { Context, Hono } from "hono";
import { resolveAnswers } from "../ai-sdk/chat-answers.ts";
import { signedQuestion } from "../ai-sdk/question-parts.ts";
import { signerOf } from "../ai-sdk/signature.ts";
import type { FileRules } from "../ai-sdk/chat-files.ts";
import type { BlockMessage } from "../events/message-block.ts";
import type { RunEvent, RunMessage } from "../events/run-events.ts";
import type { FailureOptions } from "../events/run-failure.ts";
import type { ViewOptions } from "../events/visibility.ts";
import { type LiveRun, liveRuns, type LiveRunLimits } from "../runs/live-runs.ts";
import { agUiRoute } from "./ag-ui-handler.graph.ts";
import { chatRoutes, type ThreadAccess } from "./ai-sdk-routes.graph.ts";
import { protocolRoutes } from "./langgraph-routes.graph.ts";
import type { ProtocolAccess } from "./protocol-threads.graph.ts";
import type { EventFrame, EventStreamLimits } from "./event-response.ts";
import { mergeFork } from "./merge-fork.graph.ts";
import { NO_LIST, NOT_FOUND, type Problem, problemResponse, refuseAccess } from "./problem.ts";
import { readBody, readJson } from "./read-json.ts";
import { originGuard, requestLimit } from "./request-guard.ts";
import { type Answer, completeRoutes, lastEventId, routesFor, streamFrames, threadIdOf } from "./routes.ts";
import { AnswerBody, openApiDocument, SendBody } from "./routes-request.ts";
import { type FrontEndSession, readThread, type RunRequest, startRun } from "./start-run.graph.ts";
import { stopTurn } from "./stop-turn.graph.ts";

/** A user who was authorized. */
export interface AuthorizedUser {
  /** Id of the user. The threads of a user are stored under ids that begin with it. */
  readonly userId: string;
}

/** Options of {@link applicationRoutes}. */
export interface ApplicationRoutesOptions<User extends AuthorizedUser>
  extends EventStreamLimits, FailureOptions, LiveRunLimits, ViewOptions {
  /** Declared state. Its fields marked `ui: true` are sent. */
  readonly state: StateDeclaration;
  /**
   * Identifies the user of a request and decides whether they may do it. Returns the user, or null to respond with 403. Every route
   * calls it but `/openapi.json`, before it reads a body and again for the action that the body names. `connect` comes before a body that
   * names the thread.
   */
  readonly authorize: (
    context: Context,
    request: ThreadAccess | { readonly threadId: null; readonly action: "connect" | "list" },
  ) => Promise<User | null> | User | null;
  /** Opens the session of a thread, usually with `openSession`. The id is the one under which the thread is stored. */
  readonly session: (threadId: string, user: User) => FrontEndSession | Promise<FrontEndSession>;
  /** Lists stored threads, such as `listThreads(checkpointer)`. Those of other users are left out. Without it, the list is refused with 501. */
  readonly threads?: (user: User) => Promise<readonly { readonly threadId: string; readonly updatedAt: string }[]>;
  /**
   * Id under which a thread is stored, from the user and the id that clients use; null for a thread that the user may not see.
   * Defaults to an id that begins with the user, so that nobody can name a thread of another user.
   */
  readonly storedId?: (user: User, id: string) => string | null;
  /** Secret for signatures of questions and requests for approval; see `aiSdkRoutes`. */
  readonly key?: string;
  /** Origins whose pages may use the server, such as `https://app.example`. Defaults to none but its own. */
  readonly origins?: readonly string[];
  /** Maximum size of a request body, in bytes. Defaults to 1,048,576. */
  readonly maxBytes?: number;
  /** Files that messages of the AI SDK may contain; see `aiSdkRoutes`. Defaults to none. */
  readonly files?: FileRules;
  /** Maximum number of requests of one user in a minute. Defaults to 240. */
  readonly requestsPerMinute?: number;
  /** Clock for the limit of requests. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
}

/**
 * Creates the routes of an application: its threads, and every front end.
 *
 * - `GET /threads`, `GET /threads/:id`: the threads of the user, and one with messages, visible values and open questions.
 * - `POST /threads/:id/runs`, `/answers`, `/continue`, `/stop`: start, answer, continue and stop a turn. Turns are streamed as
 *   Server-Sent Events, and go on without their client. The beginning and the end of nodes are sent with `?nodes`.
 * - `POST /threads/:id/merge`: merges a fork that the user may read into the thread.
 * - `GET /threads/:id/runs/:run`: follows a turn, after the `Last-Event-ID`.
 * - `/chat` is `aiSdkRoutes`, `POST /ag-ui` is `agUiHandler`, and `/langgraph` is `langGraphRoutes`.
 * - `GET /openapi.json`: the description of all of them.
 *
 * A user sees only threads that are stored under their own id. Pages of other origins are refused. Refusals are
 * `application/problem+json` with a `code`. The result runs wherever hono does: `serve` of `@hono/node-server`, or `fetch` itself.
 *
 * @example
 * ```ts
 * import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
 * import { applicationRoutes } from "tidemark/hono";
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("greet", () => ({ messages: [{ role: "assistant", content: "Hello." }] }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "greet")
 *   .addEdge("greet", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const app = applicationRoutes({
 *   state: AgentState,
 *   // Replace this with your own login.
 *   authorize: (context) => ({ userId: context.req.header("x-user") ?? "nobody" }),
 *   session: (threadId, { userId }) => openSession({ graph, threadId, userId }),
 * });
 * const headers = { "content-type": "application/json", "x-user": "ann" };
 * const sent = { method: "POST", body: '{ "message": "Hi" }', headers };
 * await (await app.request("/threads/1/runs", sent)).text();
 * const seen = async (user: string) => {
 *   const response = await app.request("/threads/1", { headers: { "x-user": user } });
 *   return (await response.text()).includes("Hello.");
 * };
 * console.log(await seen("ann"), await seen("ben")); // true false
 * ```
 */
export function applicationRoutes<User extends AuthorizedUser>(options: ApplicationRoutesOptions<User>): Hono {
  const { state, visible, tools, authorize, maxBytes, key, clock = systemClock } = options;
  const { origins = [], requestsPerMinute = 240, storedId = ownThread } = options;
  const viewing = { state, visible, tools };
  const signs = signerOf(key);
  const runs = liveRuns(options, options);
  const limit = requestLimit(requestsPerMinute, clock);
  const counted = new WeakSet<Request>();

  /** Asks for the user of a request before each of its actions, and counts the request once. */
  async function userOf(context: Context, access: Parameters<typeof authorize>[1]): Promise<Problem | { user: User }> {
    const user = await authorize(context, access);
    if (user === null) return FORBIDDEN;
    const isCounted = counted.has(context.req.raw);
    counted.add(context.req.raw);
    return isCounted || limit.take(user.userId) ? { user } : TOO_MANY_REQUESTS;
  }

  const { app, on, onThread } = routesFor(async (context, action: ThreadAccess["action"]) => {
    const named = threadIdOf(context, "id");
    if ("code" in named) return named;
    const given = await userOf(context, { ...named, action });
    if ("code" in given) return given;
    const stored = storedId(given.user, named.threadId);
    return stored === null ? NOT_FOUND : options.session(stored, given.user);
  });

  /** Threads of a user, under the ids that clients use. */
  async function ownThreads(
    user: User,
    list: NonNullable<typeof options.threads>,
  ): Promise<readonly { readonly id: string; readonly updatedAt: string }[]> {
    const listed = await list(user);
    const prefix = storedId(user, "") ?? "";
    // An id that does not come back is one of another user.
    return listed.flatMap(({ threadId, updatedAt }) => {
      const id = threadId.slice(prefix.length);
      return threadId.startsWith(prefix) && id !== "" && storedId(user, id) === threadId ? [{ id, updatedAt }] : [];
    });
  }

  function follow(context: Context, run: LiveRun, after?: number): Answer {
    const shown = { threadId: context.req.param("id") ?? "", withNodes: context.req.query("nodes") !== undefined };
    const headers = { "x-run-id": run.runId };
    return streamFrames(context, framesOf(run.follow(after), shown), { ...options, runs, headers });
  }

  async function start(context: Context, session: FrontEndSession, request: RunRequest): Promise<Answer> {
    const runId = randomIds.next();
    const started = await startRun(runs, session, await readThread(session, viewing), { runId, request, ...viewing });
    if (started.outcome === "refused") return started.problem;
    if (started.outcome === "steered") return context.json({ outcome: "steered" }, 202);
    return started.outcome === "running" ? follow(context, started.run) : context.body(null, 204);
  }

  app.use(originGuard(origins));
  app.get("/openapi.json", (context) => context.json(openApiDocument()));
  on("get", "/threads", async (context) => {
    const given = await userOf(context, { threadId: null, action: "list" });
    if ("code" in given) return given;
    const { threads } = options;
    return threads === undefined ? NO_LIST : context.json({ threads: await ownThreads(given.user, threads) });
  });
  onThread("get", "/threads/:id", "read", async (context, session) => {
    const live = runs.of(session.threadId);
    const { messages, interrupts, pending, values } = await readThread(session, viewing, live);
    const signatures = pending.map((question) => signs?.sign(signedQuestion(session.threadId, question)));
    context.header("cache-control", "no-store");
    return context.json({
      id: context.req.param("id"),
      messages: messages.map(withoutBlocks),
      values,
      interrupts: interrupts.map((interrupt, index) => ({ ...interrupt, signature: signatures[index] })),
      runId: runs.of(session.threadId)?.runId ?? null,
      unfinished: runs.of(session.threadId) === null && ((await session.unfinished?.()) ?? null) !== null,
    });
  });
  onThread("post", "/threads/:id/runs", "send", async (context, session) => {
    const body = await readBody(context, maxBytes, SendBody);
    if ("code" in body) return body;
    const { message: text, messageId: id = randomIds.next(), onBusy } = body.value;
    const steers = onBusy === "steer" ? { onBusy } : {};
    return start(context, session, { kind: "message", message: { id, text }, ...steers });
  });
  onThread("get", "/threads/:id/runs/:run", "read", (context, { threadId }) => {
    const run = runs.byId(threadId, context.req.param("run") ?? "");
    const after = lastEventId(context) ?? -1;
    return run?.keeps(after) === true ? follow(context, run, after) : context.body(null, 204);
  });
  onThread("post", "/threads/:id/answers", "answer", async (context, session) => {
    const body = await readBody(context, maxBytes, AnswerBody);
    if ("code" in body) return body;
    const { interruptId, answer, signature = null } = body.value;
    const { pending } = await readThread(session, viewing);
    const asking = { threadId: session.threadId, signer: signs };
    const resolved = resolveAnswers([{ kind: "question", interruptId, answer, signature }], pending, asking);
    return "code" in resolved ? resolved : start(context, session, resolved);
  });
  onThread("post", "/threads/:id/continue", "send", async (context, session) => {
    const body = await readJson(context, maxBytes);
    return "code" in body ? body : start(context, session, { kind: "continue" });
  });
  onThread("post", "/threads/:id/stop", "stop", (context, session) => stopTurn(context, session, { runs, maxBytes }));
  onThread("post", "/threads/:id/merge", "send", (context, session) =>
    mergeFork(context, session, {
      viewing,
      maxBytes,
      async stored(threadId) {
        const given = await userOf(context, { threadId, action: "read" });
        if ("code" in given) return given;
        const stored = storedId(given.user, threadId);
        return stored === null ? NOT_FOUND : { stored };
      },
    }),
  );

  // The bodies of these requests name the thread. Nobody sends one whom the server does not know.
  for (const path of ["/chat", "/ag-ui", "/langgraph/threads"]) {
    app.post(path, async (context, next) => {
      const given = await userOf(context, { threadId: null, action: "connect" });
      return "code" in given ? problemResponse(context, given) : next();
    });
  }

  // The wires get the user and the stored id as one value, from `authorize`.
  const access = async (context: Context, wanted: ProtocolAccess): Promise<Stored<User> | null> => {
    const given = await userOf(context, wanted);
    if ("code" in given) return refuseAccess(context, given);
    const stored = wanted.threadId === null ? "" : storedId(given.user, wanted.threadId);
    return stored === null ? refuseAccess(context, NOT_FOUND) : { user: given.user, stored };
  };
  const listed =
    (list: NonNullable<typeof options.threads>) =>
    async ({ user }: Stored<User>) =>
      (await ownThreads(user, list)).map(({ id: threadId, updatedAt }) => ({ threadId, updatedAt }));
  const wire = {
    ...options,
    authorize: access,
    session: (_: unknown, { user, stored }: Stored<User>) => options.session(stored, user),
    threads: options.threads === undefined ? undefined : listed(options.threads),
  };
  app.route("/chat", chatRoutes<Stored<User>>(wire, runs));
  app.post(
    "/ag-ui",
    agUiRoute<Stored<User>>(
      {
        ...wire,
        authorize: (context, { threadId, resume = [] }) =>
          access(context, { threadId, action: resume.length > 0 ? "answer" : "send" }),
        onDisconnect: "continue",
      },
      runs,
    ),
  );
  app.route("/langgraph", protocolRoutes<Stored<User>>(wire, runs));
  return completeRoutes(app, options);
}

/** A message as the events of a run have it. */
function withoutBlocks(message: BlockMessage): RunMessage {
  const { blocks: _, ...shown } = message;
  return shown;
}

interface Stored<User> {
  readonly user: User;
  readonly stored: string;
}

const TOO_MANY_REQUESTS: Problem = { code: "tooManyRequests", detail: "Wait a minute and try again." };

const FORBIDDEN: Problem = { code: "forbidden", detail: "You may not do this." };

/** Id under which a thread of a user is stored. The colon separates, so it is escaped in the id of the user. */
const ownThread = ({ userId }: AuthorizedUser, id: string): string => `${encodeURIComponent(userId)}:${id}`;

async function* framesOf(
  events: AsyncIterable<RunEvent>,
  { threadId, withNodes }: { readonly threadId: string; readonly withNodes: boolean },
): AsyncGenerator<EventFrame, undefined> {
  for await (const event of events) {
    // Two thirds of the bytes of a run with many steps, and of interest to few pages.
    if (!withNodes && (event.type === "node_started" || event.type === "node_finished")) continue;
    // Clients do not know the id under which their thread is stored.
    const shown = event.type === "run_started" ? { ...event, threadId } : event;
    yield { id: String(event.sequence), event: event.type, data: JSON.stringify(shown) };
  }
  return undefined;
}
