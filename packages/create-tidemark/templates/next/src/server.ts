import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { Hono } from "hono";
import type { Session } from "tidemark";
import { applicationRoutes } from "tidemark/hono";
import { sqlite } from "tidemark/sqlite";
import { assistantApp } from "./assistant.ts";
import { OfflineModel } from "./offline-model.ts";
import { list } from "./state.ts";

export interface ServerOptions {
  readonly session: (threadId: string) => Session<typeof list.state>;
  /** Signs approvals, so that a page cannot make one up. */
  readonly key: string;
}

/** Everybody is the same user: only for a server that nobody else can reach. Return the user of your login, or null. */
const authorize = () => ({ userId: "me" });

/** The routes of the application, such as `/api/chat` for `useChat`. */
export function createServer({ session, key }: ServerOptions): Hono {
  // The page shows what these tools were called with, and what they returned.
  const tools = ["add_item", "clear_list"];
  return new Hono().route("/api", applicationRoutes({ state: list.state, tools, authorize, session, key }));
}

/** Opens the application on its database. */
function openServer(): Hono {
  mkdirSync(".tidemark", { recursive: true });
  const storage = sqlite(".tidemark/threads.db");
  const app = assistantApp({ model: process.env["TIDEMARK_MODEL"] ?? new OfflineModel(), storage });
  return createServer({
    session: (threadId) => app.session(threadId),
    key: process.env["APPROVAL_KEY"] ?? randomUUID(),
  });
}

const opened = globalThis as typeof globalThis & { tidemarkServer?: Hono };

/** The server of this process. Next.js loads a module once for each route, and again after a change. */
export const server = (): Hono => (opened.tidemarkServer ??= openServer());
