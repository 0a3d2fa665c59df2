import { HttpAgent } from "@ag-ui/client";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { createParser } from "eventsource-parser";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applicationRoutes } from "../../src/hono.ts";
import type { FrontEndSession } from "../../src/http/start-run.graph.ts";
import { MemoryChat } from "../ai-sdk/chat.ts";
import { approvalIn, problemOf, textIn } from "../ai-sdk/chat-server.ts";
import { Desk, desk, mailDesk } from "../ai-sdk/desk.ts";
import { deferred } from "../deferred.ts";
import { listen } from "./served.ts";
import { until } from "../until.ts";

type Options = Partial<Parameters<typeof applicationRoutes<{ userId: string }>>[0]>;

const View = z.object({
  id: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  values: z.looseObject({}),
  interrupts: z.array(z.looseObject({ interruptId: z.string(), signature: z.string().optional() })),
  runId: z.string().nullable(),
});

function application(session: (threadId: string) => FrontEndSession, options: Options = {}) {
  const opened: string[] = [];
  const app = applicationRoutes({
    state: Desk,
    authorize: (context) => {
      const userId = context.req.header("x-user");
      return userId === undefined ? null : { userId };
    },
    session: (threadId) => {
      opened.push(threadId);
      return session(threadId);
    },
    onError: () => undefined,
    ...options,
  });
  const as = (user: string) => {
    const headers = { "content-type": "application/json", "x-user": user };
    const get = (path: string, more: Record<string, string> = {}) =>
      Promise.resolve(app.request(path, { headers: { ...headers, ...more } }));
    const post = (path: string, body: unknown = {}) =>
      Promise.resolve(app.request(path, { method: "POST", headers, body: JSON.stringify(body) }));
    const view = async (id: string) => View.parse(await (await get(`/threads/${id}`)).json());
    return { get, post, view };
  };
  return { app, as, opened };
}

/** Events of a stream: id and type. */
async function eventsOf(response: Response) {
  const events: { readonly id: number; readonly type: string }[] = [];
  const parser = createParser({ onEvent: ({ id, event }) => events.push({ id: Number(id), type: event ?? "" }) });
  parser.feed(await response.text());
  return events;
}

describe("applicationRoutes", () => {
  test("sends a message, and shows the thread without hidden fields", async () => {
    const { as } = application(desk());
    const ann = as("ann");
    const events = await eventsOf(await ann.post("/threads/1/runs", { message: "Where to?" }));
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(["run_started", "run_finished"]);
    const { id, messages, values, runId } = await ann.view("1");
    expect(messages.map(({ content }) => content)).toEqual(["Where to?", "Lisbon is lovely."]);
    expect([id, values["desk_city"], "desk_margin" in values, runId]).toEqual(["1", "Lisbon", false, null]);
  });

  test("answers a question with the signature that came with it, and with no other", async () => {
    const { as } = application(desk(), { key: "a secret of the tests" });
    const ann = as("ann");
    await (await ann.post("/threads/1/runs", { message: "ask" })).text();
    const [question] = (await ann.view("1")).interrupts;
    const answer = { interruptId: question?.interruptId, answer: "Oslo" };
    expect(await problemOf(await ann.post("/threads/1/answers", answer))).toMatchObject({
      code: "stream/badSignature",
    });
    await (await ann.post("/threads/1/answers", { ...answer, signature: question?.signature })).text();
    expect((await ann.view("1")).messages.at(-1)?.content).toBe("Noted: Oslo.");
    const late = await ann.post("/threads/1/answers", { ...answer, signature: question?.signature });
    expect(await problemOf(late)).toMatchObject({ status: 409, code: "stream/closedQuestion" });
  });

  test("a turn goes on without its client, is followed after the last event that a client has, and is stopped", async () => {
    const { as } = application(desk(new Promise(() => undefined)));
    const ann = as("ann");
    const first = await ann.post("/threads/1/runs", { message: "slow" });
    const run = first.headers.get("x-run-id") ?? "";
    await first.body?.cancel();
    expect((await ann.view("1")).runId).toBe(run);
    const following = ann.get(`/threads/1/runs/${run}`, { "last-event-id": "0" });
    expect(await (await ann.post("/threads/1/stop")).json()).toEqual({ outcome: "stopped" });
    const events = await eventsOf(await following);
    expect(events[0]?.id).toBe(1);
    expect(events.at(-1)?.type).toBe("run_finished");
    expect((await ann.get(`/threads/1/runs/${run}`)).status).toBe(204);
  });

  test("a message that was sent before starts nothing", async () => {
    const { as } = application(desk());
    const ann = as("ann");
    const body = { message: "Where to?", messageId: "m1" };
    await (await ann.post("/threads/1/runs", body)).text();
    expect((await ann.post("/threads/1/runs", body)).status).toBe(204);
    expect((await ann.view("1")).messages).toHaveLength(2);
  });

  test("a turn that was started on one wire is followed and answered on the others", async () => {
    const sent: unknown[] = [];
    const { as, app } = application(mailDesk(sent), { key: "a secret of the tests" });
    const { port } = await listen(new Hono().route("/", app));
    const headers = { "x-user": "ann" };
    const agent = new HttpAgent({ url: `http://127.0.0.1:${port}/ag-ui`, threadId: "1", headers });
    agent.addMessage({ id: "m1", role: "user", content: "Send Ben the offer" });
    await agent.runAgent();
    const chat = new MemoryChat({
      id: "1",
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what useChat is given: the messages as the server sent them
      messages: (await (await as("ann").get("/chat/1/messages")).json()) as [],
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      transport: new DefaultChatTransport({ api: `http://127.0.0.1:${port}/chat`, headers }),
    });
    expect(textIn(chat.messages[0])).toBe("Send Ben the offer");
    await chat.addToolApprovalResponse({ id: approvalIn(chat), approved: true });
    await until(() => sent.length === 1);
    await until(async () => (await as("ann").view("1")).runId === null);
    expect((await as("ann").view("1")).interrupts).toEqual([]);
  });
});

describe("users", () => {
  test("nobody sees or changes a thread of another user, on any route", async () => {
    const { promise, resolve } = deferred();
    const { as } = application(desk(promise));
    const ann = as("ann");
    const running = ann.post("/threads/1/runs", { message: "slow", messageId: "m1" });
    await running;
    for (const id of ["1", "ann:1", `ann${encodeURIComponent(":")}1`, `..${encodeURIComponent("/ann")}:1`]) {
      const ben = as("ben");
      expect(await ben.view(id)).toMatchObject({ messages: [], interrupts: [], runId: null });
      expect((await ben.get(`/chat/${id}/stream`)).status).toBe(204);
      expect(await (await ben.get(`/chat/${id}/messages`)).json()).toEqual([]);
      expect(await (await ben.post(`/threads/${id}/stop`)).json()).toEqual({ outcome: "nothingToStop" });
      expect(await (await ben.post(`/chat/${id}/stop`)).json()).toEqual({ outcome: "nothingToStop" });
    }
    const input = { threadId: "1", runId: "r", messages: [], tools: [], context: [] };
    expect(await (await as("ben").post("/ag-ui", input)).text()).not.toContain("slow");
    resolve();
    await (await running).text();
  });

  test("a user whose id contains the separator has no access to the threads of another one", async () => {
    const { as, opened } = application(desk());
    await as("ann").view("b:1");
    await as("ann:b").view("1");
    expect(new Set(opened).size).toBe(2);
  });

  test("the list has the threads of the user, under the ids that the user gave them", async () => {
    const stored = ["ann:1", "ann:holiday", "ben:1", "anna:1"];
    const { as } = application(desk(), {
      threads: () => Promise.resolve(stored.map((threadId) => ({ threadId, updatedAt: "2026-01-08T20:30:00Z" }))),
    });
    const { threads } = z
      .object({ threads: z.array(z.object({ id: z.string() })) })
      .parse(await (await as("ann").get("/threads")).json());
    expect(threads.map(({ id }) => id)).toEqual(["1", "holiday"]);
  });

  test("every route but the description asks `authorize`", async () => {
    const { app } = application(desk());
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const chat = {
      ...post,
      body: JSON.stringify({ id: "1", messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "Hi" }] }] }),
    };
    const input = { threadId: "1", runId: "r", messages: [], tools: [], context: [] };
    const answers = await Promise.all([
      app.request("/threads"),
      app.request("/threads/1"),
      app.request("/threads/1/runs", post),
      app.request("/threads/1/runs/r"),
      app.request("/threads/1/answers", post),
      app.request("/threads/1/continue", post),
      app.request("/threads/1/stop", post),
      app.request("/threads/1/merge", post),
      app.request("/chat", chat),
      app.request("/chat/1/stream"),
      app.request("/chat/1/messages"),
      app.request("/chat/1/changes"),
      app.request("/chat/1/stop", post),
      app.request("/ag-ui", { ...post, body: JSON.stringify(input) }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await app.request("/openapi.json")).status).toBe(200);
  });
});

describe("limits", () => {
  test("a user who sends too many requests has to wait for the next minute, and others do not", async () => {
    let now = "2026-01-08T20:30:00.000Z";
    const { as } = application(desk(), { requestsPerMinute: 2, clock: { now: () => now } });
    await as("ann").view("1");
    await as("ann").view("1");
    const refused = await as("ann").get("/threads/1");
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: "stream/tooManyRequests" });
    expect((await as("ben").get("/threads/1")).status).toBe(200);
    now = "2026-01-08T20:31:00.000Z";
    expect((await as("ann").get("/threads/1")).status).toBe(200);
  });

  test("clients beyond the limit are refused, and may connect when others have left", async () => {
    const { as } = application(desk(), { maxClients: 2 });
    const ann = as("ann");
    const open = await Promise.all([ann.get("/chat/1/changes"), ann.get("/chat/1/changes")]);
    expect(await problemOf(await ann.get("/chat/1/changes"))).toMatchObject({ status: 503, code: "stream/overloaded" });
    await open[0]?.body?.cancel();
    expect((await ann.get("/chat/1/changes")).status).toBe(200);
    await open[1]?.body?.cancel();
  });

  test("runs beyond the limit are refused, and nothing of them is stored", async () => {
    const { as } = application(desk(new Promise(() => undefined)), { maxRuns: 1 });
    const ann = as("ann");
    await ann.post("/threads/1/runs", { message: "slow" });
    const refused = await ann.post("/threads/2/runs", { message: "Where to?" });
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: "stream/overloaded" });
    expect((await ann.view("2")).messages).toEqual([]);
    await ann.post("/threads/1/stop");
  });

  test.each([
    ["a body without a message", {}],
    ["a body with more than it should have", { message: "Hi", user_id: "ben" }],
    ["an empty message", { message: "" }],
    ["a list", []],
  ])("%s is refused", async (_, body) => {
    const { as } = application(desk());
    const refused = await as("ann").post("/threads/1/runs", body);
    expect(await problemOf(refused)).toMatchObject({ status: 400, code: "stream/invalidRequest" });
  });

  test("another path, and an id that changes prototypes, are refused", async () => {
    const { as } = application(desk());
    expect(await problemOf(await as("ann").get("/nothing"))).toMatchObject({ status: 404, code: "stream/notFound" });
    expect(await problemOf(await as("ann").get("/threads/__proto__"))).toMatchObject({ status: 400 });
  });

  test("a large body is refused", async () => {
    const { as } = application(desk(), { maxBytes: 100 });
    const refused = await as("ann").post("/threads/1/runs", { message: "x".repeat(200) });
    expect(await problemOf(refused)).toMatchObject({ status: 413, code: "stream/tooLarge" });
  });
});

/** Requests a thread from a page of an origin. */
const requestFrom = (origin: string, options: Options = {}, method = "GET") =>
  application(desk(), options).app.request("http://desk.example/threads/1", {
    method,
    headers: { origin, host: "desk.example", "x-user": "ann" },
  });

describe("origins", () => {
  test("pages of other origins are refused, and get no permission to read", async () => {
    for (const origin of ["https://evil.example", "null", "http://desk.example.evil.example"]) {
      const response = await requestFrom(origin);
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
      expect((await requestFrom(origin, {}, "OPTIONS")).status).toBe(403);
    }
    expect((await requestFrom("http://desk.example")).status).toBe(200);
  });

  test("pages of a listed origin may read, with a preflight", async () => {
    const options = { origins: ["https://app.example"] };
    const response = await requestFrom("https://app.example", options);
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "https://app.example",
    ]);
    const preflight = await requestFrom("https://app.example", options, "OPTIONS");
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "authorization, content-type, last-event-id",
    ]);
    expect((await requestFrom("https://evil.example", options)).status).toBe(403);
  });
});

test("the description names every route, and its references exist", async () => {
  const { app } = application(desk());
  const text = await (await app.request("/openapi.json")).text();
  const { paths, components } = z
    .object({
      paths: z.record(z.string(), z.record(z.string(), z.unknown())),
      components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
    })
    .parse(JSON.parse(text));
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  const routes = app.routes.flatMap(({ method, path }) =>
    method === "ALL" || path === "/openapi.json" ? [] : [`${method} ${path}`],
  );
  expect(new Set(described)).toEqual(new Set(routes));
  for (const [, name = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(components.schemas).toHaveProperty(name);
});
