import { serve } from "@hono/node-server";
import { MemorySaver } from "@langchain/langgraph";
import { Hono } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import { AgentState, extendState, field, fields, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { applicationRoutes } from "tidemark/hono";
import { z } from "zod";

const Desk = extendState(AgentState, {
  version: 1,
  fields: fields("desk", {
    refunded: field({
      description: "Orders that were refunded.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "thread",
      ui: true,
    }),
  }),
});

const refund = defineAgent(Desk, {
  name: "refund",
  description: "Refunds an order.",
  reads: ["desk_refunded"],
  writes: ["desk_refunded", "messages"],
  run: ({ desk_refunded: refunded }) => ({
    desk_refunded: [...refunded, "A-17"],
    messages: [{ role: "assistant", content: "The order A-17 is refunded." }],
  }),
});

const graph = createAgentGraph({
  state: Desk,
  agents: [refund],
  // Pass a `model` instead: it plans, and calls the tools of your agents.
  planner: () => Promise.resolve({ steps: [{ capability: "refund", taskObjective: "Refund the order A-17" }] }),
  approvals: { refund: "always" },
  checkpointer: new MemorySaver(),
});

// Keep both in your environment, the same ones in every process.
const cookieKey = process.env["COOKIE_KEY"] ?? crypto.randomUUID();
const approvalKey = process.env["APPROVAL_KEY"] ?? crypto.randomUUID();

const api = applicationRoutes({
  state: Desk,
  // Every browser is a user. Replace this with your login: a browser sends its cookies also when it follows a conversation.
  async authorize(context) {
    const known = await getSignedCookie(context, cookieKey, "user");
    if (typeof known === "string") return { userId: known };
    const userId = crypto.randomUUID();
    await setSignedCookie(context, "user", userId, cookieKey, { httpOnly: true, sameSite: "Lax", path: "/" });
    return { userId };
  },
  session: (threadId, { userId }) => openSession({ graph, threadId, userId }),
  key: approvalKey,
});

const app = new Hono().route("/api", api);
serve({ fetch: app.fetch, port: Number(process.env["PORT"] ?? 4300) }, ({ port }) => {
  process.stdout.write(`http://localhost:${port}/api\n`);
});
