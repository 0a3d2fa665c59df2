import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applicationRoutes } from "../../src/hono.ts";
import type { FrontEndSession } from "../../src/http/start-run.graph.ts";
import { Desk, desk } from "../ai-sdk/desk.ts";

const headers = { "content-type": "application/json" };

/** Requests that make a turn of 60 updates, by wire. */
const wires = [
  ["typed events", "/threads/1/runs", { message: "count" }],
  ["the AI SDK", "/chat", { id: "1", messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "count" }] }] }],
  [
    "AG-UI",
    "/ag-ui",
    { threadId: "1", runId: "r", messages: [{ id: "m", role: "user", content: "count" }], tools: [], context: [] },
  ],
  [
    "LangGraph's runs",
    "/langgraph/threads/1/runs/stream",
    { input: { messages: [{ type: "human", content: "count" }] }, stream_mode: ["values", "messages-tuple", "custom"] },
  ],
] as const;

/** Session whose turns may have as many steps as there are updates. */
function long(threadId: string): FrontEndSession {
  const session = desk()(threadId);
  const stream: FrontEndSession["stream"] = (input, options) =>
    session.stream(z.record(z.string(), z.unknown()).parse(input), {
      ...options,
      config: { ...options?.config, recursionLimit: 100 },
    });
  return { ...session, stream };
}

describe.each(wires)("%s", (_, path, body) => {
  test("need at most 45 KB for 60 updates", async () => {
    const app = applicationRoutes({ state: Desk, authorize: () => ({ userId: "ann" }), session: long });
    const response = await app.request(path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    expect(text).toMatch(/"\/desk_count","value":60|"desk_count":60/);
    expect(new TextEncoder().encode(text).byteLength).toBeLessThan(45_000);
  });
});

test("the events of LangGraph's protocol need at most 45 KB for 60 updates, with the channels that useStream opens", async () => {
  const app = applicationRoutes({ state: Desk, authorize: () => ({ userId: "ann" }), session: long });
  const post = async (path: string, body: object) =>
    app.request(`/langgraph/threads/1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const channels = ["values", "checkpoints", "lifecycle", "input", "messages", "tools"];
  const { body } = await post("stream/events", { channels, namespaces: [[]], depth: 1 });
  const input = { messages: [{ type: "human", content: "count" }] };
  await post("commands", { id: 1, method: "run.start", params: { assistant_id: "agent", input } });
  let text = "";
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> | Uint8Array[] = body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    text += new TextDecoder().decode(chunk);
    if (text.includes('"event":"completed"')) break;
  }
  expect(text).toContain('"desk_count":60');
  expect(bytes).toBeLessThan(45_000);
});

test("the typed events have the beginning and the end of nodes for pages that ask for them", async () => {
  const app = applicationRoutes({ state: Desk, authorize: () => ({ userId: "ann" }), session: desk() });
  const send = async (path: string) =>
    (await app.request(path, { method: "POST", headers, body: '{ "message": "Where to?" }' })).text();
  expect(await send("/threads/1/runs")).not.toContain("node_started");
  expect(await send("/threads/2/runs?nodes")).toContain("node_started");
});
