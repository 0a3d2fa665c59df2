import { HttpAgent } from "@ag-ui/client";
import { serve, type ServerType } from "@hono/node-server";
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, createStatusUpdate } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { Hono } from "hono";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { agUiHandler, anyone, serveEvents } from "../src/hono.ts";
import { replayFrom } from "../src/events/replay.ts";
import { storedEvents, streamRun } from "../src/events/stream-run.graph.ts";
import type { RunEvent } from "../src/events/run-events.ts";
import { deferred } from "./deferred.ts";

let server: ServerType | null = null;

afterEach(() => {
  server?.close();
  server = null;
});

const listen = (app: Hono): Promise<string> =>
  new Promise((resolve) => {
    server = serve({ fetch: app.fetch, port: 0 }, ({ port }: AddressInfo) => {
      resolve(`http://localhost:${port}`);
    });
  });

const graph = new StateGraph(toStateSchema(SeedState))
  .addNode("search", () => ({
    control_iteration: 3,
    ...createStatusUpdate("Searching", 0.5, { timestamp: 1_767_904_200 }),
  }))
  .addEdge(START, "search")
  .addEdge("search", END)
  .compile();

async function read(response: Response, enough = Number.POSITIVE_INFINITY): Promise<EventSourceMessage[]> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return messages;
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (messages.length >= enough) break;
  }
  return messages;
}

/** Run that emits an event every few milliseconds until it is stopped, and reports when it stops. */
function endless(stopped: (why: string) => void) {
  return new StateGraph(toStateSchema(SeedState))
    .addNode("work", async (_, config) => {
      for (let count = 0; !(config.signal?.aborted ?? false); count += 1) {
        config.writer?.({ type: "status", message: `Round ${count}`, progress: 0, complete: false });
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      stopped("aborted");
      return {};
    })
    .addEdge(START, "work")
    .compile();
}

describe("serveEvents", () => {
  test("streams events that clients of Server-Sent Events can read", async () => {
    const app = new Hono().get("/", (context) => serveEvents(context, streamRun(graph, {}, { threadId: "ann" })));
    const response = await fetch(await listen(app));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const messages = await read(response);
    expect(messages.map(({ id, event }) => `${id} ${event}`)).toEqual([
      "0 run_started",
      "1 node_started",
      "2 node_finished",
      "3 status",
      "4 run_finished",
    ]);
  });

  test("sends missed events to a client that reconnects, each once", async () => {
    const log: RunEvent[] = [];
    for await (const event of streamRun(graph, {}, { threadId: "ann" })) log.push(event);
    async function* again(): AsyncGenerator<RunEvent> {
      await Promise.resolve();
      yield* log.slice(3);
    }
    const app = new Hono().get("/", (context) => serveEvents(context, again(), { stored: () => log.slice(0, 4) }));
    const response = await fetch(await listen(app), { headers: { "last-event-id": "1" } });
    expect((await read(response)).map(({ id }) => id)).toEqual(["2", "3", "4"]);
  });

  test("sends the stored events of the thread to a client that reconnects to another process, with the same ids", async () => {
    const storing = new StateGraph(toStateSchema(SeedState))
      .addNode("search", () => createStatusUpdate("Searching", 0.5, { timestamp: 1_767_904_200 }))
      .addNode("ask", () => ({ execution_final_answer: String(interrupt("Book it?")) }))
      .addEdge(START, "search")
      .addEdge("search", "ask")
      .compile({ checkpointer: new MemorySaver() });
    const seen: RunEvent[] = [];
    for await (const event of streamRun(storing, { control_iteration: 1 }, { threadId: "ann" })) seen.push(event);
    const app = new Hono().get("/", async (context) => {
      const missed = await storedEvents(storing, { threadId: "ann", runId: "run-2", firstSequence: seen.length });
      const rest = streamRun(storing, new Command({ resume: "yes" }), {
        threadId: "ann",
        runId: "run-2",
        firstSequence: seen.length + missed.length,
      });
      return serveEvents(context, rest, { stored: () => missed });
    });
    const last = String(seen.at(-1)?.sequence);
    const messages = await read(await fetch(await listen(app), { headers: { "last-event-id": last } }));
    expect(messages.map(({ id }) => Number(id))).toEqual(messages.map((_, index) => seen.length + index));
    const known = new Set(seen.map(({ eventId }) => eventId));
    const repeated = replayFrom(
      messages.map(({ data }): unknown => JSON.parse(data)),
      -1,
    ).filter(({ eventId }) => known.has(eventId));
    expect(repeated.map(({ type }) => type)).toEqual(["status"]);
  });

  test("ignores a Last-Event-ID that is not a number", async () => {
    const app = new Hono().get("/", (context) => serveEvents(context, streamRun(graph, {}, { threadId: "ann" })));
    const response = await fetch(await listen(app), { headers: { "last-event-id": "../../etc" } });
    expect(await read(response)).toHaveLength(5);
  });

  test("stops the run when the client disconnects", async () => {
    const { promise, resolve } = deferred<string>();
    const busy = endless(resolve);
    const app = new Hono().get("/", (context) => serveEvents(context, streamRun(busy, {}, { threadId: "ann" })));
    const leaving = new AbortController();
    await read(await fetch(await listen(app), { signal: leaving.signal }), 5);
    leaving.abort();
    expect(await promise).toBe("aborted");
  });
});

test("a run that emits nothing stops when the client disconnects", async () => {
  const { promise, resolve } = deferred<string>();
  const idle = new StateGraph(toStateSchema(SeedState))
    .addNode("wait", async (_, config) => {
      await new Promise((settle) => config.signal?.addEventListener("abort", settle));
      resolve("aborted");
      return {};
    })
    .addEdge(START, "wait")
    .compile();
  const app = new Hono().get("/", (context) =>
    serveEvents(context, streamRun(idle, { control_iteration: 1 }, { threadId: "ann" })),
  );
  const leaving = new AbortController();
  await read(await fetch(await listen(app), { signal: leaving.signal }), 2);
  leaving.abort();
  expect(await promise).toBe("aborted");
});

describe("agUiHandler", () => {
  const handler = agUiHandler({
    state: SeedState,
    authorize: anyone,
    run: ({ threadId, runId }, { signal }) =>
      streamRun(
        graph,
        {},
        { threadId, runId, signal, state: SeedState, visible: ["control_iteration", "status_updates"] },
      ),
  });

  test("serves AG-UI's HTTP client", async () => {
    const url = await listen(new Hono().post("/agent", handler));
    const agent = new HttpAgent({ url: `${url}/agent`, threadId: "ann" });
    await agent.runAgent({ runId: "run-7" });
    expect(agent.state).toMatchObject({ control_iteration: 3, status_updates: [{ message: "Searching" }] });
  });

  test("refuses an invalid run input and returns the problem", async () => {
    const url = await listen(new Hono().post("/agent", handler));
    const headers = { "content-type": "application/json" };
    const post = (body: string) => fetch(`${url}/agent`, { method: "POST", body, headers });
    const wrong = await post(JSON.stringify({ threadId: 7 }));
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("threadId");
    expect((await post("{")).status).toBe(400);
  });

  test("aborts the run when the client disconnects", async () => {
    const { promise, resolve } = deferred<string>();
    const busy = endless(resolve);
    const app = new Hono().post(
      "/agent",
      agUiHandler({
        state: SeedState,
        authorize: anyone,
        run: ({ threadId }, { signal }) => streamRun(busy, {}, { threadId, signal, state: SeedState }),
      }),
    );
    const leaving = new AbortController();
    const body = JSON.stringify({ threadId: "ann", runId: "r", messages: [], tools: [], context: [], state: {} });
    const url = await listen(app);
    const headers = { "content-type": "application/json" };
    await read(await fetch(`${url}/agent`, { method: "POST", body, headers, signal: leaving.signal }), 5);
    leaving.abort();
    expect(await promise).toBe("aborted");
  });
});
