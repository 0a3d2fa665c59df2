import { randomIds } from "@tidemark/state-manager/internal";
import { type Context, type Handler, Hono } from "hono";
import { codeOf, type FailureOptions, reportFailure } from "../events/run-failure.ts";
import { idProblem } from "../runs/input-shape.ts";
import type { LiveRuns } from "../runs/live-runs.ts";
import { type EventFrame, eventResponse, type EventStreamLimits } from "./event-response.ts";
import { NOT_FOUND, type Problem, problemResponse } from "./problem.ts";

/** What a handler answers: a response, or why the request is refused. */
export type Answer = Problem | Response;

/** Handler that answers with a response or a refusal. */
export const route =
  (handle: (context: Context) => Answer | Promise<Answer>): Handler =>
  async (context) => {
    const answer = await handle(context);
    return "code" in answer ? problemResponse(context, answer) : answer;
  };

type Method = "get" | "post";

/** Routes, and functions that add to them. */
export interface Routes<Action, Thread> {
  readonly app: Hono;
  readonly on: (method: Method, path: string, handle: (context: Context) => Answer | Promise<Answer>) => void;
  /** Adds a route for a thread, which is opened if the user may do the action. */
  readonly onThread: (
    method: Method,
    path: string,
    action: Action,
    handle: (context: Context, thread: Thread) => Answer | Promise<Answer>,
  ) => void;
}

/** Creates routes without any route. `open` opens the thread in a path if the user may do the action. */
export function routesFor<Action, Thread extends object>(
  open: (context: Context, action: Action) => Promise<Problem | Thread>,
): Routes<Action, Thread> {
  const app = new Hono();
  const on: Routes<Action, Thread>["on"] = (method, path, handle) => void app.on(method, path, route(handle));
  return {
    app,
    on,
    onThread: (method, path, action, handle) =>
      on(method, path, async (context) => {
        const thread = await open(context, action);
        return "code" in thread ? thread : handle(context, thread);
      }),
  };
}

/** The id of the thread in the path, or the refusal of an id that is not valid. */
export function threadIdOf(context: Context, name: string): Problem | { readonly threadId: string } {
  const threadId = context.req.param("id") ?? "";
  const wrong = idProblem(name, threadId);
  return wrong === null ? { threadId } : { code: "invalidRequest", detail: wrong };
}

/** Reports an error of a route and answers with its id. */
export function failedResponse(context: Context, error: unknown, failures: FailureOptions): Response {
  const detail = reportFailure({ errorId: randomIds.next(), runId: null, code: codeOf(error), error }, failures);
  return problemResponse(context, { code: "failed", detail });
}

/** Adds what follows all routes: the refusal of other paths, and the report of errors. */
export function completeRoutes(app: Hono, failures: FailureOptions): Hono {
  app.all("*", (context) => problemResponse(context, NOT_FOUND));
  app.onError((error, context) => failedResponse(context, error, failures));
  return app;
}

/** Stream of frames to a client. */
export interface FrameStream extends EventStreamLimits {
  readonly runs: LiveRuns;
  readonly headers?: Readonly<Record<string, string>>;
  /** Status of the response. Defaults to 200. */
  readonly status?: 202;
  /** Stops the frames when the client leaves. Defaults to their `return`. */
  readonly leave?: () => unknown;
}

/** Streams frames to a client, unless too many clients are connected. */
export function streamFrames(
  context: Context,
  frames: AsyncGenerator<EventFrame, undefined>,
  { runs, leave = () => frames.return(undefined), ...options }: FrameStream,
): Answer {
  const ended = runs.connect();
  return ended === null ? TOO_MANY_CLIENTS : eventResponse(context, frames, { ...options, ended, leave });
}

/** Refusal of a client, because too many follow runs. */
export const TOO_MANY_CLIENTS: Problem = {
  code: "overloaded",
  detail: "Too many clients are connected. Try again later.",
};

/** Number of the last event that a client has, from the header `Last-Event-ID`. Null for a new client or an invalid header. */
export function lastEventId(context: Context): number | null {
  const header = context.req.header("last-event-id");
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
