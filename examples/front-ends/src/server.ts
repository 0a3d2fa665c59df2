import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import path from "node:path";
import { applicationRoutes } from "tidemark/hono";
import { Desk, type deskApplication } from "./application.ts";

// Only for a server that nobody else can reach. Identify your users here.
const authorize = () => ({ userId: "ann" });

/** Creates the server of the pages: each of them uses one part of the same routes. */
export function deskServer({ session }: ReturnType<typeof deskApplication>, key: string): Hono {
  const app = new Hono();
  app.route(
    "/api",
    applicationRoutes({ state: Desk, tools: ["refund", "ask"], authorize, session, key, requestsPerMinute: 10_000 }),
  );
  app.use(serveStatic({ root: path.relative(process.cwd(), path.join(import.meta.dirname, "..", "dist", "page")) }));
  return app;
}
