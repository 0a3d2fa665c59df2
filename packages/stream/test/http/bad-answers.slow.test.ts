import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applicationRoutes } from "../../src/hono.ts";
import { KEY } from "../ai-sdk/chat-server.ts";
import { Desk, desk, toolDesk } from "../ai-sdk/desk.ts";
import { until } from "../until.ts";
import { type Answer, type Post, run, wires } from "@tidemark/test-fixtures/wires";

const View = z.object({
  interrupts: z.array(
    z.object({ interruptId: z.string(), signature: z.string().optional(), value: z.looseObject({}) }),
  ),
});

const Asked = z.object({ requests: z.array(z.object({ id: z.string(), hash: z.string() })) });

/** Code of a refusal: a problem, or an error of LangGraph's commands. */
const Refused = z.looseObject({ code: z.string() });

function application(
  session = desk(),
  options: Partial<Parameters<typeof applicationRoutes<{ userId: string }>>[0]> = {},
) {
  const app = applicationRoutes<{ userId: string }>({
    state: Desk,
    authorize: () => ({ userId: "ann" }),
    session,
    onError: () => undefined,
    ...options,
  });
  const headers = { "content-type": "application/json" };
  const post: Post = async (path, body) => app.request(path, { method: "POST", headers, body: JSON.stringify(body) });
  const view = async () => View.parse(await (await app.request("/threads/1")).json());
  return { app, post, view };
}

/** A thread that waits for an approval. */
async function waiting(key: string | undefined) {
  const refunded: unknown[] = [];
  const made = application(toolDesk(refunded), key === undefined ? {} : { key });
  await (await made.post("/threads/1/runs", { message: "Refund it" })).text();
  const [question] = (await made.view()).interrupts;
  if (question === undefined) throw new Error("No question is open.");
  const [request] = Asked.parse(question.value).requests;
  const { interruptId, signature } = question;
  const given: Answer = { thread: "1", interruptId, signature, answer: { ...request, decision: "approve" } };
  return { ...made, refunded, given, request };
}

const codeOf = async (response: Response): Promise<string> => Refused.parse(await response.json()).code;

describe.each(wires)("an answer over %s", (_, answer) => {
  test.each([
    ["approves", "approve", undefined],
    ["rejects", "reject", KEY],
    ["edits", "edit", undefined],
    ["approves, signed,", "approve", KEY],
  ])("that %s another content is refused, and the question stays open", async (__, decision, key) => {
    const { post, view, given, request, refunded } = await waiting(key);
    const stale = { id: request?.id, decision, hash: "0".repeat(64), ...(decision === "edit" && { payload: {} }) };
    expect(await codeOf(await answer(post, { ...given, answer: stale }))).toBe("stream/changedRequest");
    expect((await view()).interrupts).toMatchObject([{ interruptId: given.interruptId }]);
    expect(refunded).toEqual([]);
    await (await answer(post, given)).text();
    await until(() => refunded.length === 1);
  });

  test.each([
    ["a forged signature", { signature: "0".repeat(64) }, "stream/badSignature"],
    ["no signature", { signature: undefined }, "stream/badSignature"],
    ["the id of another thread", { thread: "2" }, "stream/closedQuestion"],
    ["the id of no question", { interruptId: "0".repeat(32) }, "stream/closedQuestion"],
    ["a sentence", { answer: "yes" }, "stream/invalidRequest"],
    ["an unknown decision", { answer: { id: "a", decision: "maybe" } }, "stream/invalidRequest"],
    ["the id of no request", { answer: { id: "a", decision: "reject" } }, "stream/closedQuestion"],
  ])("with %s is refused, and the question stays open", async (__, change, code) => {
    const { post, view, given, refunded } = await waiting(KEY);
    expect(await codeOf(await answer(post, { ...given, ...change }))).toBe(code);
    expect((await view()).interrupts).toMatchObject([{ interruptId: given.interruptId }]);
    expect(refunded).toEqual([]);
  });

  test("to an old question is refused", async () => {
    const { post, view, given, refunded } = await waiting(KEY);
    await (await answer(post, given)).text();
    await until(async () => (await view()).interrupts.length === 0 && refunded.length === 1);
    await until(async () => (await codeOf(await answer(post, given))) === "stream/closedQuestion");
    expect(refunded).toEqual(["A-17"]);
  });
});

test("an answer over AG-UI without a key to an old question ends with a typed error, and does nothing", async () => {
  const { post, given, refunded } = await waiting(undefined);
  const resume = [{ interruptId: given.interruptId, status: "resolved", payload: given.answer }];
  await (await post("/ag-ui", run("1", { resume }))).text();
  expect(await (await post("/ag-ui", run("1", { resume }))).text()).toContain('"code":"alreadyResolved"');
  expect(refunded).toEqual(["A-17"]);
});

/** Requests that continue a turn, by wire. */
const continuations: readonly (readonly [string, (post: Post) => Promise<Response>])[] = [
  ["typed events", (post) => post("/threads/1/continue", {})],
  ["the AI SDK", (post) => post("/chat", { id: "1", trigger: "regenerate-message", messages: [] })],
  ["runs of LangGraph's protocol", (post) => post("/langgraph/threads/1/runs/stream", { input: null })],
  [
    "commands of LangGraph's protocol",
    (post) => post("/langgraph/threads/1/commands", { id: 1, method: "run.start", params: { input: null } }),
  ],
];

describe.each(continuations)("over %s", (_, proceed) => {
  test("a thread without an unfinished turn is not continued, and the refusal has a code", async () => {
    const { post } = application();
    expect(await codeOf(await proceed(post))).toBe("stream/nothingToContinue");
    await (await post("/threads/1/runs", { message: "Where to?" })).text();
    expect(await codeOf(await proceed(post))).toBe("stream/nothingToContinue");
  });
});

/** Requests in a version of a protocol that the server does not speak, by wire. */
const versions: readonly (readonly [string, (post: Post) => Promise<Response>, string])[] = [
  ["AG-UI 2.0", (post) => post("/ag-ui", run("1", { protocolVersion: "2.0" })), "stream/unknownVersion"],
  ["AG-UI of a text", (post) => post("/ag-ui", run("1", { protocolVersion: "latest" })), "stream/unknownVersion"],
  [
    "an unknown trigger of the AI SDK",
    (post) => post("/chat", { id: "1", trigger: "replace-message", messages: [] }),
    "stream/invalidRequest",
  ],
  [
    "an unknown command of LangGraph's protocol",
    (post) => post("/langgraph/threads/1/commands", { id: 1, method: "run.fork", params: {} }),
    "stream/invalidRequest",
  ],
  [
    "an unknown member of typed events",
    (post) => post("/threads/1/runs", { message: "Hi", version: 2 }),
    "stream/invalidRequest",
  ],
];

test.each(versions)("%s is refused with a code", async (_, send, code) => {
  expect(await codeOf(await send(application().post))).toBe(code);
});

/** Requests of a user who may not, by route of another wire. */
const routes: readonly (readonly [string, (post: Post) => Promise<Response>])[] = [
  ["/threads", (post) => post("/threads/1/stop", {})],
  ["/chat", (post) => post("/chat/1/stop", {})],
  ["/ag-ui", (post) => post("/ag-ui", run("1", {}))],
  ["/langgraph", (post) => post("/langgraph/threads/1/runs/stream", { input: null })],
];

describe.each(routes)("a request below %s", (_, send) => {
  test("beyond the limit of its user is refused as such", async () => {
    const { post } = application(desk(), { requestsPerMinute: 0 });
    const refused = await send(post);
    expect([refused.status, await codeOf(refused)]).toEqual([429, "stream/tooManyRequests"]);
  });

  test("for a thread that its user may not see is refused as such", async () => {
    const { post } = application(desk(), { storedId: () => null });
    const refused = await send(post);
    expect([refused.status, await codeOf(refused)]).toEqual([404, "stream/notFound"]);
  });

  test("that fails in `authorize` is refused without the text of the error", async () => {
    const { post } = application(desk(), {
      authorize: () => {
        throw new Error("hunter2");
      },
    });
    const refused = await send(post);
    const text = await refused.clone().text();
    expect([refused.status, await codeOf(refused), text.includes("hunter2")]).toEqual([500, "stream/failed", false]);
  });
});

test("threads that the server cannot list are a refusal, not an empty list", async () => {
  const { app, post } = application();
  expect(await codeOf(await app.request("/threads"))).toBe("stream/unsupported");
  expect(await codeOf(await post("/langgraph/threads/search", {}))).toBe("stream/unsupported");
});
