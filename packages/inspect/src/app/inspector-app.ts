import { Hono } from "hono";
import type { ThreadReader } from "../reader/thread-reader.ts";
import { pageFile } from "./page-files.ts";
import { refusalOf, type RequestRules, SECURITY_HEADERS, tokenRefusal } from "./request-guard.ts";

/** A question about threads by its name in the address. */
type Question = (reader: ThreadReader, query: URLSearchParams) => Promise<unknown>;

const text = (query: URLSearchParams, name: string): string | undefined => query.get(name) ?? undefined;
const required = (query: URLSearchParams, name: string): string => query.get(name) ?? "";
const stepOf = (query: URLSearchParams) => {
  const step = text(query, "step");
  return step === undefined ? {} : { step };
};

const questions: Readonly<Record<string, Question>> = {
  threads: (reader, query) => {
    const status = query.get("status");
    const sort = query.get("sort");
    return reader.threads({
      search: query.get("search") ?? "",
      limit: limitOf(query, 200, 10_000),
      ...((status === "waiting" || status === "failed" || status === "idle") && { status }),
      ...((sort === "size" || sort === "id") && { sort }),
    });
  },
  steps: async (reader, query) => {
    const newest = query.has("newest") ? { newest: limitOf(query, 200, 10_000, "newest") } : {};
    const timeline = await reader.steps(required(query, "thread"), newest);
    // A page that asks again and again gets the steps only when there is something new.
    const version = JSON.stringify([
      timeline.newest,
      timeline.steps.length,
      timeline.interrupts.length,
      timeline.errors.length,
    ]);
    return query.get("known") === version ? { version } : { version, ...timeline };
  },
  state: (reader, query) => {
    const fields = query.getAll("field");
    const some = fields.length === 0 ? {} : { fields };
    return reader.state(required(query, "thread"), { ...stepOf(query), ...some });
  },
  diff: (reader, query) => {
    const other = text(query, "other");
    const points = { from: required(query, "from"), to: required(query, "to") };
    return reader.diff(required(query, "thread"), { ...points, ...(other !== undefined && { otherThreadId: other }) });
  },
  field: (reader, query) =>
    reader.field(required(query, "thread"), required(query, "field"), {
      ...stepOf(query),
      limit: limitOf(query, 50, 500),
    }),
  blame: (reader, query) =>
    reader.blame(required(query, "thread"), { ...stepOf(query), fields: query.getAll("field").slice(0, 200) }),
  pending: (reader, query) => reader.pending(required(query, "thread"), text(query, "step")),
  why: (reader, query) => reader.why(required(query, "thread"), text(query, "step")),
  proposals: (reader, query) => reader.proposals(required(query, "thread"), text(query, "step")),
};

function limitOf(query: URLSearchParams, standard: number, most: number, name = "limit"): number {
  const asked = Number(query.get(name) ?? standard);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, most) : standard;
}

/** Status of an error: what was asked for is not there, or the database does not answer. */
const statusOf = (code: string): 404 | 503 => (/[/]unknown(?:Thread|Step|Field)$/.test(code) ? 404 : 503);

/** The application that serves the page and answers its questions. Changes nothing. */
export function inspectorApp(reader: ThreadReader, rules: RequestRules): Hono {
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
    const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
    if (question === undefined)
      return context.json(
        { error: { code: "inspect/unknownQuestion", message: `There is no question "${name}".` } },
        404,
      );
    try {
      return context.json(Object(await question(reader, new URL(context.req.url).searchParams)));
    } catch (error) {
      const code = String(error instanceof Error ? Reflect.get(error, "code") : "");
      // The message of any other error may contain what must not leave the process.
      if (!/^(?:inspect|checkpoint)[/]/.test(code) || !(error instanceof Error)) throw error;
      return context.json({ error: { code, message: error.message } }, statusOf(code));
    }
  });
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
