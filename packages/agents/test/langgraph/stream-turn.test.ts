import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { streamEvents } from "../../src/langgraph/stream-events.ts";
import { streamTurn } from "../../src/langgraph/stream-turn.ts";
import type { RunEvent } from "../../src/run-events.ts";

const clock = fixedClock("2026-01-08T20:30:00Z");

/** A graph of one node that works when it is let. */
function graphWith(work: () => object | Promise<object>) {
  return new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState, { clock }))
    .addNode("work", work)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
}

const sessionOn = (graph: ReturnType<typeof graphWith>) =>
  openSession({ graph, state: AgentState, threadId: "ann", clock });

async function collect<Result>(turn: AsyncGenerator<RunEvent, Result>) {
  const events: RunEvent[] = [];
  let next = await turn.next();
  for (; next.done !== true; next = await turn.next()) events.push(next.value);
  return { events, result: next.value };
}

/** Two runs have tasks of their own, and with them ids. */
const withoutTask = (event: RunEvent) => ({ ...event, eventId: "", ...("taskId" in event && { taskId: "" }) });

const greeting = () => ({ messages: [{ role: "assistant", content: "Hello.", id: "m-2" }] });
const hi = { messages: [{ role: "user", content: "Hi", id: "m-1" }] };

describe("streamTurn", () => {
  test("tells what streamEvents tells of the same turn, and gives the session's result", async () => {
    const options = { runId: "run-1", clock };
    const { events, result } = await collect(streamTurn(sessionOn(graphWith(greeting)), hi, options));
    const direct: RunEvent[] = [];
    for await (const event of streamEvents(graphWith(greeting), hi, { ...options, threadId: "ann" }))
      direct.push(event);
    expect(events.map(withoutTask)).toEqual(direct.map(withoutTask));
    expect(result?.outcome).toBe("done");
  });

  test("lets two turns of one thread in one after the other", async () => {
    const session = sessionOn(graphWith(greeting));
    const results = await Promise.all(["One", "Two"].map((text) => collect(streamTurn(session, text))));
    expect(results.map(({ result }) => result?.outcome)).toEqual(["done", "done"]);
    const state = await session.state();
    expect(state?.messages.filter(({ type }) => type === "human")).toHaveLength(2);
  });

  test("says of a turn that was dropped that it was cancelled, and why it was not taken", async () => {
    const { events, result } = await collect(
      streamTurn(sessionOn(graphWith(greeting)), "Hi", { signal: AbortSignal.abort() }),
    );
    expect(events.at(-1)).toMatchObject({ type: "run_finished", outcome: "cancelled" });
    expect(result?.outcome).toBe("aborted");
  });

  test("makes an error of the graph the last event, and has no result then", async () => {
    const failing = graphWith(() => {
      throw new Error("out of paper");
    });
    const { events, result } = await collect(streamTurn(sessionOn(failing), "Hi"));
    expect(events.at(-1)).toMatchObject({ type: "run_failed", message: "out of paper" });
    expect(result).toBeNull();
  });

  test("gives the thread back when nobody reads on", async () => {
    const session = sessionOn(graphWith(greeting));
    for await (const event of streamTurn(session, "One")) if (event.type === "node_started") break;
    const { result } = await collect(streamTurn(session, "Two"));
    expect(result?.outcome).toBe("done");
  });
});
