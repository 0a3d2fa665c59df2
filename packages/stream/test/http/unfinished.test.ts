import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { applicationRoutes } from "../../src/http/application-routes.graph.ts";

/** Routes on a graph whose node `work` runs a function with each message. */
function served(work: (said: string, signal: AbortSignal | undefined) => Promise<void> | void) {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("work", async ({ task_user_input: said }, { signal }) => {
      await work(said ?? "", signal);
      return { messages: [{ role: "assistant", content: `did ${said}` }] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
  const routes = () =>
    applicationRoutes({
      state: AgentState,
      authorize: () => ({ userId: "ann" }),
      session: (threadId) => openSession({ graph, threadId }),
    });
  const app = routes();
  const post = (path: string, body: object = {}) =>
    app.request(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  const stop = async (routed = app): Promise<unknown> =>
    (
      await routed.request("/threads/1/stop", {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      })
    ).json();
  return {
    post,
    stop,
    routes,
    session: openSession({ graph, threadId: "1" }),
    send: async (message: string) => (await post("/threads/1/runs", { message })).text(),
    view: async (): Promise<unknown> => (await app.request("/threads/1")).json(),
  };
}

const spoken = (contents: readonly string[]) => contents.map((content) => ({ content }));

describe("an unfinished turn", () => {
  test("is shown, and the next message finishes it first", async () => {
    let failures = 1;
    const { send, view } = served(() => {
      failures -= 1;
      if (failures >= 0) throw new Error("power cut");
    });
    expect(await send("pay")).toContain("run_failed");
    expect(await view()).toMatchObject({ unfinished: true, runId: null });
    expect(await send("thanks")).toContain("run_finished");
    expect(await view()).toMatchObject({
      unfinished: false,
      messages: spoken(["pay", "did pay", "thanks", "did thanks"]),
    });
  });

  test("that a person has stopped is not finished by the next message", async () => {
    let begin: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const { post, send, view } = served(async (said, signal) => {
      if (said !== "pay") return;
      begin();
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      signal?.throwIfAborted();
    });
    const stopped = send("pay");
    await begun;
    await post("/threads/1/stop");
    await stopped;
    expect(await send("hello")).toContain("run_finished");
    expect(await view()).toMatchObject({ unfinished: false, messages: spoken(["pay", "hello", "did hello"]) });
  });

  test("whose node always fails is ended by the stop route, for every process, and the thread goes on", async () => {
    let begun = 0;
    const { send, view, stop, routes, session } = served((said) => {
      begun += 1;
      if (said === "pay") throw new Error("power cut");
    });
    expect(await stop()).toEqual({ outcome: "nothingToStop" });
    await send("pay");
    expect(await send("thanks")).toContain("run_failed");
    expect(begun).toBe(2);
    expect(await stop(routes())).toEqual({ outcome: "ended" });
    expect(await view()).toMatchObject({ unfinished: false, messages: spoken(["pay"]) });
    expect(await session.unfinished()).toBeNull();
    expect((await session.continue()).outcome).toBe("nothingToContinue");
    expect(begun).toBe(2);
    expect(await stop()).toEqual({ outcome: "nothingToStop" });
    expect(await send("hello")).toContain("run_finished");
    expect(await view()).toMatchObject({ unfinished: false, messages: spoken(["pay", "hello", "did hello"]) });
  });

  test("that runs in another process is not ended, and the answer says so", async () => {
    let begin: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const { send, stop, routes, view } = served(async (_, signal) => {
      begin();
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      signal?.throwIfAborted();
    });
    const running = send("pay");
    await begun;
    expect(await stop(routes())).toMatchObject({ status: 409, code: "stream/busy" });
    expect(await stop()).toEqual({ outcome: "stopped" });
    await running;
    expect(await view()).toMatchObject({ unfinished: true });
    expect(await stop()).toEqual({ outcome: "ended" });
  });
});
