import { systemClock } from "@tidemark/state-manager";
import { randomIds } from "@tidemark/state-manager/internal";
import { Hono } from "hono";
import { HistoryBody, NewThreadBody, SearchBody } from "../agent-protocol/protocol-requests.ts";
import { protocolMessage } from "../agent-protocol/protocol-message.ts";
import { shownValues, threadState } from "../agent-protocol/thread-states.graph.ts";
import { idProblem } from "../runs/input-shape.ts";
import type { LiveRuns } from "../runs/live-runs.ts";
import { NO_LIST, NOT_FOUND, problemResponse, refusedAccess } from "./problem.ts";
import type { LangGraphRoutesOptions, ProtocolThreads } from "./protocol-threads.graph.ts";
import type { FrontEndSession } from "./start-run.graph.ts";

/** Creates the routes that read threads: search, state and history. */
export function protocolThreadRoutes<Access>(
  options: LangGraphRoutesOptions<Access>,
  { runs, threads }: { readonly runs: LiveRuns; readonly threads: ProtocolThreads },
): Hono {
  const { authorize, state, visible, tools } = options;
  const viewing = { state, visible, tools };
  /** Messages of a thread, with those of agents that wait or were stopped. */
  const shownMessages = async (session: FrontEndSession): Promise<object> => {
    const { messages } = await threads.read(session);
    return { messages: messages.map(protocolMessage) };
  };

  const app = new Hono();
  app.post("/threads/search", async (context) => {
    const access = await authorize(context, { threadId: null, action: "list" });
    if (access === null) return problemResponse(context, refusedAccess(context));
    const body = await threads.bodyOf(context, SearchBody);
    if ("code" in body) return problemResponse(context, body);
    if (options.threads === undefined) return problemResponse(context, NO_LIST);
    const { limit, offset, ids } = body.value;
    const listed = (await options.threads(access)).filter(
      ({ threadId }) => ids === null || ids === undefined || ids.includes(threadId),
    );
    return context.json(
      listed.slice(offset, offset + limit).map(({ threadId, updatedAt }) => threadOf(threadId, updatedAt, "idle")),
    );
  });
  // A thread is stored with its first turn, so this only names one.
  app.post("/threads", async (context) => {
    const body = await threads.bodyOf(context, NewThreadBody);
    if ("code" in body) return problemResponse(context, body);
    const threadId = body.value.thread_id ?? randomIds.next();
    const wrong = idProblem("thread_id", threadId);
    if (wrong !== null) return problemResponse(context, { code: "invalidRequest", detail: wrong });
    if ((await authorize(context, { threadId, action: "send" })) === null) {
      return problemResponse(context, refusedAccess(context));
    }
    return context.json(threadOf(threadId, systemClock.now(), "idle"));
  });
  app.get("/threads/:id", async (context) => {
    const thread = await threads.opened(context, "read");
    if ("code" in thread) return problemResponse(context, thread);
    const isBusy = runs.of(thread.session.threadId) !== null;
    if (!isBusy && (await thread.session.state()) === null) return problemResponse(context, NOT_FOUND);
    const { pending } = await threads.read(thread.session);
    const status = isBusy ? "busy" : pending.length > 0 ? "interrupted" : "idle";
    return context.json(threadOf(thread.threadId, systemClock.now(), status));
  });
  app.get("/threads/:id/state", async (context) => {
    const thread = await threads.opened(context, "read");
    if ("code" in thread) return problemResponse(context, thread);
    const { threadId, session } = thread;
    // A thread without a turn has an empty state: clients then follow its first turn, also if another page starts it.
    const stored = await session.state();
    const [head] = await threads.states(thread, 1);
    const base = head ?? threadState({ values: {}, next: [], config: {} }, null, { threadId, ...viewing });
    context.header("cache-control", "no-store");
    // Without `next`, clients keep a stream open, and so see the turns of other pages.
    const { next: _, ...shown } = base;
    const tasks = await threads.tasks(session);
    const values = { ...shownValues(stored, { threadId, ...viewing }), ...(await shownMessages(session)) };
    return context.json({ ...shown, values, tasks, ...(tasks.length > 0 && { next: tasks.map(({ name }) => name) }) });
  });
  app.post("/threads/:id/history", async (context) => {
    const thread = await threads.opened(context, "read");
    if ("code" in thread) return problemResponse(context, thread);
    const body = await threads.bodyOf(context, HistoryBody);
    if ("code" in body) return problemResponse(context, body);
    // The steps inside of nodes have a name here; their values are not shown.
    if ((body.value.checkpoint?.checkpoint_ns ?? "") !== "") return context.json([]);
    const [head, ...older] = await threads.states(thread, body.value.limit);
    if (head === undefined) return context.json([]);
    const tasks = await threads.tasks(thread.session);
    const values = { ...head.values, ...(await shownMessages(thread.session)) };
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
