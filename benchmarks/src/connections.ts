import { fork } from "node:child_process";
import net, { type AddressInfo } from "node:net";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { serve } from "@hono/node-server";
import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
import { applicationRoutes } from "tidemark/hono";

/** Opens 10,200 connections to a server that takes 10,000, and prints its memory and its refusals. */
const CLIENTS = 10_200;

const streams = [
  ["the AI SDK's changes", "GET", "/chat/1/changes", null],
  [
    "LangGraph's events",
    "POST",
    "/langgraph/threads/1/stream/events",
    '{"channels":["values","messages","lifecycle"]}',
  ],
] as const;

if (process.argv[2] === "server") startServer();
else await measure();

function startServer(): void {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("greet", () => ({ messages: [{ role: "assistant", content: "Hello." }] }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "greet")
    .addEdge("greet", END)
    .compile({ checkpointer: new MemorySaver() });
  const app = applicationRoutes({
    state: AgentState,
    authorize: () => ({ userId: "ann" }),
    session: (threadId) => openSession({ graph, threadId }),
    requestsPerMinute: 1_000_000,
  });
  serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }: AddressInfo) => process.send?.({ port }));
  process.on("message", () => {
    globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage().rss });
  });
}

async function measure(): Promise<void> {
  for (const [name, method, path, body] of streams) {
    const server = fork(import.meta.filename, ["server"], { execArgv: ["--expose-gc"] });
    const next = () => new Promise<Record<string, number>>((resolve) => void server.once("message", resolve));
    const { port = 0 } = await next();
    const memory = async () => {
      const answer = next();
      server.send("memory");
      return (await answer)["rss"] ?? 0;
    };
    const before = await memory();
    const statuses = new Map<string, number>();
    const sockets: net.Socket[] = [];
    const connect = () =>
      new Promise<void>((resolve) => {
        const socket = net.connect(port, "127.0.0.1", () => {
          const sent = body === null ? "" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
          socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${sent}\r\n${body ?? ""}`);
        });
        sockets.push(socket);
        socket.once("data", (data) => {
          const status = String(data).slice(9, 12);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          resolve();
        });
        socket.once("error", () => resolve());
      });
    for (let opened = 0; opened < CLIENTS; opened += 100) await Promise.all(Array.from({ length: 100 }, connect));
    const grown = (await memory()) - before;
    const perClient = Math.round(grown / 10_000 / 102.4) / 10;
    process.stdout.write(`${name}: ${JSON.stringify(Object.fromEntries(statuses))}, ${perClient} KB for each client\n`);
    for (const socket of sockets) socket.destroy();
    server.kill();
  }
}
