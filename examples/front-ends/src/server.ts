import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import path from "node:path";
import { anyone } from "tidemark/hono";
import { aiSdkRoutes } from "tidemark/stream/ai-sdk";
import { Desk, type deskApplication } from "./application.ts";

/** Creates the server of the pages: what each of them needs is one line. */
export function deskServer({ session }: ReturnType<typeof deskApplication>, key: string): Hono {
  const app = new Hono();
  // Only for a server that nobody else can reach. Check in `authorize` who the user is and whether the thread is theirs.
  const options = { state: Desk, authorize: anyone, session };
  app.route("/api/chat", aiSdkRoutes({ ...options, key }));
  app.use(serveStatic({ root: path.relative(process.cwd(), path.join(import.meta.dirname, "..", "dist", "page")) }));
  return app;
}
