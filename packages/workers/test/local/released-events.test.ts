import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { systemClock } from "@tidemark/state-manager";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { defineTurns, startWorker, type Turns } from "@tidemark/workers";
import { localEngine } from "@tidemark/workers/local";
import { expect, onTestFinished, test } from "vitest";
import { Log } from "../counting-graph.ts";

/** Types of the events of a turn that begin or end a run. */
async function boundsOf(turns: Turns, turnId: string): Promise<readonly string[]> {
  const bounds: string[] = [];
  for await (const { event } of turns.stream(turnId))
    if (event.type === "run_finished") bounds.push(event.outcome);
    else if (event.type === "run_started" || event.type === "run_failed") bounds.push(event.type);
  return bounds;
}

/** A graph whose node does something for the text of the turn. */
const graphOf = (work: (signal: AbortSignal | undefined) => Promise<void> | void) =>
  new StateGraph(toStateSchema(Log))
    .addNode("begin", turnStart(Log))
    .addNode("work", async ({ log_text }, { signal }) => {
      await work(signal);
      return { log_done: [log_text] };
    })
    .addEdge(START, "begin")
    .addEdge("begin", "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });

const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));

test("a turn that a stopping worker gave back begins and ends once for its clients, in the order of its events", async () => {
  const begun = new AbortController();
  let runs = 0;
  const graph = graphOf(async (signal) => {
    runs += 1;
    begun.abort();
    if (runs === 1) await untilAborted(signal);
  });
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
  expect(await boundsOf(turns, "turn")).toEqual(["run_started", "finished"]);
});

test("a turn that a worker tries again after an error that passes begins and ends once for its clients", async () => {
  let runs = 0;
  const graph = graphOf(() => {
    runs += 1;
    if (runs < 3) throw Object.assign(new Error("The database does not answer."), { code: "checkpoint/unavailable" });
  });
  const turns = defineTurns({ name: "log", graph, state: Log, engine: localEngine({ file: ":memory:" }) });
  const worker = await startWorker(turns);
  onTestFinished(async () => {
    await worker.stop();
    await turns.close();
  });
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  expect((await turns.result("turn")).outcome).toBe("done");
  expect(runs).toBe(3);
  expect(await boundsOf(turns, "turn")).toEqual(["run_started", "finished"]);
});

test("a turn that is cancelled while it runs ends for its clients", async () => {
  const begun = new AbortController();
  const graph = graphOf(async (signal) => {
    begun.abort();
    await untilAborted(signal);
  });
  const turns = defineTurns({ name: "log", graph, state: Log, engine: localEngine({ file: ":memory:" }) });
  const worker = await startWorker(turns);
  onTestFinished(async () => {
    await worker.stop();
    await turns.close();
  });
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  await systemClock.wait(60_000, begun.signal);
  await turns.cancel("turn");
  expect((await turns.result("turn")).outcome).toBe("cancelled");
  expect(await boundsOf(turns, "turn")).toEqual(["run_started", "cancelled"]);
});
