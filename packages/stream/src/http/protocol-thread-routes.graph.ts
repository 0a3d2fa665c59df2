import { systemClock } from "@tidemark/state-manager";
import { randomIds } from "@tidemark/state-manager/internal";
import type { Hono } from "hono";
import { HistoryBody, NewThreadBody, SearchBody } from "../agent-protocol/protocol-requests.ts";
import { threadState } from "../agent-protocol/thread-states.graph.ts";
import { idProblem } from "../runs/input-shape.ts";
import type { LiveRuns } from "../runs/live-runs.ts";
import { NO_LIST, NOT_FOUND, refusedAccess } from "./problem.ts";
import type { LangGraphRoutesOptions, ProtocolThreads } from "./protocol-threads.graph.ts";
import type { ThreadAccess } from "./ai-sdk-routes.graph.ts";
import { routesFor } from "./routes.ts";

/** Creates the routes that read threads: search, state and history. */
export function protocolThreadRoutes<Access>(
  options: LangGraphRoutesOptions<Access>,
  { runs, threads }: { readonly runs: LiveRuns; readonly threads: ProtocolThreads },
): Hono {
  const { authorize, state, visible, tools } = options;
  const { app, on, onThread } = routesFor((context, action: ThreadAccess["action"]) => threads.opened(context, action));
  on("post", "/threads/search", async (context) => {
    const access = await authorize(context, { threadId: null, action: "list" });
    if (access === null) return refusedAccess(context);
    const body = await threads.bodyOf(context, SearchBody);
    if ("code" in body) return body;
    if (options.threads === undefined) return NO_LIST;
    const { limit, offset, ids } = body.value;
    const listed = (await options.threads(access)).filter(
      ({ threadId }) => ids === null || ids === undefined || ids.includes(threadId),
    );
    return context.json(
      listed.slice(offset, offset + limit).map(({ threadId, updatedAt }) => threadOf(threadId, updatedAt, "idle")),
    );
  });
  // A thread is stored with its first turn, so this only names one.
  on("post", "/threads", async (context) => {
    const body = await threads.bodyOf(context, NewThreadBody);
    if ("code" in body) return body;
    const threadId = body.value.thread_id ?? randomIds.next();
    const wrong = idProblem("thread_id", threadId);
    if (wrong !== null) return { code: "invalidRequest", detail: wrong };
    const access = await authorize(context, { threadId, action: "send" });
    return access === null ? refusedAccess(context) : context.json(threadOf(threadId, systemClock.now(), "idle"));
  });
  onThread("get", "/threads/:id", "read", async (context, { threadId, session }) => {
    const isBusy = runs.of(session.threadId) !== null;
    if (!isBusy && (await session.state()) === null) return NOT_FOUND;
    const { status } = await threads.view(session);
    return context.json(threadOf(threadId, systemClock.now(), status));
  });
  onThread("get", "/threads/:id/state", "read", async (context, thread) => {
    const { threadId, session } = thread;
    // A thread without a turn has an empty state: clients then follow its first turn, also if another page starts it.
    const [head] = await threads.states(thread, 1);
    const none = { values: {}, next: [], config: {} };
    const base = head ?? threadState(none, null, { threadId, state, visible, tools });
    context.header("cache-control", "no-store");
    // Without `next`, clients keep a stream open, and so see the turns of other pages.
    const { next: _, ...shown } = base;
    const { values, tasks } = await threads.view(session);
    const next = tasks.map(({ name }) => name);
    return context.json({ ...shown, values, tasks, ...(tasks.length > 0 && { next }) });
  });
  onThread("post", "/threads/:id/history", "read", async (context, thread) => {
    const body = await threads.bodyOf(context, HistoryBody);
    if ("code" in body) return body;
    // The steps inside of nodes have a name here; their values are not shown.
    if ((body.value.checkpoint?.checkpoint_ns ?? "") !== "") return context.json([]);
    const [head, ...older] = await threads.states(thread, body.value.limit);
    if (head === undefined) return context.json([]);
    const { values, tasks } = await threads.view(thread.session);
    context.header("cache-control", "no-store");
    return context.json([{ ...head, values, tasks, next: tasks.map(({ name }) => name) }, ...older]);
  });
  return app;
}

const threadOf = (threadId: string, updatedAt: string, status: "busy" | "idle" | "interrupted"): object => ({
  thread_id: threadId,
  created_at: updatedAt,
  updated_at: updatedAt,
  metadata: {},
  status,
  values: null,
  interrupts: {},
});
