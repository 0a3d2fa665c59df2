import { Hono } from "hono";
import type { ThreadReader } from "../reader/thread-reader.ts";
import { failureAnswer } from "../writing/failure-answer.ts";
import { askedBy, questionOf } from "./questions.ts";
import { sharedPage } from "./shared-page.ts";
import { pageFile } from "./page-files.ts";
import type { ThreadActions } from "../writing/thread-actions.ts";
import { addWriteRoutes, writingQuestions } from "../writing/write-routes.ts";
import { refusalOf, type RequestRules, SECURITY_HEADERS, tokenRefusal } from "./request-guard.ts";

/** The application that serves the page and answers its questions. Changes nothing without `actions`. */
export function inspectorApp(reader: ThreadReader, rules: RequestRules, actions: ThreadActions | null = null): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    const refusal = refusalOf(context.req.raw, rules);
    if (refusal !== null)
      return context.json({ error: { code: "inspect/refused", message: refusal.reason } }, refusal.status);
    return next();
  });
  app.get("/api/:question", async (context) => {
    const refusal = tokenRefusal(context.req.raw, rules);
    if (refusal !== null)
      return context.json({ error: { code: "inspect/refused", message: refusal.reason } }, refusal.status);
    const name = context.req.param("question");
    const question = questionOf(name);
    const writing = Object.hasOwn(writingQuestions, name) ? writingQuestions[name] : undefined;
    if (question === undefined && writing === undefined && name !== "share")
      return context.json(
        { error: { code: "inspect/unknownQuestion", message: `There is no question "${name}".` } },
        404,
      );
    const query = new URL(context.req.url).searchParams;
    try {
      if (name === "share") {
        const page = sharedPage(
          await reader.share(query.get("thread") ?? "", { turns: askedBy(query).number("turns") }),
        );
        return context.body(page, 200, { "content-type": "text/html; charset=utf-8" });
      }
      return context.json(Object(await (question?.(reader, query) ?? writing?.(reader, query, actions))));
    } catch (error) {
      // The database does not answer.
      return context.json(...failureAnswer(error, 503));
    }
  });
  if (actions !== null) addWriteRoutes(app, actions, { tokenRefusal: (request) => tokenRefusal(request, rules) });
  app.get("/:file{(?:index\\.html|page\\.js|page\\.css)?}", (context) => {
    const name = context.req.param("file");
    const file = pageFile(name === "" ? "index.html" : name);
    if (file === null) return context.text("The page was not built.", 404);
    return context.body(file.content, 200, { "content-type": file.type });
  });
  app.onError((_, context) =>
    context.json(
      {
        error: { code: "inspect/failed", message: "The thread cannot be read. The server's log may have the reason." },
      },
      500,
    ),
  );
  return app;
}
