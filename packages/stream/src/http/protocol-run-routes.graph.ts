import type { Context, Hono } from "hono";
import type { z } from "zod";
import {
  CommandBody,
  EventsBody,
  readRespond,
  readRunBody,
  readRunStart,
  RunBody,
} from "../agent-protocol/protocol-requests.ts";
import type { RunInterrupt } from "../events/run-events.ts";
import type { LiveRun } from "../runs/live-runs.ts";
import type { EventStreamLimits } from "./event-response.ts";
import { NOT_FOUND, type Problem } from "./problem.ts";
import { chunkFrames, eventFrames, type FollowedRuns } from "./protocol-streams.ts";
import type { ProtocolThreads } from "./protocol-threads.graph.ts";
import type { ThreadAccess } from "./ai-sdk-routes.graph.ts";
import { stopRun } from "./stop-turn.graph.ts";
import { type Answer, lastEventId, routesFor, streamFrames } from "./routes.ts";

/** Creates the routes that start, follow and stop runs: commands, streams of events, and streams of runs. */
export function protocolRunRoutes(threads: ProtocolThreads, followed: FollowedRuns, limits: EventStreamLimits): Hono {
  const { runs, recent, failures } = followed;
  const { app, on, onThread } = routesFor((context, action: ThreadAccess["action"]) => threads.opened(context, action));
  const questionIdOf = (storedId: string) => (interrupt: RunInterrupt) => threads.questionId(interrupt, storedId);

  /** Streams a run in LangGraph's stream modes, after the frame with the number `after`. */
  function followChunks(
    context: Context,
    run: LiveRun,
    { modes, after }: { modes: ReadonlySet<string>; after: number },
  ) {
    const threadId = context.req.param("id") ?? "";
    const frames = chunkFrames(run, { threadId, modes, after, idOf: questionIdOf(run.threadId), failures });
    // The client joins the run here when its connection is lost.
    const place = `/threads/${encodeURIComponent(threadId)}/runs/${encodeURIComponent(run.runId)}`;
    const headers = { ...HEADERS, "content-location": place, location: `${place}/stream` };
    return streamFrames(context, frames, { ...limits, runs, headers });
  }

  /** A run as clients read it. One that waits for earlier ones is pending. */
  function shownRun(run: LiveRun, threadId: string) {
    const isRunning = runs.of(run.threadId) === run;
    return {
      run_id: run.runId,
      thread_id: threadId,
      assistant_id: "agent",
      status: run.isEnded ? "success" : isRunning ? "running" : "pending",
      metadata: {},
    };
  }

  /** The run of a thread with an id, if it goes on or has ended lately. */
  function runNamed(runId: string, storedId: string): LiveRun | null {
    const known = runs.byId(storedId, runId) ?? recent.of(storedId);
    return known?.runId === runId ? known : null;
  }

  on("post", "/threads/:id/commands", async (context) => {
    // The body names the action, so nobody sends one who may not even read the thread.
    const refusal = await threads.refusal(context, "read");
    if (refusal !== null) return refusal;
    const body = await threads.bodyOf(context, CommandBody);
    if ("code" in body) return body;
    const { id, method, params } = body.value;
    const error = (name: string, { code, detail }: Problem) =>
      context.json({ type: "error", id, error: name, message: detail, code: `stream/${code}` });
    if (method !== "run.start" && method !== "input.respond") {
      const detail = `This server does not know the command ${method}.`;
      return error("not_supported", { code: "invalidRequest", detail });
    }
    const thread = await threads.opened(context, method === "run.start" ? "send" : "answer");
    if ("code" in thread) return thread;
    const read = method === "run.start" ? readRunStart(params) : readRespond(params);
    if (!read.ok) return error("invalid_argument", read);
    const { request } = read;
    const run = await threads.start(context, thread, {
      request,
      strategy: params["multitaskStrategy"] ?? params["multitask_strategy"],
    });
    if ("code" in run) return error(ERRORS[run.code] ?? "invalid_argument", run);
    const applied = followed.numbers.firstOf(run);
    const meta = { thread_id: thread.threadId, applied_through_seq: applied };
    return context.json({ type: "success", id, result: { run_id: run.runId }, meta });
  });
  onThread("post", "/threads/:id/stream/events", "read", async (context, { session }) => {
    const body = await threads.bodyOf(context, EventsBody);
    if ("code" in body) return body;
    const { channels, namespaces, since = 0 } = body.value;
    const left = new AbortController();
    const storedId = session.threadId;
    const filter = { channels, namespaces };
    const asked = async () => (await threads.read(session)).interrupts;
    const request = { storedId, filter, since, idOf: questionIdOf(storedId), asked, left: left.signal };
    const leave = () => left.abort();
    return streamFrames(context, eventFrames(followed, request), { ...limits, runs, headers: HEADERS, leave });
  });
  /** Adds a route that starts the run of a body. */
  const onRunBody = (path: string, answer: (context: Context, run: LiveRun, body: z.infer<typeof RunBody>) => Answer) =>
    on("post", path, async (context) => {
      const refusal = await threads.refusal(context, "read");
      if (refusal !== null) return refusal;
      const body = await threads.bodyOf(context, RunBody);
      if ("code" in body) return body;
      const read = readRunBody(body.value);
      const thread = await threads.opened(context, read.ok && read.request.kind === "answers" ? "answer" : "send");
      if ("code" in thread) return thread;
      if (!read.ok) return read;
      const { request } = read;
      const run = await threads.start(context, thread, { request, strategy: body.value.multitask_strategy });
      return "code" in run ? run : answer(context, run, body.value);
    });
  onRunBody("/threads/:id/runs/stream", (context, run, { stream_mode: modes }) =>
    followChunks(context, run, { modes: modesIn(modes), after: -1 }),
  );
  onRunBody("/threads/:id/runs", (context, run) => context.json(shownRun(run, context.req.param("id") ?? "")));
  onThread("get", "/threads/:id/runs", "read", (context, { threadId, session }) => {
    const status = context.req.query("status");
    const listed = runs.list(session.threadId).map((run) => shownRun(run, threadId));
    return context.json(listed.filter((run) => status === undefined || run.status === status));
  });
  onThread("get", "/threads/:id/runs/:run", "read", (context, { threadId, session }) => {
    const run = runNamed(context.req.param("run") ?? "", session.threadId);
    return run === null ? NOT_FOUND : context.json(shownRun(run, threadId));
  });
  onThread("get", "/threads/:id/runs/:run/stream", "read", (context, { session }) => {
    const run = runNamed(context.req.param("run") ?? "", session.threadId);
    if (run?.isWhole !== true) return NOT_FOUND;
    return followChunks(context, run, {
      modes: modesIn(context.req.queries("stream_mode")),
      after: lastEventId(context) ?? -1,
    });
  });
  onThread("post", "/threads/:id/runs/:run/cancel", "stop", async (context, { session }) => {
    const id = context.req.param("run") ?? "";
    const { threadId } = session;
    const run = runs.byId(threadId, id);
    // Another run of this process is not the one that is meant, and neither is what is left of one that has ended here.
    if (run === null && (runs.of(threadId) !== null || recent.of(threadId)?.runId === id)) return NOT_FOUND;
    // The id of a run is known only to the process that has started it.
    const outcome = await stopRun(session, run);
    if (typeof outcome !== "string") return outcome;
    return outcome === "nothingToStop" ? NOT_FOUND : context.body(null, 204);
  });
  return app;
}

const modesIn = (modes: string | readonly string[] | undefined): ReadonlySet<string> =>
  new Set((modes === undefined ? ["values"] : [modes].flat()).flatMap((mode) => mode.split(",")));

const HEADERS = { "x-accel-buffering": "no" };

/** Codes of errors in LangGraph's protocol, by the code of a refusal. */
const ERRORS: Partial<Record<Problem["code"], string>> = {
  badSignature: "permission_denied",
  forbidden: "permission_denied",
  closedQuestion: "no_such_interrupt",
  changedRequest: "no_such_interrupt",
  notFound: "no_such_checkpoint",
  overloaded: "unknown_error",
};
