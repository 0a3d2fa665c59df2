import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applicationRoutes } from "../../src/hono.ts";
import type { FrontEndSession } from "../../src/http/start-run.graph.ts";
import { desk, Desk } from "../ai-sdk/desk.ts";
import { deferred } from "../deferred.ts";
import { until } from "../until.ts";

type Options = Parameters<typeof applicationRoutes>[0];

/** A server of a thread that several people share, and the actions for which it has asked. */
function shared(may: (user: string, action: string) => boolean, session: (id: string) => FrontEndSession = desk()) {
  const asked: string[] = [];
  const options: Options = {
    state: Desk,
    authorize: (context, { action }) => {
      const userId = context.req.header("x-user") ?? "nobody";
      asked.push(action);
      return may(userId, action) ? { userId } : null;
    },
    storedId: (_, id) => `shared:${id}`,
    session,
    threads: () => Promise.resolve([]),
    onError: () => undefined,
  };
  const app = applicationRoutes(options);
  const send = (user: string, path: string, body: unknown = {}) =>
    Promise.resolve(
      app.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-user": user },
        body: JSON.stringify(body),
      }),
    );
  return { app, asked, send };
}

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const documentOf = async (app: ReturnType<typeof applicationRoutes>) =>
  Document.parse(await (await app.request("/openapi.json")).json());

/** Every route of the description, with its method. */
const operationsOf = async (app: ReturnType<typeof applicationRoutes>) =>
  Object.entries((await documentOf(app)).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method, url: path.replace("{id}", "t").replace("{run}", "r") })),
  );

describe("every route", () => {
  test("asks for the user before it reads a body", async () => {
    const { app, asked } = shared(() => false);
    const operations = await operationsOf(app);
    expect(operations.length).toBeGreaterThan(20);
    for (const { path, method, url } of operations) {
      let isRead = false;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            isRead = true;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      asked.length = 0;
      const headers = { "content-type": "application/json" };
      const sent = method === "post" ? { method: "POST", body, duplex: "half" as const, headers } : {};
      const response = await app.request(url, sent);
      const type = response.headers.get("content-type");
      expect([method, path, response.status, type, isRead, asked.length]).toEqual([
        method,
        path,
        403,
        "application/problem+json",
        false,
        1,
      ]);
    }
  });

  test("asks for each of its actions by name", async () => {
    const { app, asked } = shared((_, action) => action === "connect" || action === "read" || action === "list");
    const bodies: Readonly<Record<string, unknown>> = {
      "/threads/{id}/runs": { message: "Hi" },
      "/threads/{id}/answers": { interruptId: "i", answer: 1 },
      "/chat": { id: "t", messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "Hi" }] }] },
      "/ag-ui": {
        threadId: "t",
        runId: "r",
        messages: [{ id: "m", role: "user", content: "Hi" }],
        tools: [],
        context: [],
      },
      "/langgraph/threads/{id}/commands": {
        id: 1,
        method: "run.start",
        params: { input: { messages: [{ type: "human", content: "Hi" }] } },
      },
      "/langgraph/threads/{id}/stream/events": { channels: ["values"] },
      "/langgraph/threads/{id}/runs/stream": { input: { messages: [{ type: "human", content: "Hi" }] } },
    };
    const actions: string[] = [];
    for (const { path, method, url } of await operationsOf(app)) {
      asked.length = 0;
      const sent = { method: "POST", headers: { "content-type": "application/json" } };
      const response = await app.request(
        url,
        method === "post" ? { ...sent, body: JSON.stringify(bodies[path] ?? {}) } : {},
      );
      await response.body?.cancel();
      actions.push(`${method} ${path}: ${asked.join(" ")}`);
    }
    expect(actions).toEqual([
      "get /threads: list",
      "get /threads/{id}: read",
      "post /threads/{id}/runs: send",
      "get /threads/{id}/runs/{run}: read",
      "post /threads/{id}/answers: answer",
      "post /threads/{id}/continue: send",
      "post /threads/{id}/stop: stop",
      "post /threads/{id}/merge: send",
      "post /chat: connect send",
      "get /chat/{id}/stream: read",
      "get /chat/{id}/messages: read",
      "get /chat/{id}/changes: read",
      "post /chat/{id}/stop: stop",
      "post /ag-ui: connect send",
      "post /langgraph/threads: connect send",
      "post /langgraph/threads/search: list",
      "get /langgraph/threads/{id}: read",
      "get /langgraph/threads/{id}/state: read",
      "post /langgraph/threads/{id}/history: read",
      "post /langgraph/threads/{id}/commands: read send",
      "post /langgraph/threads/{id}/stream/events: read",
      "post /langgraph/threads/{id}/runs/stream: read send",
      "post /langgraph/threads/{id}/runs: read send",
      "get /langgraph/threads/{id}/runs: read",
      "get /langgraph/threads/{id}/runs/{run}: read",
      "get /langgraph/threads/{id}/runs/{run}/stream: read",
      "post /langgraph/threads/{id}/runs/{run}/cancel: stop",
    ]);
  });

  test("responds with a problem where there is none, also below another application", async () => {
    const { app } = shared(() => true);
    const mounted = new Hono().route("/api", app);
    for (const path of [
      "/api/nothing",
      "/api/chat/nothing/at/all",
      "/api/langgraph/nothing",
      "/api/threads/1/nothing",
    ]) {
      const response = await mounted.request(path);
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        404,
        "application/problem+json",
      ]);
    }
    expect((await mounted.request("/other")).headers.get("content-type")).toContain("text/plain");
  });
});

describe("a message that replaces the running turn", () => {
  const ways: readonly (readonly [string, (text: string) => readonly [string, object]])[] = [
    [
      "a run",
      (content) => [
        "/langgraph/threads/1/runs/stream",
        { input: { messages: [{ type: "human", content }] }, multitask_strategy: "interrupt" },
      ],
    ],
    [
      "a command",
      (content) => [
        "/langgraph/threads/1/commands",
        {
          id: 1,
          method: "run.start",
          params: { input: { messages: [{ type: "human", content }] }, multitaskStrategy: "interrupt" },
        },
      ],
    ],
  ];

  test.each(ways)("needs the right to stop it: %s", async (_, request) => {
    const { promise: slow, resolve: end } = deferred<undefined>();
    const { asked, send } = shared((user, action) => user !== "guest" || action !== "stop", desk(slow));
    const turn = send("ann", "/threads/1/runs", { message: "slow" }).then((response) => response.text());
    await until(() => asked.length > 0);
    const refused = await send("guest", ...request("Hi"));
    expect(await refused.text()).toContain("stream/forbidden");
    end(undefined);
    expect(await turn).toContain('"outcome":"finished"');
    expect(asked).toContain("stop");
  });

  test("stops it for a user who has the right", async () => {
    const { asked, send } = shared(() => true, desk(new Promise(() => undefined)));
    const turn = send("ann", "/threads/1/runs", { message: "slow" }).then((response) => response.text());
    await until(() => asked.length > 0);
    const [path, body] = ways[0]?.[1]("Hi") ?? ["", {}];
    await (await send("ben", path, body)).text();
    expect(await turn).toContain('"outcome":"cancelled"');
  });
});

describe("the description of the routes", () => {
  test("has no reference that leads nowhere", async () => {
    const document = await documentOf(shared(() => true).app);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]*)"/g)].map(([, path = ""]) => path);
    const lost = references.filter((path) => {
      let value: unknown = document;
      for (const key of path.split("/").slice(1)) value = Reflect.get(Object(value), key.replaceAll("~1", "/"));
      return value === undefined;
    });
    expect(references.length).toBeGreaterThan(30);
    expect(lost).toEqual([]);
  });

  test("names the routes that can respond with 204", async () => {
    const { paths } = await documentOf(shared(() => true).app);
    const empty = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        "204" in responses ? [`${method} ${path}${"200" in responses ? "" : " always"}`] : [],
      ),
    );
    expect(empty).toEqual([
      "post /threads/{id}/runs",
      "get /threads/{id}/runs/{run}",
      "get /chat/{id}/stream",
      "post /langgraph/threads/{id}/runs/{run}/cancel always",
    ]);
  });
});

test("an id of a message with control characters is refused", async () => {
  const { send } = shared(() => true);
  const response = await send("ann", "/threads/1/runs", { message: "Hi", messageId: "a\u0000b" });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("control characters")]);
});

test("a page of another origin can read the headers of a response, and a user who sends too much learns when to go on", async () => {
  const app = applicationRoutes({
    state: Desk,
    authorize: () => ({ userId: "ann" }),
    session: desk(),
    origins: ["https://app.example"],
    requestsPerMinute: 1,
  });
  const headers = { origin: "https://app.example", host: "other.example" };
  const first = await app.request("/threads/1", { headers });
  expect(first.headers.get("access-control-expose-headers")).toBe("content-location, location, retry-after, x-run-id");
  const second = await app.request("/threads/1", { headers });
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "60"]);
});

test("a request counts once, however many of its actions are authorized", async () => {
  const app = applicationRoutes({
    state: Desk,
    authorize: () => ({ userId: "ann" }),
    session: desk(),
    requestsPerMinute: 1,
  });
  const body = JSON.stringify({
    id: "t",
    messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "Hi" }] }],
  });
  const response = await app.request("/chat", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  expect(response.status).toBe(200);
  await response.text();
});
