import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { applicationRoutes } from "../../src/http/application-routes.graph.ts";

/** Routes of two processes on one database, whose node `work` runs a function. */
function served(work: (signal: AbortSignal | undefined) => Promise<void> | void) {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("work", async (_, { signal }) => {
      await work(signal);
      return {};
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
  let stored = "";
  const routes = () =>
    applicationRoutes({
      onError: () => undefined,
      state: AgentState,
      authorize: () => ({ userId: "ann" }),
      session: (threadId) => {
        stored = threadId;
        return openSession({ graph, threadId });
      },
    });
  const [one, other] = [routes(), routes()];
  const post = (app: typeof one, path: string, body: object = {}) =>
    app.request(`/langgraph/threads/1/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  return {
    one,
    other,
    unfinished: () => openSession({ graph, threadId: stored }).unfinished(),
    /** Starts a run, and returns its response and its id. */
    start: async () => {
      const input = { messages: [{ type: "human", content: "Pay", id: "m" }] };
      const response = await post(one, "runs/stream", { assistant_id: "agent", input });
      return {
        response,
        id: /runs\/(?<id>[^/]+)$/u.exec(response.headers.get("content-location") ?? "")?.groups?.["id"],
      };
    },
    cancel: async (app: typeof one, id = "") => {
      const response = await post(app, `runs/${id}/cancel`);
      return [response.status, await response.text()] as const;
    },
  };
}

test("a run of another process is not canceled here, and the response says so", async () => {
  const { one, other, start, cancel, unfinished } = served(async (signal) => {
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    signal?.throwIfAborted();
  });
  const { response, id } = await start();
  const [status, text] = await cancel(other, id);
  expect([status, text]).toEqual([409, expect.stringContaining("another process")]);
  expect(await cancel(one, "another-run")).toEqual([404, expect.any(String)]);
  expect((await cancel(one, id))[0]).toBe(204);
  await response.text();
  // What is left of it is not ended by a second request for it.
  expect((await cancel(one, id))[0]).toBe(404);
  expect(await unfinished()).not.toBeNull();
});

test("a run whose process has ended is ended by any process", async () => {
  const { other, start, cancel, unfinished } = served(() => {
    throw new Error("power cut");
  });
  const { response, id } = await start();
  await response.text();
  expect(await unfinished()).not.toBeNull();
  expect((await cancel(other, id))[0]).toBe(204);
  expect(await unfinished()).toBeNull();
  expect((await cancel(other, id))[0]).toBe(404);
});
