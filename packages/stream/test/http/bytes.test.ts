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
    expect(text).toContain('"/desk_count","value":60');
    expect(new TextEncoder().encode(text).byteLength).toBeLessThan(45_000);
  });
});

test("the typed events have the beginning and the end of nodes for pages that ask for them", async () => {
  const app = applicationRoutes({ state: Desk, authorize: () => ({ userId: "ann" }), session: desk() });
  const send = async (path: string) =>
    (await app.request(path, { method: "POST", headers, body: '{ "message": "Where to?" }' })).text();
  expect(await send("/threads/1/runs")).not.toContain("node_started");
  expect(await send("/threads/2/runs?nodes")).toContain("node_started");
});
