import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { systemClock } from "@tidemark/state-manager";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { defineTurns, startWorker } from "@tidemark/workers";
import { localEngine } from "@tidemark/workers/local";
import { expect, onTestFinished, test } from "vitest";
import { Log } from "../counting-graph.ts";

test("a turn that a stopping worker gave back keeps the order and the end of its events", async () => {
  const begun = new AbortController();
  let runs = 0;
  const graph = new StateGraph(toStateSchema(Log))
    .addNode("begin", turnStart(Log))
    .addNode("work", async ({ log_text }, { signal }) => {
      runs += 1;
      begun.abort();
      if (runs === 1) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      return { log_done: [log_text] };
    })
    .addEdge(START, "begin")
    .addEdge("begin", "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
  const turns = defineTurns({ name: "log", graph, state: Log, engine: localEngine({ file: ":memory:" }) });
  const first = await startWorker(turns, { drainSeconds: 0 });
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  await systemClock.wait(60_000, begun.signal);
  await first.stop();
  const second = await startWorker(turns);
  onTestFinished(async () => {
    await second.stop();
    await turns.close();
  });
  expect((await turns.result("turn")).outcome).toBe("done");
  const events: { readonly number: number; readonly event: object }[] = [];
  for await (const each of turns.stream("turn")) events.push(each);
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.event).toMatchObject({ type: "run_finished", outcome: "finished" });
});
