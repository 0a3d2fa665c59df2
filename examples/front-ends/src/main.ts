import { serve } from "@hono/node-server";
import { randomUUID } from "node:crypto";
import { deskApplication } from "./application.ts";
import { deskServer } from "./server.ts";

const app = deskServer(deskApplication(), process.env["APPROVAL_KEY"] ?? randomUUID());
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"] ?? 4300) }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}/use-chat.html\n`);
});
