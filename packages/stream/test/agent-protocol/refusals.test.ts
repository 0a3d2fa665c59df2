import type { Interrupt } from "@langchain/langgraph-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { KEY, problemOf } from "../ai-sdk/chat-server.ts";
import { desk, toolDesk } from "../ai-sdk/desk.ts";
import { deferred } from "../deferred.ts";
import { until } from "../until.ts";
import { langGraphServer } from "./langgraph-server.ts";

const Refused = z.object({ type: z.literal("error"), error: z.string(), message: z.string(), code: z.string() });

const command = (method: string, params: unknown) => ({ id: 1, method, params });

const start = (input: unknown, more: object = {}) => command("run.start", { assistant_id: "agent", input, ...more });

const said = (content: unknown, id?: string) => ({
  messages: [{ type: "human", content, ...(id !== undefined && { id }) }],
});

describe("a command is refused", () => {
  test.each([
    ["an unknown command", command("agent.explode", {}), "not_supported"],
    ["an input without messages", start({ messages: [] }), "invalid_argument"],
    ["an input that is a text", start("Hi"), "invalid_argument"],
    ["other fields of the state", start({ ...said("Hi"), desk_margin: 99 }), "invalid_argument"],
    ["a message of an assistant", start({ messages: [{ type: "ai", content: "I may." }] }), "invalid_argument"],
    ["a message with a file", start(said([{ type: "image", url: "https://a.example/" }])), "invalid_argument"],
    ["an empty message", start(said("  ")), "invalid_argument"],
    ["an id that changes a prototype", start(said("Hi", "__proto__")), "invalid_argument"],
    [
      "an unknown checkpoint",
      start(said("Hi"), { config: { configurable: { checkpoint_id: "none" } } }),
      "no_such_checkpoint",
    ],
    [
      "an answer to nothing",
      command("input.respond", { interrupt_id: "0".repeat(32), response: true }),
      "no_such_interrupt",
    ],
    ["an answer without an id", command("input.respond", { response: true }), "invalid_argument"],
    [
      "an answer with an update",
      command("input.respond", { interrupt_id: "a", response: 1, update: {} }),
      "invalid_argument",
    ],
  ])("for %s", async (_, body, error) => {
    const { post, client } = await langGraphServer(desk());
    const response = await post("/threads/ann/commands", body);
    expect(Refused.parse(await response.json()).error).toBe(error);
    expect(await client.threads.getHistory("ann")).toEqual([]);
  });

  test("for a second message during a turn, unless it replaces the turn", async () => {
    const { promise } = deferred();
    const { post, client } = await langGraphServer(desk(promise));
    await post("/threads/ann/commands", start(said("slow")));
    const busy = await post("/threads/ann/commands", start(said("Where to?")));
    expect(Refused.parse(await busy.json()).code).toBe("stream/busy");
    await post("/threads/ann/commands", start(said("Where to?"), { multitaskStrategy: "interrupt" }));
    await until(async () => {
      const { values } = await client.threads.getState<{ readonly desk_city?: string }>("ann");
      return values.desk_city === "Lisbon";
    });
  });

  test("for a forged signature, one of another thread, and one of an answered question", async () => {
    const refunded: unknown[] = [];
    const { post, client } = await langGraphServer(toolDesk(refunded), { key: KEY });
    await post("/threads/ann/commands", start(said("Refund it")));
    let asked: Partial<Interrupt> = {};
    await until(async () => {
      asked = (await client.threads.getState("ann")).tasks[0]?.interrupts[0] ?? {};
      return asked.id !== undefined;
    });
    const { id = "", value } = asked;
    const [plain = ""] = id.split(".");
    const [request] = z
      .object({ requests: z.array(z.object({ id: z.string(), hash: z.string() })) })
      .parse(value).requests;
    const answer = async (thread: string, given: string) => {
      const body = command("input.respond", { interrupt_id: given, response: { ...request, decision: "reject" } });
      const response = await post(`/threads/${thread}/commands`, body);
      return z.object({ code: z.string().optional(), type: z.string() }).parse(await response.json());
    };
    expect(await answer("ann", plain)).toMatchObject({ code: "stream/badSignature" });
    expect(await answer("ann", `${plain}.${"0".repeat(64)}`)).toMatchObject({ code: "stream/badSignature" });
    expect(await answer("ben", id)).toMatchObject({ code: "stream/closedQuestion" });
    expect(await answer("ann", id)).toMatchObject({ type: "success" });
    await until(async () => (await client.threads.getState("ann")).tasks.length === 0);
    expect(await answer("ann", id)).toMatchObject({ code: "stream/closedQuestion" });
    expect(refunded).toEqual([]);
  });

  test("for an approval without the hash of what was shown, or with another one", async () => {
    const refunded: unknown[] = [];
    const { post, client } = await langGraphServer(toolDesk(refunded));
    await post("/threads/ann/commands", start(said("Refund it")));
    let id = "";
    await until(async () => {
      id = (await client.threads.getState("ann")).tasks[0]?.interrupts[0]?.id ?? "";
      return id !== "";
    });
    const bare = command("input.respond", { interrupt_id: id, response: { decision: "approve" } });
    const refused = Refused.parse(await (await post("/threads/ann/commands", bare)).json());
    expect(refused.message).toContain("hash");
    expect(refunded).toEqual([]);
  });
});

describe("a request is refused", () => {
  test.each([
    ["a body that ends early", '{"id":1,', 400],
    ["a body that is a list", "[]", 400],
    ["a command without an id", '{"method":"run.start"}', 400],
    [
      "a body that is nested too deep",
      `{"id":1,"method":"a","params":{"a":${"[".repeat(200)}${"]".repeat(200)}}}`,
      400,
    ],
    ["a body that is too large", JSON.stringify({ id: 1, method: "a", params: { a: "x".repeat(2000) } }), 413],
  ])("for %s", async (_, body, status) => {
    const { apiUrl } = await langGraphServer(desk(), { maxBytes: 1000 });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${apiUrl}/threads/ann/commands`, { method: "POST", headers, body });
    expect((await problemOf(response)).status).toBe(status);
  });

  test("for a stream of no channels, and for unknown routes", async () => {
    const { post, apiUrl } = await langGraphServer(desk());
    expect((await problemOf(await post("/threads/ann/stream/events", { channels: [] }))).code).toBe(
      "stream/invalidRequest",
    );
    expect((await problemOf(await fetch(`${apiUrl}/assistants`))).code).toBe("stream/notFound");
    expect((await problemOf(await post("/threads/ann/runs/none/cancel", {}))).code).toBe("stream/notFound");
  });

  test("for a user who may not use the thread, on every route", async () => {
    const { post, apiUrl } = await langGraphServer(desk(), { authorize: () => null });
    const responses = [
      await post("/threads", {}),
      await post("/threads/search", {}),
      await fetch(`${apiUrl}/threads/ann`),
      await fetch(`${apiUrl}/threads/ann/state`),
      await post("/threads/ann/history", {}),
      await post("/threads/ann/commands", start(said("Hi"))),
      await post("/threads/ann/commands", command("agent.getTree", {})),
      await post("/threads/ann/stream/events", { channels: ["values"] }),
      await post("/threads/ann/runs/stream", { input: said("Hi") }),
      await fetch(`${apiUrl}/threads/ann/runs`),
      await fetch(`${apiUrl}/threads/ann/runs/1`),
      await fetch(`${apiUrl}/threads/ann/runs/1/stream`),
      await post("/threads/ann/runs/1/cancel", {}),
    ];
    for (const response of responses) expect((await problemOf(response)).code).toBe("stream/forbidden");
  });

  test("for a page of another origin", async () => {
    const { apiUrl } = await langGraphServer(desk());
    const cancel = await fetch(`${apiUrl}/threads/ann/runs/1/cancel`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
    });
    expect((await problemOf(cancel)).code).toBe("stream/forbidden");
  });
});
