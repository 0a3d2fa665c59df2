import net from "node:net";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applicationRoutes } from "../../src/hono.ts";
import { KEY } from "../ai-sdk/chat-server.ts";
import { Desk, desk, toolDesk } from "../ai-sdk/desk.ts";
import { until } from "../until.ts";
import { listen } from "./served.ts";

const agUi = (threadId: string, text: string, more: object = {}) => ({
  threadId,
  runId: crypto.randomUUID(),
  messages: [{ id: "m1", role: "user", content: text }],
  tools: [],
  context: [],
  ...more,
});

/** Requests that send a message with the id `m1`, by wire. */
const wires = [
  [
    "typed events",
    (thread: string) => `/threads/${thread}/runs`,
    (_: string, message: string) => ({ message, messageId: "m1" }),
  ],
  [
    "the AI SDK",
    () => "/chat",
    (id: string, text: string) => ({ id, messages: [{ id: "m1", role: "user", parts: [{ type: "text", text }] }] }),
  ],
  ["AG-UI", () => "/ag-ui", (thread: string, text: string) => agUi(thread, text)],
  [
    "LangGraph's protocol",
    (thread: string) => `/langgraph/threads/${thread}/runs/stream`,
    (_: string, content: string) => ({ input: { messages: [{ id: "m1", type: "human", content }] } }),
  ],
] as const;

const Thread = z.object({ messages: z.array(z.object({ content: z.string() })) });

function application(session = desk(), key?: string) {
  const app = applicationRoutes({
    state: Desk,
    authorize: (context) => ({ userId: context.req.header("x-user") ?? "ann" }),
    session,
    onError: () => undefined,
    ...(key !== undefined && { key }),
  });
  const post = async (path: string, body: unknown, user = "ann") =>
    app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-user": user },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const texts = async (id: string, user = "ann") => {
    const response = await app.request(`/threads/${encodeURIComponent(id)}`, { headers: { "x-user": user } });
    return Thread.parse(await response.json()).messages.map(({ content }) => content);
  };
  return { app, post, texts };
}

describe.each(wires)("bad input over %s", (_, pathOf, bodyOf) => {
  test("a body that breaks off changes nothing, and the next request is answered", async () => {
    const { app, texts } = application();
    const { port, deserted } = await listen(app);
    const body = JSON.stringify(bodyOf("1", "Where to?"));
    await new Promise<void>((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => {
        const head = `POST ${pathOf("1")} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
        socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`, () => socket.destroy());
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve());
    });
    await deserted();
    expect(await texts("1")).toEqual([]);
    const headers = { "content-type": "application/json" };
    const sent = await fetch(`http://127.0.0.1:${port}${pathOf("1")}`, { method: "POST", headers, body });
    await sent.text();
    expect(await texts("1")).toEqual(["Where to?", "Lisbon is lovely."]);
  });

  test.each(["", "null", "[]", '"text"', '{"id":', '{"input":"text"}'])("the body %j is refused", async (body) => {
    const { post } = application();
    expect((await post(pathOf("1"), body)).status).toBe(400);
  });

  test("a message that the client has edited does not replace the stored one", async () => {
    const { post, texts } = application();
    await (await post(pathOf("1"), bodyOf("1", "Where to?"))).text();
    await (await post(pathOf("1"), bodyOf("1", "I never said that"))).text();
    expect((await texts("1"))[0]).toBe("Where to?");
  });

  test.each(["1", "ann:1", "ann%3A1", "../ann:1"])(
    "the thread %j of another user is not that of this one",
    async (id) => {
      const { post, texts } = application();
      await (await post(pathOf("1"), bodyOf("1", "A secret of Ann"))).text();
      const named = encodeURIComponent(id);
      const answer = await post(pathOf(named), bodyOf(id, "Where to?"), "ben");
      expect(await answer.text()).not.toContain("A secret of Ann");
      expect(await texts("1")).toHaveLength(2);
    },
  );
});

describe("answers over AG-UI with a key", () => {
  const Finished = z.object({
    interrupts: z.array(z.object({ id: z.string(), metadata: z.object({ value: z.unknown() }) })),
  });
  const Asked = z.object({ requests: z.array(z.object({ id: z.string(), hash: z.string() })) });

  async function waiting() {
    const refunded: unknown[] = [];
    const made = application(toolDesk(refunded), KEY);
    const text = await (await made.post("/ag-ui", agUi("1", "Refund it"))).text();
    const [, outcome = "{}"] = /"outcome":(\{"type":"interrupt".*\})\}\n/.exec(text) ?? [];
    const [asked] = Finished.parse(JSON.parse(outcome)).interrupts;
    const [request] = Asked.parse(asked?.metadata.value).requests;
    const answer = (interruptId: string, payload: unknown, threadId = "1") =>
      made.post("/ag-ui", agUi(threadId, "", { messages: [], resume: [{ interruptId, status: "resolved", payload }] }));
    return { ...made, refunded, id: asked?.id ?? "", request, answer };
  }

  test("need the id that was shown, in the conversation in which it was shown, and the hash", async () => {
    const { id, request, answer, refunded } = await waiting();
    const approve = { ...request, decision: "approve" };
    const [plain = ""] = id.split(".");
    expect((await answer(plain, approve)).status).toBe(403);
    expect((await answer(`${plain}.${"0".repeat(64)}`, approve)).status).toBe(403);
    expect((await answer(id, approve, "2")).status).toBe(409);
    expect((await answer(id, "yes")).status).toBe(400);
    expect((await answer(id, { id: request?.id, decision: "approve" })).status).toBe(400);
    expect(refunded).toEqual([]);
    await (await answer(id, approve)).text();
    await until(() => refunded.length === 1);
    expect((await answer(id, approve)).status).toBe(409);
    expect(refunded).toEqual(["A-17"]);
  });

  test("a cancellation needs the signature too", async () => {
    const { id, post, texts } = await waiting();
    const [plain = ""] = id.split(".");
    const cancel = (interruptId: string) =>
      post("/ag-ui", agUi("1", "", { messages: [], resume: [{ interruptId, status: "cancelled" }] }));
    expect((await cancel(plain)).status).toBe(403);
    expect((await cancel("unknown")).status).toBe(409);
    await (await cancel(id)).text();
    expect((await texts("1")).length).toBeGreaterThan(1);
  });
});
