import { HttpAgent } from "@ag-ui/client";
import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { RunFailure } from "../../src/events/run-failure.ts";
import { agUiHandler, anyone } from "../../src/hono.ts";
import { deferred } from "../deferred.ts";
import { listen, postWithoutReading } from "./served.ts";

const Desk = extendState(SeedState, {
  version: 1,
  fields: fields("desk", {
    count: field({ description: "Steps.", schema: z.int(), default: () => 0, lifetime: "turn", ui: true }),
    text: field({ description: "Text.", schema: z.string(), default: () => "", lifetime: "turn", ui: true }),
  }),
});

const SECRET = "connect ECONNREFUSED postgres://app:hunter2@10.0.0.5:5432/prod";

/** Graph that answers every message. Some words make it ask, fail, or write a long text. */
function desk({ wait = () => Promise.resolve() }: { wait?: () => Promise<void> } = {}) {
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("work", async (values) => {
      await wait();
      switch (values.task_user_input) {
        case "fail":
          throw Object.assign(new Error(SECRET, { cause: new Error("the socket") }), { code: "ECONNREFUSED" });
        case "ask": {
          const answer: unknown = interrupt({ question: "Book it?" });
          return { desk_count: 100, messages: [{ role: "assistant", content: `You said ${JSON.stringify(answer)}.` }] };
        }
        case null:
        case "much":
          return { desk_count: values.desk_count + 1, desk_text: String(values.desk_count % 10).repeat(2_000_000) };
        default:
          return { desk_count: 100, messages: [{ role: "assistant", content: `Hello, ${values.task_user_input}.` }] };
      }
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addConditionalEdges("work", (values) => (values.desk_count < 20 ? "work" : END), ["work", END])
    .compile({ checkpointer: new MemorySaver() });
  const session = (threadId: string) => openSession({ graph, state: Desk, threadId });
  const contents = async (threadId: string) =>
    ((await session(threadId).state())?.messages ?? []).map(({ content }) => content);
  return { graph, session, contents };
}

const input = (content: string, more: object = {}) => ({
  threadId: "ann",
  runId: `run of ${content}`,
  messages: [{ id: `m of ${content}`, role: "user", content }],
  tools: [],
  context: [],
  ...more,
});

const HEADERS = { "content-type": "application/json" };

const posting =
  (app: Hono) =>
  (body: unknown, headers: Record<string, string> = HEADERS): Promise<Response> =>
    Promise.resolve(
      app.request("/agent", {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers,
      }),
    );

const Event = z.looseObject({ type: z.string() });

const eventsOf = async (response: Response) =>
  [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => Event.parse(JSON.parse(data)));

function endpoint(options: Partial<Parameters<typeof agUiHandler<string | true>>[0]> = {}, about = desk()) {
  const app = new Hono().post(
    "/agent",
    agUiHandler<string | true>({
      state: Desk,
      authorize: anyone,
      session: ({ threadId }) => about.session(threadId),
      ...options,
    }),
  );
  return { app, post: posting(app), ...about };
}

describe("requests that agUiHandler accepts", () => {
  test.each([["text/plain"], ["application/x-www-form-urlencoded"], ["application/jsonp"], [""]])(
    "a body of the type %j is refused, and nothing runs",
    async (type) => {
      const { post, contents } = endpoint();
      const headers = { ...(type !== "" && { "content-type": type }), origin: "https://evil.example" };
      expect((await post(input("hi"), headers)).status).toBe(415);
      expect(await contents("ann")).toEqual([]);
    },
  );

  test("JSON with a charset is accepted", async () => {
    const { post } = endpoint();
    expect((await post(input("hi"), { "content-type": "Application/JSON; charset=utf-8" })).status).toBe(200);
  });

  test("a body of more than 1 MiB is refused, regardless of its declared length", async () => {
    const { app, post, contents } = endpoint();
    const body = JSON.stringify(input("x".repeat(1_048_576)));
    expect((await post(body)).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const request = new Request("http://localhost/agent", {
      method: "POST",
      body: endless,
      headers: HEADERS,
      duplex: "half",
    });
    expect((await app.request(request)).status).toBe(413);
    expect(sent).toBeLessThan(25);
    expect(await contents("ann")).toEqual([]);
  });

  test("the limit is configurable and counts bytes", async () => {
    const { post } = endpoint({ maxBytes: 200 });
    expect((await post(input("x".repeat(60)))).status).toBe(413);
    expect((await post(input("hi"))).status).toBe(200);
  });

  test.each([
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["prototype", "prototype"],
    ["with NUL", "a\u0000b"],
    ["of nothing", ""],
    ["of 600 characters", "x".repeat(600)],
  ])("the thread id %s gets the status 400", async (_, threadId) => {
    const { post } = endpoint();
    const body = JSON.stringify(input("hi")).replace('"ann"', JSON.stringify(threadId));
    expect((await post(body)).status).toBe(400);
  });

  test("a deeply nested answer gets the status 400", async () => {
    const { post } = endpoint();
    const payload = "[".repeat(20_000) + "]".repeat(20_000);
    const body = JSON.stringify(
      input("", { messages: [], resume: [{ interruptId: "i", status: "resolved", payload: "deep" }] }),
    ).replace('"deep"', payload);
    expect((await post(body)).status).toBe(400);
  });

  test("a body that another middleware has read is reused", async () => {
    const { session } = desk();
    const app = new Hono()
      .use(async (context, next) => {
        await context.req.json();
        await next();
      })
      .post("/agent", agUiHandler({ state: Desk, authorize: anyone, session: ({ threadId }) => session(threadId) }));
    expect((await posting(app)(input("hi"))).status).toBe(200);
  });
});

describe("authorization", () => {
  test("a request that authorize refuses gets the status 403, and nothing runs", async () => {
    const asked: string[] = [];
    const { post, contents } = endpoint({
      authorize: (context, { threadId }) => {
        asked.push(threadId);
        return context.req.header("x-user") === threadId ? threadId : null;
      },
    });
    expect((await post(input("hi"), { ...HEADERS, "x-user": "mallory" })).status).toBe(403);
    expect(await contents("ann")).toEqual([]);
    expect((await post(input("hi"), { ...HEADERS, "x-user": "ann" })).status).toBe(200);
    expect(asked).toEqual(["ann", "ann"]);
  });

  test("the session is opened with the result of authorize", async () => {
    const about = desk();
    const users: unknown[] = [];
    const { post } = endpoint(
      {
        authorize: () => Promise.resolve("ann@example.com"),
        session: ({ threadId }, user) => {
          users.push(user);
          return about.session(threadId);
        },
      },
      about,
    );
    await (await post(input("hi"))).text();
    expect(users).toEqual(["ann@example.com"]);
  });

  test("an error of authorize gets the status 500 without its text", async () => {
    const { post } = endpoint({
      authorize: () => {
        throw new Error(SECRET);
      },
    });
    const response = await post(input("hi"));
    expect([response.status, (await response.text()).includes("hunter2")]).toEqual([500, false]);
  });
});

describe("errors of a run", () => {
  test("are sent as a neutral sentence with an id and the code, and reach onError unchanged", async () => {
    const failures: RunFailure[] = [];
    const { post } = endpoint({ onError: (failure) => void failures.push(failure) });
    const text = await (await post(input("fail"))).text();
    expect(text).not.toContain("hunter2");
    const [failure] = failures;
    expect(text).toContain(`"message":"The run failed. Error id: ${failure?.errorId}"`);
    expect(text).toContain(`"code":"ECONNREFUSED"`);
    expect(failure?.error).toMatchObject({ message: SECRET, cause: { message: "the socket" } });
    expect(failure?.runId).toBe("run of fail");
  });

  test("have the text of describeError", async () => {
    const { post } = endpoint({ describeError: ({ code }) => `Sorry (${code}).`, onError: () => undefined });
    expect((await eventsOf(await post(input("fail")))).at(-1)).toMatchObject({ message: "Sorry (ECONNREFUSED)." });
  });

  test("of opening a session end the stream with RUN_ERROR, without their text", async () => {
    const failures: RunFailure[] = [];
    const { post } = endpoint({
      session: () => {
        throw new Error(SECRET);
      },
      onError: (failure) => void failures.push(failure),
    });
    const text = await (await post(input("hi"))).text();
    expect([text.includes("RUN_ERROR"), text.includes("hunter2")]).toEqual([true, false]);
    expect(failures.map(({ error }) => error)).toMatchObject([{ message: SECRET }]);
  });
});

describe("runs of one thread", () => {
  test("two concurrent runs run one after the other, and both are stored", async () => {
    const { post, contents } = endpoint();
    const answers = await Promise.all([post(input("one")), post(input("two"))]);
    const ends = await Promise.all(answers.map(async (answer) => (await eventsOf(answer)).at(-1)));
    expect(ends).toMatchObject([{ type: "RUN_FINISHED" }, { type: "RUN_FINISHED" }]);
    expect(new Set(await contents("ann"))).toEqual(new Set(["one", "Hello, one.", "two", "Hello, two."]));
  });

  test("a repeated run adds no message, starts no turn and reports the thread", async () => {
    const { post, contents } = endpoint();
    await (await post(input("hi"))).text();
    const again = await eventsOf(await post(input("hi")));
    expect(again.map(({ type }) => type)).toEqual([
      "RUN_STARTED",
      "STATE_SNAPSHOT",
      "MESSAGES_SNAPSHOT",
      "RUN_FINISHED",
    ]);
    expect(await contents("ann")).toEqual(["hi", "Hello, hi."]);
  });

  test("a different text with a known message id is a new message", async () => {
    const { post, contents } = endpoint();
    for (const content of ["one", "two"])
      await (await post(input(content, { messages: [{ id: "m", role: "user", content }] }))).text();
    expect(await contents("ann")).toEqual(["one", "Hello, one.", "two", "Hello, two."]);
  });

  test("a repeated run gets the status 409 while the first one runs", async () => {
    const gate = deferred();
    const { post, contents } = endpoint({}, desk({ wait: () => gate.promise }));
    const first = await post(input("hi"));
    expect((await post(input("hi"))).status).toBe(409);
    gate.resolve();
    await first.text();
    expect(await contents("ann")).toEqual(["hi", "Hello, hi."]);
  });

  test("AG-UI's client answers a question through the session, once", async () => {
    const { app, contents } = endpoint();
    const agent = new HttpAgent({ url: `http://127.0.0.1:${(await listen(app)).port}/agent`, threadId: "ann" });
    agent.addMessage({ id: "m1", role: "user", content: "ask" });
    const interrupts: { readonly id: string }[] = [];
    await agent.runAgent(
      { runId: "r1" },
      {
        onRunFinishedEvent: ({ event }) => {
          if (event.outcome?.type === "interrupt") interrupts.push(...event.outcome.interrupts);
        },
      },
    );
    const [question] = interrupts;
    const payload = { city: "Bergen" };
    const resume = [{ interruptId: question?.id ?? "", status: "resolved" as const, payload }];
    await agent.runAgent({ runId: "r2", resume });
    expect(await contents("ann")).toEqual(["ask", 'You said {"city":"Bergen"}.']);
    expect(agent.messages.map(({ content }) => content)).toEqual(["ask", 'You said {"city":"Bergen"}.']);
    const again = await eventsOf(await posting(app)(input("", { runId: "r3", messages: [], resume })));
    expect(again.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "alreadyResolved" });
  });

  test("every refusal is a problem with a code", async () => {
    const { post } = endpoint({ maxBytes: 300, authorize: (_, { threadId }) => (threadId === "ann" ? true : null) });
    const resume = [{ interruptId: "i", status: "cancelled" }];
    const refused = [
      await post(input("hi"), { "content-type": "text/plain" }),
      await post(input("x".repeat(400))),
      await post("{"),
      await post({ threadId: "ann" }),
      await post(input("hi", { protocolVersion: "3.0" })),
      await post(input("hi", { threadId: "ben" })),
      await post(input("", { messages: [], resume })),
    ];
    const codes = [];
    for (const response of refused) {
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      codes.push(z.object({ code: z.string() }).parse(await response.json()).code);
    }
    expect(codes).toEqual([
      "stream/wrongType",
      "stream/tooLarge",
      "stream/invalidRequest",
      "stream/invalidRequest",
      "stream/unknownVersion",
      "stream/forbidden",
      "stream/invalidRequest",
    ]);
  });

  test("a question cannot be cancelled by a run", async () => {
    const { post } = endpoint();
    const resume = [{ interruptId: "i", status: "cancelled" }];
    expect((await post(input("", { messages: [], resume }))).status).toBe(400);
  });
});

describe("a client that does not read", () => {
  test("is disconnected, its run is stopped, and the thread is released for the next turn", async () => {
    const { app, session } = endpoint({ writeTimeout: 100 });
    const { port, deserted } = await listen(app);
    postWithoutReading(port, "/agent", JSON.stringify(input("much")));
    await vi.waitFor(async () => expect((await session("ann").state())?.desk_count).toBe(20), { timeout: 30_000 });
    expect(await session("ann").send("small")).toMatchObject({ outcome: "done" });
    await deserted();
  });

  test("is not disconnected while it reads, even with a small buffer", async () => {
    const { app } = endpoint({ maxBufferedBytes: 1 });
    const response = await fetch(`http://127.0.0.1:${(await listen(app)).port}/agent`, {
      method: "POST",
      body: JSON.stringify(input("much")),
      headers: HEADERS,
    });
    const text = await response.text();
    expect(text.length).toBeGreaterThan(38_000_000);
    expect(text).toContain("RUN_FINISHED");
  });
});
