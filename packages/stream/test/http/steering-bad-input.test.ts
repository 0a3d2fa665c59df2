import { describe, expect, test } from "vitest";
import { applicationRoutes } from "../../src/hono.ts";
import { Desk } from "../ai-sdk/desk.ts";
import { look, steeringDesk } from "../steering-desk.ts";
import { until } from "../until.ts";
import { type Post, run } from "@tidemark/test-fixtures/wires";

/** Requests that give a text to the running turn, by wire. */
const wires: readonly (readonly [string, (post: Post, text: string, id: string) => Promise<Response>])[] = [
  ["typed events", (post, text, id) => post("/threads/1/runs", { message: text, messageId: id, onBusy: "steer" })],
  [
    "the AI SDK",
    (post, text, id) => {
      const message = { id, role: "user", parts: [{ type: "text", text }] };
      return post("/chat", { id: "1", messages: [message], onBusy: "steer" });
    },
  ],
  [
    "AG-UI",
    (post, text, id) => {
      const messages = [{ id, role: "user", content: text }];
      return post("/ag-ui", run("1", { messages, forwardedProps: { onBusy: "steer" } }));
    },
  ],
  [
    "commands of LangGraph's protocol",
    (post, text, id) => {
      const input = { messages: [{ type: "human", content: text, id }] };
      const params = { input, multitaskStrategy: "steer" };
      return post("/langgraph/threads/1/commands", { id: 1, method: "run.start", params });
    },
  ],
  [
    "runs of LangGraph's protocol",
    (post, text, id) => {
      const input = { messages: [{ type: "human", content: text, id }] };
      return post("/langgraph/threads/1/runs/stream", { input, multitask_strategy: "steer" });
    },
  ],
];

/** A thread that several people share: the user `ann` may send, `eve` may only read. */
function shared(desk: ReturnType<typeof steeringDesk>, requestsPerMinute?: number) {
  const app = applicationRoutes({
    state: Desk,
    authorize: (context, { action }) => {
      const userId = context.req.header("x-user") ?? "nobody";
      return userId === "ann" || action === "read" || action === "connect" ? { userId } : null;
    },
    storedId: (_, id) => `shared:${id}`,
    session: (threadId) => desk.session(threadId),
    onError: () => undefined,
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  });
  const as =
    (user: string): Post =>
    (path, body) =>
      Promise.resolve(
        app.request(path, {
          method: "POST",
          headers: { "content-type": "application/json", "x-user": user },
          body: JSON.stringify(body),
        }),
      );
  return { app, as };
}

/** True for a refusal, also for that of a command, which is an answer with the status 200. */
async function isRefused(response: Response): Promise<boolean> {
  if (!response.ok) return true;
  if (response.headers.get("content-type")?.includes("json") !== true) return false;
  return (await response.text()).includes('"type":"error"');
}

describe.each(wires)("a message to a running turn, over %s", (_, steer) => {
  test("of somebody without the right to send is refused, and nothing of it is stored", async () => {
    const desk = steeringDesk([look, "Lisbon it is."]);
    const { as } = shared(desk);
    const running = await as("ann")("/threads/1/runs", { message: "Look" });
    await desk.begun;
    expect((await steer(as("eve"), "Refund everything", "m2")).status).toBe(403);
    expect((await steer(as("ann"), "To Lisbon", "m3")).ok).toBe(true);
    await desk.stored(1);
    desk.goOn();
    await running.text();
    expect(desk.asked(1).slice(-1)).toEqual(["human: To Lisbon"]);
    expect(JSON.stringify(await desk.conversation("shared:1"))).not.toContain("Refund everything");
  });

  test("of a megabyte is refused, and so is each that comes too often", async () => {
    const desk = steeringDesk([look, "All read."]);
    const { as } = shared(desk, 30);
    const post = as("ann");
    const running = await post("/threads/1/runs", { message: "Look" });
    await desk.begun;
    expect((await steer(post, "x".repeat(1_048_576), "m0")).status).toBe(413);
    expect(await isRefused(await steer(post, "x".repeat(1_000_100), "m1"))).toBe(true);
    await desk.stored(0);
    const sent = Array.from({ length: 50 }, (_each, index) => steer(post, `text ${index}`, `t${index}`));
    const responses = await Promise.all(sent);
    expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    await until(() => desk.model.got.length === 1);
    desk.goOn();
    await running.text();
    const read = desk.asked(1).filter((each) => each.startsWith("human: text"));
    expect(new Set(read).size).toBe(read.length);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(50);
    await desk.stored(0);
  });

  test("after its end is the next turn", async () => {
    const desk = steeringDesk(["Done.", "Lisbon it is."]);
    const { as } = shared(desk);
    await (await as("ann")("/threads/1/runs", { message: "Look" })).text();
    await (await steer(as("ann"), "To Lisbon", "m2")).text();
    await until(async () => (await desk.conversation("shared:1")).at(-1) === "ai: Lisbon it is.");
    expect((await desk.conversation("shared:1")).filter((each) => each === "human: To Lisbon")).toHaveLength(1);
    // The same message again runs nothing.
    await (await steer(as("ann"), "To Lisbon", "m2")).text();
    desk.model.assertDone();
  });
});
