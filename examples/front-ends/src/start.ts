import { serve } from "@hono/node-server";
import { interrupt, MemorySaver } from "@langchain/langgraph";
import { Hono } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import { AgentState, extendState, fieldGroups, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { listThreads } from "tidemark/checkpoint";
import { applicationRoutes } from "tidemark/hono";
import { z } from "zod";
import { ExampleModel } from "./example-model.ts";

const secret = process.env["APP_SECRET"] ?? "replace this text before anybody else can reach the server";

// It forgets everything when the server stops. Take `sqliteSaver` or `postgresSaver` to keep threads.
const checkpointer = new MemorySaver();

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

const desk = defineAgent(Desk, {
  name: "desk",
  description: "Refunds orders.",
  reads: ["messages"],
  tools: {
    refund: {
      description: "Refunds an order.",
      inputs: z.object({ order: z.string().min(1) }),
      run: ({ order }) => `${order} is refunded.`,
    },
    ask: {
      description: "Asks the customer.",
      inputs: z.object({ question: z.string() }),
      run: ({ question }) => String(interrupt({ question })),
    },
  },
  approvals: { refund: "always" },
});

// With a key: `model: "openai:gpt-5-mini"`, and install @langchain/openai.
const graph = createAgentGraph({ state: Desk, model: new ExampleModel(), agents: [desk], checkpointer });

const app = new Hono();

app.route(
  "/api",
  applicationRoutes({
    state: Desk,
    // The page shows what these tools were called with, and what they returned.
    tools: ["refund", "ask"],
    authorize: async (context) => {
      const userId = await getSignedCookie(context, secret, "user");
      return typeof userId === "string" ? { userId } : null;
    },
    session: (threadId, { userId }) => openSession({ graph, threadId, userId }),
    threads: () => listThreads(checkpointer),
    key: secret,
  }),
);

// Replace this with your login: here, every name is believed.
app.get("/login/:user", async (context) => {
  await setSignedCookie(context, "user", context.req.param("user"), secret, { httpOnly: true, sameSite: "Lax" });
  return context.redirect("/");
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"] ?? 4300) }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
