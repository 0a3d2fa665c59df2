import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { streamRun } from "../../src/events/stream-run.graph.ts";
import { streamContinue, streamResume, streamTurn } from "../../src/events/stream-turn.graph.ts";
import type { RunEvent } from "../../src/events/run-events.ts";
import { deferred } from "../deferred.ts";

const clock = fixedClock("2026-01-08T20:30:00Z");

/** Graph with one node that waits until it is released. */
function graphWith(work: () => object | Promise<object>) {
  return new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState, { clock }))
    .addNode("work", work)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
}

const sessionOn = (graph: ReturnType<typeof graphWith>) =>
  openSession({ graph, state: SeedState, threadId: "ann", clock });

async function collect<Result>(turn: AsyncGenerator<RunEvent, Result>) {
  const events: RunEvent[] = [];
  let next = await turn.next();
  for (; next.done !== true; next = await turn.next()) events.push(next.value);
  return { events, result: next.value };
}

/** Removes the ids that differ between two runs. */
const withoutTask = (event: RunEvent) => ({ ...event, eventId: "", ...("taskId" in event && { taskId: "" }) });

const greeting = () => ({ messages: [{ role: "assistant", content: "Hello.", id: "m-2" }] });
const hi = { messages: [{ role: "user", content: "Hi", id: "m-1" }] };

describe("streamTurn", () => {
  test("streams the same events as streamRun, and returns the session's result", async () => {
    const options = { runId: "run-1", clock };
    const { events, result } = await collect(streamTurn(sessionOn(graphWith(greeting)), hi, options));
    const direct: RunEvent[] = [];
    for await (const event of streamRun(graphWith(greeting), hi, { ...options, threadId: "ann" })) direct.push(event);
    expect(events.map(withoutTask)).toEqual(direct.map(withoutTask));
    expect(result?.outcome).toBe("done");
  });

  test("runs two turns of one thread one after the other", async () => {
    const session = sessionOn(graphWith(greeting));
    const results = await Promise.all(["One", "Two"].map((text) => collect(streamTurn(session, text))));
    expect(results.map(({ result }) => result?.outcome)).toEqual(["done", "done"]);
    const state = await session.state();
    expect(state?.messages.filter(({ type }) => type === "human")).toHaveLength(2);
  });

  test("ends a dropped turn with the outcome cancelled, and returns the reason", async () => {
    const { events, result } = await collect(
      streamTurn(sessionOn(graphWith(greeting)), "Hi", { signal: AbortSignal.abort() }),
    );
    expect(events.at(-1)).toMatchObject({ type: "run_finished", outcome: "cancelled" });
    expect(result?.outcome).toBe("aborted");
  });

  test("sends an error of the graph as the last event, and returns null", async () => {
    const failing = graphWith(() => {
      throw new Error("out of paper");
    });
    const { events, result } = await collect(streamTurn(sessionOn(failing), "Hi"));
    expect(events.at(-1)).toMatchObject({ type: "run_failed", message: "out of paper" });
    expect(result).toBeNull();
  });

  test("releases the thread when the reader stops", async () => {
    const session = sessionOn(graphWith(greeting));
    for await (const event of streamTurn(session, "One")) if (event.type === "node_started") break;
    const { result } = await collect(streamTurn(session, "Two"));
    expect(result?.outcome).toBe("done");
  });

  test("ends a turn that the session refused with the outcome as its code and a message for users", async () => {
    const session = {
      threadId: "ann",
      // oxlint-disable-next-line eslint/require-yield -- a refused turn streams nothing
      stream: async function* () {
        await Promise.resolve();
        return { outcome: "busy", threadId: "ann" } as const;
      },
    };
    const { events, result } = await collect(streamTurn(session, "Hi"));
    expect(events.at(-1)).toMatchObject({ type: "run_failed", code: "busy", isPublic: true });
    expect(result?.outcome).toBe("busy");
  });

  test("stops a turn that emits nothing when the reader stops", async () => {
    const working = deferred();
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("wait", async (_, config) => {
        working.resolve();
        await new Promise((resolve) => config.signal?.addEventListener("abort", resolve));
        return {};
      })
      .addEdge(START, "wait")
      .addEdge("wait", END)
      .compile({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, state: SeedState, threadId: "ann", turnStart: "none", clock });
    const turn = streamTurn(session, "One");
    await turn.next();
    const pending = turn.next();
    await working.promise;
    await turn.return(null);
    expect(await pending).toMatchObject({ value: { type: "run_finished", outcome: "cancelled" } });
  });
});

const ask = (city: string) => () => ({
  messages: [{ role: "assistant", content: `${city}: ${String(interrupt(`${city}?`))}` }],
});

/** Graph with two nodes that ask in parallel. */
function asking() {
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState, { clock }))
    .addNode("bergen", ask("Bergen"))
    .addNode("lisbon", ask("Lisbon"))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "bergen")
    .addEdge("turn_start", "lisbon")
    .addEdge("bergen", END)
    .addEdge("lisbon", END)
    .compile({ checkpointer: new MemorySaver() });
  return openSession({ graph, state: SeedState, threadId: "ann", clock });
}

async function idsOf(session: ReturnType<typeof asking>) {
  const pending = await session.pending();
  return (city: string) => pending.find(({ value }) => value === `${city}?`)?.id ?? "";
}

describe("streamResume", () => {
  test("answers one of two questions, and ends with the open one", async () => {
    const session = asking();
    await collect(streamTurn(session, "Where to?"));
    const idOf = await idsOf(session);
    const { events, result } = await collect(
      streamResume(session, { interruptId: idOf("Lisbon"), answer: "yes" }, { state: SeedState }),
    );
    expect(events.at(-1)).toMatchObject({ outcome: "interrupted", interrupts: [{ interruptId: idOf("Bergen") }] });
    expect(result?.outcome).toBe("interrupted");
  });

  test("sends several answers as one run, which ends with the outcome of the last one", async () => {
    const session = asking();
    await collect(streamTurn(session, "Where to?"));
    const idOf = await idsOf(session);
    const answers = ["Lisbon", "Bergen"].map((city) => ({ interruptId: idOf(city), answer: "yes" }));
    const { events, result } = await collect(streamResume(session, answers, { state: SeedState }));
    expect(events.filter(({ type }) => type === "run_started")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "run_finished", outcome: "finished" });
    expect(result?.outcome).toBe("done");
    const contents = (await session.state())?.messages.map(({ content }) => content);
    expect(contents?.slice(1).toSorted()).toEqual(["Bergen: yes", "Lisbon: yes"]);
    const texts = events.flatMap((event) => (event.type === "text_delta" ? [event.delta] : []));
    expect(texts.toSorted()).toEqual(["Bergen: yes", "Lisbon: yes"]);
  });

  test("stops at the first answer that is refused", async () => {
    const session = asking();
    await collect(streamTurn(session, "Where to?"));
    const idOf = await idsOf(session);
    const answers = ["nothing", idOf("Bergen")].map((interruptId) => ({ interruptId, answer: "yes" }));
    const { events } = await collect(streamResume(session, answers));
    expect(events.at(-1)).toMatchObject({ type: "run_failed", code: "unknownInterrupt" });
    expect(await session.pending()).toHaveLength(2);
  });
});

describe("streamContinue", () => {
  test("runs the rest of an unfinished turn", async () => {
    let fails = true;
    const session = sessionOn(
      graphWith(() => {
        if (!fails) return greeting();
        fails = false;
        throw new Error("out of paper");
      }),
    );
    await collect(streamTurn(session, "Hi"));
    const { result } = await collect(streamContinue(session));
    expect(result?.outcome).toBe("done");
    expect((await collect(streamContinue(session))).events.at(-1)).toMatchObject({ code: "nothingToContinue" });
  });
});
