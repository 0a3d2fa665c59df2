import { createServer, type ServerResponse } from "node:http";
import { workerErrors } from "../errors.ts";
import { definitionOf, type Turns } from "../turns/define-turns.graph.ts";
import { requireCount, requireText } from "../turns/options.ts";
import { workerMetrics } from "./worker-metrics.graph.ts";

/** Options of {@link startMonitor}. */
interface MonitorOptions {
  /** Port of the server. 0 takes a free one. Defaults to 9464. */
  readonly port?: number;
  /** Address that the server listens on. Defaults to `127.0.0.1`, which other machines cannot reach. */
  readonly host?: string;
  /** Aborted when the worker begins to stop: the process is not ready from then on. */
  readonly signal?: AbortSignal;
}

/** Server for the health and the metrics of a process. */
interface Monitor {
  /** Address of the server, such as `http://127.0.0.1:9464`. */
  readonly url: string;
  /** Stops the server. */
  stop(): Promise<void>;
}

/**
 * Serves the health of a process that runs turns, and their metrics for Prometheus.
 *
 * `/healthz` answers 200 while the process responds, `/readyz` 200 while it also reaches the storage and is not stopping, and 503 otherwise.
 * `/metrics` needs the package `prom-client`, and answers 501 without it. Throws `workers/portInUse` and `workers/invalidOption`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { AgentState } from "tidemark";
 * import { createAgentGraph, defineAgent } from "tidemark/agents";
 * import { defineTurns } from "tidemark/workers";
 * import { localEngine } from "tidemark/workers/local";
 * import { startMonitor } from "tidemark/workers/monitor";
 *
 * const echo = defineAgent(AgentState, {
 *   name: "echo",
 *   description: "Answers.",
 *   reads: ["messages"],
 *   writes: ["messages"],
 *   run: () => ({ messages: [{ role: "assistant", content: "Hello." }] }),
 * });
 * const graph = createAgentGraph({ state: AgentState, agents: [echo], checkpointer: new MemorySaver() });
 * const turns = defineTurns({ name: "desk", graph, engine: localEngine({ file: ":memory:" }) });
 *
 * const monitor = await startMonitor(turns, { port: 0 });
 * await turns.send("ann", "Hi");
 * const metrics = await (await fetch(`${monitor.url}/metrics`)).text();
 * console.log(metrics.includes('tidemark_turns_waiting{turns="desk"} 1')); // true
 * await monitor.stop();
 * ```
 */
export async function startMonitor(turns: Turns, options: MonitorOptions = {}): Promise<Monitor> {
  const port = requireCount("port", options.port ?? 9_464, 0);
  const host = requireText("host", options.host ?? "127.0.0.1");
  const metrics = await workerMetrics(turns);
  const answer = async (path: string): Promise<Answer> => {
    if (path === "/healthz") return { status: 200, text: "alive" };
    if (path === "/readyz") {
      if (options.signal?.aborted === true) return { status: 503, text: "stopping" };
      return definitionOf(turns)
        .store.workers()
        .then(
          () => ({ status: 200, text: "ready" }),
          () => ({ status: 503, text: "the storage of turns does not answer" }),
        );
    }
    if (path !== "/metrics") return { status: 404, text: "Use /healthz, /readyz or /metrics." };
    if (metrics === null) return { status: 501, text: "Install prom-client for metrics." };
    return { status: 200, text: await metrics.scrape(), type: metrics.contentType };
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (request.method === "GET" || request.method === "HEAD") {
      void answer(path).then(
        (each) => send(response, each),
        () => send(response, FAILED),
      );
    } else send(response, { status: 405, text: "Use GET." });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(workerErrors.portInUse({ port, host, problem: error.message }, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
}

const FAILED = { status: 500, text: "The metrics could not be read." };

function send(response: ServerResponse, { status, text, type = "text/plain; charset=utf-8" }: Answer): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(`${text.trimEnd()}\n`);
}
