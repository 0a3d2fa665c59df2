import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { serve } from "@hono/node-server";
import { sqlite } from "tidemark/sqlite";
import { assistantApp } from "./assistant.ts";
import { OfflineModel } from "./offline-model.ts";
import { createServer } from "./server.ts";

if (existsSync(".env")) process.loadEnvFile();
const { env } = process;

// Conversations are stored, so the list is still there after a restart.
mkdirSync(".tidemark", { recursive: true });
const storage = sqlite(".tidemark/threads.db");
const app = assistantApp({ model: env["TIDEMARK_MODEL"] ?? new OfflineModel(), storage });

const home = app.session("home");
if ((await home.state()).messages.length === 0) await home.send("add milk");

const { fetch } = createServer({
  session: (threadId) => app.session(threadId),
  storage,
  key: env["APPROVAL_KEY"] ?? randomUUID(),
});
const server = serve({ fetch, hostname: "127.0.0.1", port: Number(env["PORT"] ?? 4100) }, ({ port }) => {
  console.log(`The inspector shows each step: http://127.0.0.1:${port}/inspect/?thread=home`);
  console.log(`Press Ctrl+C to end. The page: http://127.0.0.1:${port}/`);
});
server.once("error", ({ message }) => {
  console.error(`The server cannot start (${message}). Set PORT to another port.`);
  process.exit(1);
});
