// Whatever happens in a turn, on whatever wire it is sent, and however the thread is read: nothing leaves that is not named.
import { once } from "node:events";
import { InMemoryStore } from "@langchain/langgraph";
import fc from "fast-check";
import { openSession } from "tidemark";
import { listThreads } from "tidemark/checkpoint";
import { applicationRoutes } from "tidemark/hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers, memorySaver, type OpenSaver } from "../checkpoint/savers.ts";
import { CASES, MARK, privateDesk, PrivateState, VISIBLE_TOOLS } from "./private-desk.ts";

async function application(
  goOn: (signal: AbortSignal) => Promise<unknown> = () => Promise.resolve("Done."),
  isGuarded = true,
  open: OpenSaver = memorySaver,
) {
  const checkpointer = await open();
  const graph = privateDesk(checkpointer, new InMemoryStore(), goOn, isGuarded);
  const app = applicationRoutes({
    state: PrivateState,
    tools: VISIBLE_TOOLS,
    authorize: () => ({ userId: "ann" }),
    session: (threadId, { userId }) => openSession({ graph, threadId, userId }),
    threads: () => listThreads(checkpointer),
    requestsPerMinute: 1_000_000,
    onError: () => undefined,
  });
  const headers = { "content-type": "application/json" };
  const get = async (path: string) => (await app.request(path, { headers })).text();
  const begun = (path: string, body: unknown = {}) =>
    Promise.resolve(app.request(path, { method: "POST", headers, body: JSON.stringify(body) }));
  const post = async (path: string, body: unknown = {}) => (await begun(path, body)).text();
  return { get, post, begun, graph };
}

type Application = Awaited<ReturnType<typeof application>>;

let sent = 0;
const newId = (): string => `m${(sent += 1)}`;

const MODES = ["values", "messages-tuple", "updates", "custom", "debug", "events", "tasks", "checkpoints"];

/** Sends a message on each wire, and returns all that is sent back. */
const WIRES: Readonly<Record<string, (app: Application, thread: string, text: string) => Promise<string>>> = {
  events: ({ post }, id, message) => post(`/threads/${id}/runs?nodes`, { message }),
  "AI SDK": ({ post }, id, text) =>
    post("/chat", { id, messages: [{ id: newId(), role: "user", parts: [{ type: "text", text }] }] }),
  "AG-UI 0": ({ post }, threadId, content) =>
    post("/ag-ui", {
      threadId,
      runId: newId(),
      messages: [{ id: newId(), role: "user", content }],
      tools: [],
      context: [],
    }),
  "AG-UI 1.0": ({ post }, threadId, content) =>
    post("/ag-ui", {
      threadId,
      runId: newId(),
      protocolVersion: "1.0",
      messages: [{ id: newId(), role: "user", content }],
      tools: [],
      context: [],
    }),
  "LangGraph's runs": ({ post }, id, content) =>
    post(`/langgraph/threads/${id}/runs/stream`, {
      input: { messages: [{ type: "human", content }] },
      stream_mode: MODES,
    }),
  "LangGraph's events": async ({ begun, post }, id, content) => {
    const input = { messages: [{ type: "human", content }] };
    const command = await post(`/langgraph/threads/${id}/commands`, { id: 1, method: "run.start", params: { input } });
    const channels = ["values", "updates", "messages", "tools", "lifecycle", "input", "checkpoints", "tasks", "custom"];
    return command + (await untilEnd(await begun(`/langgraph/threads/${id}/stream/events`, { channels })));
  },
};

/** Reads a stream of events that goes on after a turn until the turn has ended. */
async function untilEnd(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return text;
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (/"event":"(?:completed|failed|interrupted)"/.test(text)) return text;
  }
  return text;
}

/** Reads a thread on every route that shows it. */
async function readAll({ get, post }: Application, id: string): Promise<string> {
  const read = ["/threads", `/threads/${id}`, `/threads/${id}/runs/r`, `/chat/${id}/messages`, `/chat/${id}/stream`];
  const protocol = ["", "/state", "/runs", "/runs/r", "/runs/r/stream"].map(
    (path) => `/langgraph/threads/${id}${path}`,
  );
  const texts = await Promise.all([
    ...[...read, ...protocol].map(get),
    post(`/langgraph/threads/${id}/history`, { limit: 1000 }),
    post("/langgraph/threads/search", { limit: 1000 }),
    post("/ag-ui", { threadId: id, runId: newId(), messages: [], tools: [], context: [] }),
  ]);
  return texts.join("\n");
}

const Request = z.object({ id: z.string(), hash: z.string() });

const Thread = z.looseObject({
  runId: z.string().nullable(),
  interrupts: z.array(
    z.object({ interruptId: z.string(), value: z.looseObject({ requests: z.array(Request).optional() }) }),
  ),
});

/** Answers the open question of a thread, if there is one. */
async function answered(app: Application, id: string): Promise<string> {
  const { interrupts } = Thread.parse(JSON.parse(await app.get(`/threads/${id}`)));
  const [open] = interrupts;
  if (open === undefined) return "";
  const [request] = open.value.requests ?? [];
  const answer = request === undefined ? "This one" : { id: request.id, decision: "approve", hash: request.hash };
  return app.post(`/threads/${id}/answers`, { interruptId: open.interruptId, answer });
}

const around = (text: string): string => {
  const at = text.indexOf(MARK);
  return at === -1 ? "" : text.slice(Math.max(0, at - 300), at + 100);
};

const wireNames = Object.keys(WIRES);

describe("no byte contains what is not named", () => {
  test.each(wireNames.flatMap((wire) => CASES.map((said) => [wire, said] as const)))("%s: %s", async (wire, said) => {
    const app = await application();
    const streamed = (await WIRES[wire]?.(app, "t", said)) ?? "";
    const read = (await readAll(app, "t")) + (await app.post("/threads/t/continue"));
    const answer = await answered(app, "t");
    expect(around(streamed + read + answer + (await readAll(app, "t")))).toBe("");
    // The thread itself has all of it.
    const stored = await app.graph.getState({ configurable: { thread_id: "ann:t" } });
    expect(JSON.stringify(stored.values)).toContain(MARK);
  });

  test.each(allSavers())("in any conversation, on any wires, with %s", async (_, open) => {
    const turn = fc.record({ wire: fc.constantFrom(...wireNames), said: fc.constantFrom(...CASES) });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 4 }), async (turns) => {
        const app = await application(undefined, undefined, open);
        let all = "";
        for (const { wire, said } of turns) all += (await WIRES[wire]?.(app, "t", said)) ?? "";
        expect(around(all + (await readAll(app, "t")))).toBe("");
      }),
      { numRuns: 12 },
    );
  });

  test.each(["/threads/t/runs/", "/chat/t/stream", "/langgraph/threads/t/runs/"])(
    "to a page that follows a running turn, which is then stopped: %s",
    async (path) => {
      const running = new EventTarget();
      const isRunning = once(running, "begin");
      const app = await application((signal) => {
        running.dispatchEvent(new Event("begin"));
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error(MARK)));
        });
      });
      const first = await app.begun("/threads/t/runs", { message: "wait" });
      await isRunning;
      const { runId, ...shown } = Thread.parse(JSON.parse(await app.get("/threads/t")));
      const place = path.includes("runs/") ? `${path}${runId ?? ""}` : path;
      const following = app.get(
        path.startsWith("/langgraph") ? `${place}/stream?stream_mode=${MODES.join(",")}` : place,
      );
      await app.post("/threads/t/stop");
      const all = [await first.text(), await following, JSON.stringify(shown), await readAll(app, "t")].join("\n");
      expect(all).toContain("wait");
      expect(around(all)).toBe("");
    },
  );
});

test("what is named does leave: the call of a visible tool, the words, the field, the answer, and the names of other calls", async () => {
  for (const [wire, send] of Object.entries(WIRES)) {
    const app = await application();
    const streamed = await send(app, "t", "shown");
    const looked = await send(app, "t", "look");
    const state = await app.get("/langgraph/threads/t/state");
    expect([wire, /A-17 is shown\./.test(streamed), /desk_shown/.test(streamed), /look/.test(looked)]).toEqual([
      wire,
      true,
      true,
      true,
    ]);
    expect(state).toMatch(/"desk_shown":\["A-17"\]/);
    expect(state).not.toMatch(/desk_margin|desk_secret|desk_iban|runtime_|control_proposals|execution_tool/);
  }
});

test("the result of an agent reaches no page as a call of a tool", async () => {
  for (const [wire, send] of Object.entries(WIRES)) {
    for (const isGuarded of [true, false]) {
      const app = await application(undefined, isGuarded);
      const all = (await send(app, "t", "report")) + (await readAll(app, "t"));
      expect([wire, isGuarded, all.includes("give_result"), around(all)]).toEqual([wire, isGuarded, false, ""]);
    }
  }
});
