import { randomUUID } from "node:crypto";
import { agUiHandler, anyone } from "tidemark/hono";
import { showsField } from "tidemark/stream";
import { AgentState, describe } from "tidemark";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import { z } from "zod";
import type { ApplicationView } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { askedQuestions } from "./asked-questions.ts";
import { runTurn } from "./run-turn.ts";
import { type RunningTurns, runningTurns } from "./running-turns.ts";
import { sameOrigin } from "./same-origin.ts";
import { sourcePage } from "./source-page.ts";
import { requestProblem, ThreadId } from "./turn-request.ts";
import { threadChanges } from "./thread-changes.ts";
import { threadView } from "./thread-view.ts";
import { threadDetails } from "./thread-details.ts";
import { threadLister } from "./thread-list.ts";

/** Data of a view. */
const Json = z.json();

/** Maximum size of a request body: a message of 4,000 characters and its envelope. */
const MAX_BODY_BYTES = 65_536;

/**
 * Creates the API server of an application, without its page. Every request is validated, and only visible fields are sent.
 *
 * - `GET /api/application`: title, suggestions, and the fields with their descriptions
 * - `GET /api/threads`: the conversations
 * - `GET /api/threads/:thread`: messages, and questions with their answers
 * - `GET /api/threads/:thread/details`: values with their authors, plan and activity
 * - `GET /api/threads/:thread/changes`: Server-Sent Events, one for every change of the thread
 * - `GET /api/threads/:thread/view`: the data of the application's view
 * - `POST /api/threads/:thread/view`: an action of the application's view
 * - `GET /source?ref=`: the section that a citation names, as a page
 * - `POST /api/agent`: AG-UI; a message, an answer to a question by its id, or a request to continue or to follow a turn
 *
 * Turns go on when their client leaves; `turns.close()` ends them.
 */
export function webServer(application: WebApplication, turns: RunningTurns = runningTurns()): Hono {
  const app = new Hono();
  app.use(sameOrigin);
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
  const limited = (maxSize = MAX_BODY_BYTES) =>
    bodyLimit({ maxSize, onError: (context) => context.json({ error: "The request is too large." }, 413) });
  app.use("/api/agent", limited());
  app.use("/api/threads/*", limited(application.view?.maxActionBytes));
  app.use("/api/*", async (context, next) => {
    await next();
    context.header("cache-control", "no-store");
  });
  const view = applicationView(application);
  app.get("/api/application", (context) => context.json(view));
  app.use("/api/threads/:thread/*", async (context, next) =>
    ThreadId.safeParse(context.req.param("thread")).success
      ? next()
      : context.json({ error: "The conversation does not exist." }, 404),
  );
  const listed = threadLister(application);
  app.get("/api/threads", async (context) => context.json(await listed()));
  const asked = askedQuestions(application);
  app.get("/api/threads/:thread", async (context) =>
    context.json(await threadView({ application, turns, asked }, context.req.param("thread"))),
  );
  app.get("/api/threads/:thread/details", async (context) =>
    context.json(await threadDetails(application, context.req.param("thread"))),
  );
  app.get("/api/threads/:thread/changes", (context) =>
    threadChanges(context, { application, turns, threadId: context.req.param("thread") }),
  );
  app.get("/api/threads/:thread/view", async (context) => {
    const data = await application.view?.data(context.req.param("thread"), context.req.query());
    return data === undefined ? context.json({ error: "There is no view." }, 404) : context.json(Json.parse(data));
  });
  app.post("/api/threads/:thread/view", async (context) => {
    if (application.view?.perform === undefined) return context.json({ error: "The view has no actions." }, 404);
    const action: unknown = await context.req.json().catch(() => undefined);
    if (action === undefined) return context.json({ error: "The body must be JSON." }, 400);
    return context.json(Json.parse(await application.view.perform(context.req.param("thread"), action)));
  });
  app.get("/source", (context) => sourcePage(context, application));
  app.post(
    "/api/agent",
    async (context, next) => {
      const problem = requestProblem(application.state, await context.req.json().catch(() => null));
      return problem === null ? next() : context.json({ error: problem }, 400);
    },
    agUiHandler({
      // The server listens on this machine only, and `sameOrigin` rejects other pages.
      authorize: anyone,
      maxBytes: MAX_BODY_BYTES,
      run: (input, begin) => runTurn(application, turns, input, begin),
      describeError: ({ errorId }) => failureText(errorId),
    }),
  );
  app.onError((error, context) => {
    const errorId = randomUUID();
    // oxlint-disable-next-line eslint/no-console -- this is the log of the program
    console.error(`A request failed. Error id: ${errorId}`, error);
    return context.json({ error: failureText(errorId) }, 500);
  });
  return app;
}

/** What a person reads about an error of the program; the id finds it in the log. */
const failureText = (errorId: string): string => `Something went wrong. Try again. Error id: ${errorId}`;

function applicationView({
  title,
  intro,
  hint,
  suggestions = [],
  thread,
  state,
  visible,
  source,
  view,
}: WebApplication): ApplicationView {
  const shows = showsField(state, visible);
  const fields = describe(state)
    .fields.filter(({ name }) => shows(name))
    .toSorted((one, other) => rankOf(one.name) - rankOf(other.name));
  return {
    title,
    intro,
    hint: hint ?? null,
    suggestions,
    thread,
    hasSources: source !== undefined,
    view: view?.title ?? null,
    fields: fields.map((field) => ({
      name: field.name,
      description: field.description,
      lifetime: field.lifetime,
      owners: field.owners,
      default: field.default,
    })),
  };
}

/** Sorts fields that the application declares before those shared by all agent applications. */
const rankOf = (field: string): number => (Object.hasOwn(AgentState.fields, field) ? 1 : 0);
