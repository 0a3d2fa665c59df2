import { randomUUID } from "node:crypto";
import { agUiHandler, anyone } from "tidemark/hono";
import { showsField } from "tidemark/stream";
import { AgentState, describe } from "tidemark";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import type { ApplicationView } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { runTurn } from "./run-turn.ts";
import { sameOrigin } from "./same-origin.ts";
import { problemOf, ThreadId } from "./sent.ts";
import { threadChanges } from "./thread-changes.ts";
import { threadView } from "./thread-view.ts";
import { writtenBy } from "./written-by.ts";

/** The largest body that is read: a message of 4,000 characters and its envelope. */
const MOST_BYTES = 65_536;

/**
 * Makes the server of an application, without its page: what `fetch` gets is checked, and fields that may not be seen never
 * leave.
 *
 * - `GET /api/application`: title, suggestions, the fields and what they mean
 * - `GET /api/threads/:thread`: what was said, the values, the questions that wait
 * - `GET /api/threads/:thread/written-by`: who wrote each field
 * - `GET /api/threads/:thread/changes`: Server-Sent Events, one whenever the thread has changed
 * - `POST /api/agent`: AG-UI; a message, or an answer by the id of its question
 */
export function webServer(application: WebApplication): Hono {
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
  app.use(
    "/api/*",
    bodyLimit({ maxSize: MOST_BYTES, onError: (context) => context.json({ error: "Too long." }, 413) }),
  );
  app.use("/api/*", async (context, next) => {
    await next();
    context.header("cache-control", "no-store");
  });
  const view = applicationView(application);
  app.get("/api/application", (context) => context.json(view));
  app.use("/api/threads/:thread/*", async (context, next) =>
    ThreadId.safeParse(context.req.param("thread")).success
      ? next()
      : context.json({ error: "There is no such conversation." }, 404),
  );
  app.get("/api/threads/:thread", async (context) =>
    context.json(await threadView(application, context.req.param("thread"))),
  );
  app.get("/api/threads/:thread/written-by", async (context) =>
    context.json(await writtenBy(application, context.req.param("thread"))),
  );
  app.get("/api/threads/:thread/changes", (context) =>
    threadChanges(context, application, context.req.param("thread")),
  );
  app.post(
    "/api/agent",
    async (context, next) => {
      const problem = problemOf(application.state, await context.req.json().catch(() => null));
      return problem === null ? next() : context.json({ error: problem }, 400);
    },
    agUiHandler({
      state: application.state,
      // The server listens on this machine only, and `sameOrigin` keeps other pages out.
      authorize: anyone,
      maxBytes: MOST_BYTES,
      run: (input, begin) => runTurn(application, input, begin),
      ...(application.hidden && { hidden: application.hidden }),
    }),
  );
  app.onError((error, context) => {
    const errorId = randomUUID();
    // oxlint-disable-next-line eslint/no-console -- the log of this program
    console.error(`A request failed. Error id: ${errorId}`, error);
    return context.json({ error: `Something went wrong. Error id: ${errorId}` }, 500);
  });
  return app;
}

function applicationView({ title, intro, suggestions = [], thread, state, hidden }: WebApplication): ApplicationView {
  const shows = showsField(state, hidden);
  const fields = describe(state)
    .fields.filter(({ name }) => shows(name))
    .toSorted((one, other) => rankOf(one.name) - rankOf(other.name));
  return {
    title,
    intro,
    suggestions,
    thread,
    fields: fields.map((each) => ({
      name: each.name,
      description: each.description,
      lifetime: each.lifetime,
      owners: each.owners,
      default: each.default,
    })),
  };
}

/** What an application declares itself says more about it than what all of them have. */
const rankOf = (field: string): number => (Object.hasOwn(AgentState.fields, field) ? 1 : 0);
