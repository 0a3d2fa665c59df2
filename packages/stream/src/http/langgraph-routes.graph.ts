import { systemClock } from "@tidemark/state-manager";
import { Hono } from "hono";
import { liveRuns, type LiveRuns } from "../runs/live-runs.ts";
import { recentRuns } from "../runs/recent-runs.ts";
import { protocolRunRoutes } from "./protocol-run-routes.graph.ts";
import { numbering } from "./protocol-streams.ts";
import { protocolThreadRoutes } from "./protocol-thread-routes.graph.ts";
import { type LangGraphRoutesOptions, protocolThreads } from "./protocol-threads.graph.ts";
import { originGuard } from "./request-guard.ts";
import { completeRoutes } from "./routes.ts";

/**
 * Creates the routes of LangGraph's protocol for `useStream`, of `@langchain/react` and of `@langchain/langgraph-sdk`, without LangGraph's
 * server. Mount them, and pass their address as `apiUrl`.
 *
 * A run goes on without its client. `stop()` stops it for every client; a page that is loaded again, or a second one, follows it.
 * The history of a thread has one checkpoint for each turn, and a message with `forkFrom` or `checkpoint` starts a branch there.
 * Only the newest message of an input is used. With `key`, the ids of questions contain their signature, so a client that answers by
 * the id it was shown needs nothing else.
 *
 * Refusals of commands are errors of the protocol, others are `application/problem+json`; both have a `code`. Not served are
 * assistants, crons, the store, runs without a thread, updates of the state, and the stream modes `updates`, `tasks` and `debug`.
 *
 * @example
 * ```ts
 * import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
 * import { anyone, langGraphRoutes } from "tidemark/hono";
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { Hono } from "hono";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("greet", () => ({ messages: [{ role: "assistant", content: "Hello." }] }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "greet")
 *   .addEdge("greet", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const session = (threadId: string) => openSession({ graph, threadId });
 * const app = new Hono().route("/langgraph", langGraphRoutes({ state: AgentState, authorize: anyone, session }));
 *
 * const input = { messages: [{ type: "human", content: "Hi" }] };
 * const body = JSON.stringify({ assistant_id: "agent", input, stream_mode: ["values"] });
 * const sent = { method: "POST", body, headers: { "content-type": "application/json" } };
 * const answer = await app.request("/langgraph/threads/ann/runs/stream", sent);
 * console.log((await answer.text()).includes('"content":"Hello."')); // true
 * ```
 */
export function langGraphRoutes<Access>(options: LangGraphRoutesOptions<Access>): Hono {
  const app = new Hono();
  app.use(originGuard(options.origins ?? []));
  app.route("/", protocolRoutes(options, liveRuns(options, options)));
  return app;
}

/**
 * Creates the routes for runs that other routes share.
 *
 * @internal
 */
export function protocolRoutes<Access>(options: LangGraphRoutesOptions<Access>, runs: LiveRuns): Hono {
  const recent = recentRuns(systemClock);
  const threads = protocolThreads(options, { runs, recent });
  const app = new Hono();
  app.route("/", protocolThreadRoutes(options, { runs, threads }));
  app.route(
    "/",
    protocolRunRoutes(threads, { runs, recent, numbers: numbering(systemClock), failures: options }, options),
  );
  return completeRoutes(app, options);
}
