import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import { applicationRoutes } from "tidemark/hono";
import { inspector } from "tidemark/inspect";
import { z } from "zod";
import type { ApplicationView, ThreadView } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { askedQuestions } from "./asked-questions.ts";
import { pageSession, type RunningTurns } from "./page-session.ts";
import { sameOrigin } from "./same-origin.ts";
import { sourcePage } from "./source-page.ts";
import { isThreadId, threadLister } from "./thread-list.ts";
import { threadChanges, threadView } from "./thread-view.ts";
import { workersRoute } from "./workers-route.ts";

/** Data of a view. */
const Json = z.json();

/** Maximum size of a request body: a message of 4,000 characters and its envelope. */
const MAX_BODY_BYTES = 65_536;

/** A request to chat whose newest message is longer than the message field takes. */
const LongMessage = z.object({
  messages: z
    .array(z.unknown())
    .transform((messages) => messages.at(-1))
    .pipe(z.object({ role: z.literal("user"), parts: z.array(z.looseObject({ text: z.string().default("") })) }))
    .refine(({ parts }) => parts.some(({ text }) => text.length > 4000)),
});

/**
 * Creates the API server of an application, without its page. Every request is validated, and only visible fields are sent.
 *
 * - `/api/chat`: the routes of `applicationRoutes` for `useChat`
 * - `GET /api/application`: title and suggestions
 * - `GET /api/threads`: the conversations
 * - `GET /api/threads/:thread`: messages, and questions with their answers
 * - `GET /api/threads/:thread/changes`: Server-Sent Events, one for every change of the thread
 * - `GET /api/threads/:thread/view`, `POST`: the data of the application's view, and its actions
 * - `GET /source?ref=`: the section that a citation names, as a page
 * - `/inspect/`: the inspector, for developers: the whole state of each conversation
 *
 * Turns go on when their client leaves. `running` counts them.
 */
export function webServer(application: WebApplication, running: RunningTurns = new Map()): Hono {
  const app = new Hono();
  const { graph, state, userId = "user", view } = application;
  app.use(sameOrigin);
  if (typeof graph.checkpointer === "object") app.route("/inspect", inspector({ saver: graph.checkpointer, state }));
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", "data:"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
      },
    }),
  );
  app.use(
    "/api/threads/*",
    bodyLimit({
      maxSize: view?.maxActionBytes ?? MAX_BODY_BYTES,
      onError: (context) => context.json({ detail: "The request is too large." }, 413),
    }),
  );
  app.use("/api/*", async (context, next) => {
    await next();
    if (context.res.headers.get("content-type")?.includes("json") === true) context.header("cache-control", "no-store");
  });
  app.post(
    "/api/chat",
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => context.json({ detail: "The request is too large." }, 413),
    }),
    async (context, next) =>
      LongMessage.safeParse(
        await context.req.raw
          .clone()
          .json()
          .catch(() => null),
      ).success
        ? context.json({ detail: "A message has at most 4,000 characters." }, 400)
        : next(),
  );
  app.get("/api/application", (context) => context.json(applicationView(application)));
  app.use("/api/threads/:thread/*", async (context, next) =>
    isThreadId(context.req.param("thread"))
      ? next()
      : context.json({ detail: "The conversation does not exist." }, 404),
  );
  const listed = threadLister(application);
  app.get("/api/threads", async (context) => context.json(await listed()));
  const asked = askedQuestions(application);
  const routes = applicationRoutes({
    state,
    ...(application.visible && { visible: application.visible }),
    // The server listens on this machine only, and `sameOrigin` rejects other pages.
    authorize: () => ({ userId }),
    storedId: (_, id) => (isThreadId(id) ? id : null),
    session: (threadId) => pageSession(application, threadId, running),
    maxBytes: MAX_BODY_BYTES,
    requestsPerMinute: 100_000,
    describeError: ({ errorId }) => failureText(errorId),
  });
  const messages = async (threadId: string): Promise<ThreadView["messages"]> => {
    const response = await routes.request(`/chat/${threadId}/messages`);
    if (!response.ok) throw new Error(await response.text());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the routes send messages of the AI SDK
    return (await response.json()) as ThreadView["messages"];
  };
  app.get("/api/threads/:thread", async (context) =>
    context.json(await threadView({ application, running, asked, messages }, context.req.param("thread"))),
  );
  app.get("/api/threads/:thread/changes", (context) =>
    threadChanges(context, { application, running }, context.req.param("thread")),
  );
  app.get("/api/threads/:thread/view", async (context) => {
    const data = await view?.data(context.req.param("thread"), context.req.query());
    return data === undefined ? context.json({ detail: "There is no view." }, 404) : context.json(Json.parse(data));
  });
  app.post("/api/threads/:thread/view", async (context) => {
    if (view?.perform === undefined) return context.json({ detail: "The view has no actions." }, 404);
    const action: unknown = await context.req.json().catch(() => undefined);
    if (action === undefined) return context.json({ detail: "The body must be JSON." }, 400);
    return context.json(Json.parse(await view.perform(context.req.param("thread"), action)));
  });
  app.get("/source", (context) => sourcePage(context, application));
  if (application.workers !== undefined) app.post("/api/chat", workersRoute(application, application.workers, running));
  app.route("/api", routes);
  app.onError((error, context) => {
    const errorId = randomUUID();
    // oxlint-disable-next-line eslint/no-console -- this is the log of the program
    console.error(`A request failed. Error id: ${errorId}`, error);
    return context.json({ detail: failureText(errorId) }, 500);
  });
  return app;
}

/** What a person reads about an error of the program; the id finds it in the log. */
const failureText = (errorId: string): string => `Something went wrong. Try again. Error id: ${errorId}`;

const applicationView = (application: WebApplication): ApplicationView => {
  const { title, intro, hint = null, suggestions = [], thread, source, view } = application;
  return { title, intro, hint, suggestions, thread, hasSources: source !== undefined, view: view?.title ?? null };
};
