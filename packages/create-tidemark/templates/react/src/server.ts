import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { Session, ThreadStorage } from "tidemark";
import { inspector } from "tidemark/inspect";
import { aiSdkRoutes } from "tidemark/ai-sdk";
import { list } from "./state.ts";

export interface ServerOptions {
  readonly session: (threadId: string) => Session<typeof list.state>;
  readonly storage: ThreadStorage;
  /** Signs approvals, so that a page cannot make one up. */
  readonly key: string;
}

/** True allows everybody: only for a server that nobody else can reach. Check who the user is and whether the thread is theirs. */
const authorize = () => true;

/** The server: routes for `useChat`, the inspector, and the built page. */
export function createServer({ session, storage, key }: ServerOptions): Hono {
  const app = new Hono();
  // The page shows what these tools were called with, and what they returned.
  const tools = ["add_item", "clear_list"];
  app.route("/api/chat", aiSdkRoutes({ state: list.state, tools, authorize, session, key }));
  app.route("/inspect", inspector({ saver: storage.saver, state: list.state }));
  app.use(serveStatic({ root: "dist" }));
  return app;
}
