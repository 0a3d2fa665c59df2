import { type Context, Hono } from "hono";
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
import { type EventFrame, eventResponse, type EventStreamLimits } from "./event-response.ts";
import { NOT_FOUND, type Problem, problemResponse, TOO_MANY_CLIENTS } from "./problem.ts";
import { chunkFrames, eventFrames, type FollowedRuns } from "./protocol-streams.ts";
import type { ProtocolThreads } from "./protocol-threads.graph.ts";

/** Creates the routes that start, follow and stop runs: commands, streams of events, and streams of runs. */
export function protocolRunRoutes(threads: ProtocolThreads, followed: FollowedRuns, limits: EventStreamLimits): Hono {
  const { runs, recent } = followed;
  const questionIdOf = (storedId: string) => (interrupt: RunInterrupt) => threads.questionId(interrupt, storedId);

  function respond(
    context: Context,
    frames: AsyncGenerator<EventFrame, undefined>,
    leave: () => unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Response {
    const ended = runs.connect();
    if (ended === null) return problemResponse(context, TOO_MANY_CLIENTS);
    return eventResponse(context, frames, { ...limits, ended, leave, headers: { ...HEADERS, ...headers } });
  }

  /** Streams a run in LangGraph's stream modes, after the frame with the number `after`. */
  function followChunks(
    context: Context,
    run: LiveRun,
    { modes, after }: { modes: ReadonlySet<string>; after: number },
  ) {
    const threadId = context.req.param("id") ?? "";
    const frames = chunkFrames(run, { threadId, modes, after, idOf: questionIdOf(run.threadId) });
    // The client joins the run here when its connection is lost.
    const place = `/threads/${encodeURIComponent(threadId)}/runs/${encodeURIComponent(run.runId)}`;
    const headers = { "content-location": place, location: `${place}/stream` };
    return respond(context, frames, () => frames.return(undefined), headers);
  }

  /** The run of a thread with an id, if it goes on or has ended lately. */
  function runNamed(runId: string, storedId: string): LiveRun | null {
    const known = runs.byId(storedId, runId) ?? recent.of(storedId);
    return known?.runId === runId ? known : null;
  }

  const app = new Hono();
  app.post("/threads/:id/commands", async (context) => {
    // The body names the action, so nobody sends one who may not even read the thread.
    const refusal = await threads.refusal(context, "read");
    if (refusal !== null) return problemResponse(context, refusal);
    const body = await threads.bodyOf(context, CommandBody);
    if ("code" in body) return problemResponse(context, body);
    const { id, method, params } = body.value;
    const error = (name: string, { code, detail }: Problem) =>
      context.json({ type: "error", id, error: name, message: detail, code: `stream/${code}` });
    if (method !== "run.start" && method !== "input.respond") {
      const detail = `This server does not know the command ${method}.`;
      return error("not_supported", { code: "invalidRequest", detail });
    }
    const thread = await threads.opened(context, method === "run.start" ? "send" : "answer");
    if ("code" in thread) return problemResponse(context, thread);
    const read = method === "run.start" ? readRunStart(params) : readRespond(params);
    if (!read.ok) return error("invalid_argument", read);
    const { request } = read;
    const run = await threads.start(context, thread, { request, strategy: params["multitaskStrategy"] });
    if ("code" in run) return error(ERRORS[run.code] ?? "invalid_argument", run);
    const applied = followed.numbers.firstOf(run);
    const meta = { thread_id: thread.threadId, applied_through_seq: applied };
    return context.json({ type: "success", id, result: { run_id: run.runId }, meta });
  });
  app.post("/threads/:id/stream/events", async (context) => {
    const thread = await threads.opened(context, "read");
    if ("code" in thread) return problemResponse(context, thread);
    const body = await threads.bodyOf(context, EventsBody);
    if ("code" in body) return problemResponse(context, body);
    const { channels, namespaces, since = 0 } = body.value;
    const left = new AbortController();
    const storedId = thread.session.threadId;
    const filter = { channels, namespaces };
    const asked = async () => (await threads.read(thread.session)).interrupts;
    const request = { storedId, filter, since, idOf: questionIdOf(storedId), asked, left: left.signal };
    return respond(context, eventFrames(followed, request), () => left.abort());
  });
  app.post("/threads/:id/runs/stream", async (context) => {
    const refusal = await threads.refusal(context, "read");
    if (refusal !== null) return problemResponse(context, refusal);
    const body = await threads.bodyOf(context, RunBody);
    if ("code" in body) return problemResponse(context, body);
    const read = readRunBody(body.value);
    const thread = await threads.opened(context, read.ok && read.request.kind === "answers" ? "answer" : "send");
    if ("code" in thread) return problemResponse(context, thread);
    if (!read.ok) return problemResponse(context, read);
    const { request } = read;
    const run = await threads.start(context, thread, { request, strategy: body.value.multitask_strategy });
    if ("code" in run) return problemResponse(context, run);
    return followChunks(context, run, { modes: modesIn(body.value.stream_mode), after: -1 });
  });
  app.get("/threads/:id/runs", async (context) => {
    const thread = await threads.opened(context, "read");
    if ("code" in thread) return problemResponse(context, thread);
    const run = runs.of(thread.session.threadId);
    return context.json(run === null ? [] : [runOf(run, thread.threadId)]);
  });
  app.get("/threads/:id/runs/:run", async (context) => {
    const thread = await threads.opened(context, "read");
    if ("code" in thread) return problemResponse(context, thread);
    const run = runNamed(context.req.param("run"), thread.session.threadId);
    return run === null ? problemResponse(context, NOT_FOUND) : context.json(runOf(run, thread.threadId));
  });
  app.get("/threads/:id/runs/:run/stream", async (context) => {
    const thread = await threads.opened(context, "read");
    if ("code" in thread) return problemResponse(context, thread);
    const run = runNamed(context.req.param("run"), thread.session.threadId);
    if (run?.isWhole !== true) return problemResponse(context, NOT_FOUND);
    const last = context.req.header("last-event-id");
    const after = last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : -1;
    return followChunks(context, run, { modes: modesIn(context.req.queries("stream_mode")), after });
  });
  app.post("/threads/:id/runs/:run/cancel", async (context) => {
    const thread = await threads.opened(context, "stop");
    if ("code" in thread) return problemResponse(context, thread);
    const run = runs.byId(thread.session.threadId, context.req.param("run"));
    if (run === null) return problemResponse(context, NOT_FOUND);
    await run.stop();
    return context.body(null, 204);
  });
  return app;
}

const modesIn = (modes: string | readonly string[] | undefined): ReadonlySet<string> =>
  new Set((modes === undefined ? ["values"] : [modes].flat()).flatMap((mode) => mode.split(",")));

const runOf = (run: LiveRun, threadId: string): object => ({
  run_id: run.runId,
  thread_id: threadId,
  assistant_id: "agent",
  status: run.isEnded ? "success" : "running",
  metadata: {},
});

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
