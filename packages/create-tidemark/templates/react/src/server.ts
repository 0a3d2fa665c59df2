import { serveStatic } from "@hono/node-server/serve-static";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { Hono } from "hono";
import type { Session } from "tidemark";
import { inspector } from "tidemark/inspect";
import { aiSdkRoutes } from "tidemark/stream/ai-sdk";
import { ListState } from "./state.ts";

export interface ServerOptions {
  readonly session: (threadId: string) => Session<typeof ListState>;
  readonly checkpointer: BaseCheckpointSaver;
  /** Signs approvals, so that a page cannot make one up. */
  readonly key: string;
}

/** True allows everybody: only for a server that nobody else can reach. Check who the user is and whether the thread is theirs. */
const authorize = () => true;

/** The server: routes for `useChat`, the inspector, and the built page. */
export function createServer({ session, checkpointer, key }: ServerOptions): Hono {
  const app = new Hono();
  // The page shows what these tools were called with, and what they returned.
  const tools = ["add_item", "clear_list"];
  app.route("/api/chat", aiSdkRoutes({ state: ListState, tools, authorize, session, key }));
  app.route("/inspect", inspector({ saver: checkpointer, state: ListState }));
  app.use(serveStatic({ root: "dist" }));
  return app;
}
