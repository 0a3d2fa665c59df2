import { SpanStatusCode, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { agentNode, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { traceToOtel } from "@tidemark/stream/otel";
import { afterEach, describe, expect, test } from "vitest";
import { deferred } from "../deferred.ts";
import { clerkSession } from "./clerk.ts";
import { endTraces, ERROR, eventsOf, names, parentOf, record, traceIdOf, UNSET, untilEnd } from "./recorded.ts";

afterEach(endTraces);

/** Opens a session, sends a message and gives the id of the question. */
async function asked(session: Pick<ReturnType<typeof clerkSession>, "send">): Promise<string> {
  const result = await session.send("Refund it");
  return result.outcome === "interrupted" ? (result.interrupts[0]?.id ?? "") : "";
}

function breaks(): never {
  throw new Error("The tracer is broken.");
}

describe("a turn", () => {
  test("is one trace, with its agents, planner and tools by the semantic conventions", async () => {
    const { spans, span } = record();
    const session = clerkSession("ann");
    await session.resume(await asked(session), "yes");
    const resumed = spans().filter((each) => traceIdOf(each) === traceIdOf(spans().at(-1) ?? span("")));
    expect(names(resumed)).toEqual(["execute_tool refund", "invoke_agent clerk", "invoke_workflow"]);
    expect(resumed.map((each) => parentOf(each, resumed))).toEqual(["invoke_agent clerk", "invoke_workflow", null]);
    const [tool, agent, workflow] = resumed;
    expect(tool?.attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.conversation.id": "ann",
      "gen_ai.agent.name": "clerk",
      "gen_ai.tool.name": "refund",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": "call-1",
      "gen_ai.tool.description": "Refunds an order.",
      "tidemark.turn.id": "turn_1",
      "tidemark.outcome": "done",
    });
    expect(agent?.attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "clerk",
      "gen_ai.agent.description": "Refunds orders.",
      "gen_ai.conversation.id": "ann",
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 20,
    });
    expect(agent?.attributes["gen_ai.provider.name"]).toBeTypeOf("string");
    expect(workflow?.attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.usage.input_tokens": 100,
      "tidemark.turn.entry": "resume",
      "tidemark.turn.id": "turn_1",
      "tidemark.outcome": "done",
    });
  });

  test("that waits for a person has no span with an error, and the answer is a new trace that is linked to it", async () => {
    const { spans } = record();
    const session = clerkSession("ann");
    await session.resume(await asked(session), "yes");
    const workflows = spans().filter(({ name }) => name === "invoke_workflow");
    const [paused, resumed] = workflows;
    expect(spans().map(({ status }) => status.code)).toEqual(spans().map(() => UNSET));
    expect(paused?.attributes["tidemark.outcome"]).toBe("interrupted");
    expect(paused === undefined ? [] : eventsOf(paused)).toContain("tidemark.approval.asked");
    expect(resumed === undefined ? [] : eventsOf(resumed)).toEqual(
      expect.arrayContaining(["tidemark.interrupt.answered", "tidemark.approval.approved"]),
    );
    expect(paused?.links).toEqual([]);
    expect(resumed?.links.map(({ context: { traceId, spanId } }) => [traceId, spanId])).toEqual([
      [paused?.spanContext().traceId, paused?.spanContext().spanId],
    ]);
    expect(resumed?.spanContext().traceId).not.toBe(paused?.spanContext().traceId);
  });

  test("with several questions is a chain: each answer is linked to the trace that asked", async () => {
    const { spans } = record();
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("turn_start", turnStart(AgentState))
      .addNode("ask", () => {
        const answers: unknown[] = [interrupt("City?"), interrupt("Day?")];
        return { execution_final_answer: answers.join(", ") };
      })
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver(), name: "survey" });
    const session = openSession({ graph, threadId: "ann" });
    let result = await session.send("Go");
    for (const answer of ["Lisbon", "Monday"]) {
      if (result.outcome !== "interrupted") break;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one answer after the other
      result = await session.resume(result.interrupts[0]?.id ?? "", answer);
    }
    expect(names(spans())).toEqual(Array.from({ length: 3 }, () => "invoke_workflow survey"));
    const ids = spans().map((each) => each.spanContext().spanId);
    expect(spans().map(({ links }) => links.map(({ context: { spanId } }) => spanId))).toEqual([
      [],
      [ids[0]],
      [ids[1]],
    ]);
    expect(spans().map(eventsOf)).toEqual([
      ["tidemark.question.asked"],
      ["tidemark.interrupt.answered", "tidemark.question.asked"],
      ["tidemark.interrupt.answered"],
    ]);
  });

  test("that goes on after an error is linked to the trace of the unfinished turn", async () => {
    const { spans } = record();
    let tries = 0;
    const work = defineNode(AgentState, {
      agent: "worker",
      run: () => {
        tries += 1;
        if (tries === 1) throw new TypeError("The database is down.");
        return {};
      },
    });
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("turn_start", turnStart(AgentState))
      .addNode("work", work)
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "work")
      .addEdge("work", END)
      .compile({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, threadId: "ann" });
    await expect(session.send("Go")).rejects.toThrow("The database is down.");
    await session.continue();
    const [failed, broken, done, continued] = spans();
    expect([failed, broken].map((each) => each?.status)).toEqual([{ code: ERROR }, { code: ERROR }]);
    expect(failed?.attributes["error.type"]).toBe("TypeError");
    expect([done, continued].map((each) => each?.status.code)).toEqual([UNSET, UNSET]);
    expect(continued?.attributes["tidemark.turn.entry"]).toBe("continue");
    expect(continued?.links[0]?.context.spanId).toBe(broken?.spanContext().spanId);
  });

  test("that its caller aborts is canceled, which is not an error", async () => {
    const { spans } = record();
    const entered = deferred();
    const stop = new AbortController();
    const work = defineAgent(AgentState, {
      name: "worker",
      description: "Waits.",
      reads: [],
      run: async (_, { signal }) => {
        entered.resolve();
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            reject(new Error("stopped"));
          });
        });
        return {};
      },
    });
    const graph = createAgentGraph({ state: AgentState, agents: [work], checkpointer: new MemorySaver() });
    const turn = openSession({ graph, threadId: "ann" }).send("Go", { signal: stop.signal });
    await entered.promise;
    stop.abort();
    expect((await turn).outcome).toBe("aborted");
    expect(spans().map(({ name, attributes, status }) => [name, attributes["tidemark.outcome"], status.code])).toEqual([
      ["plan planner", "done", UNSET],
      ["invoke_agent worker", "cancelled", UNSET],
      ["invoke_workflow", "cancelled", UNSET],
    ]);
  });
});

describe("spans", () => {
  test("of a turn whose agent fails for good are errors, up to the turn, although the user gets an answer", async () => {
    const { spans, span } = record();
    const worker = defineAgent(AgentState, {
      name: "worker",
      description: "Fails.",
      reads: [],
      run: () => {
        throw new RangeError("Too far.");
      },
    });
    const graph = createAgentGraph({
      state: AgentState,
      agents: [worker],
      // Retries begin at once, and times never run out.
      timer: { wait: (milliseconds) => (milliseconds < 40_000 ? Promise.resolve() : new Promise<void>(() => {})) },
      checkpointer: new MemorySaver(),
    });
    expect((await openSession({ graph, threadId: "ann" }).send("Go")).outcome).toBe("done");
    expect(span("invoke_agent worker").status.code).toBe(ERROR);
    expect(span("invoke_agent worker").attributes["error.type"]).toBe("RangeError");
    expect(spans().at(-1)?.attributes).toMatchObject({ "tidemark.outcome": "failed", "error.type": "error_answer" });
  });

  test("of failed agents and tools are errors with a code, and without the message", async () => {
    const { spans } = record();
    const session = clerkSession("ann", {
      run: () => {
        throw new Error("The card 4111 was declined.");
      },
    });
    await session.resume(await asked(session), "yes");
    const tool = spans().findLast(({ name }) => name === "execute_tool refund");
    expect(tool?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(tool?.attributes["error.type"]).toBe("agents/toolFailed");
    expect(tool?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ["exception", { "exception.type": "agents/toolFailed" }],
    ]);
  });

  test("of a call that a person declines are not errors", async () => {
    const { spans, span } = record();
    const session = clerkSession("ann");
    await session.resume(await asked(session), "no");
    const tool = spans().findLast(({ name }) => name === "execute_tool refund");
    expect([tool?.status.code, tool?.attributes["tidemark.outcome"]]).toEqual([UNSET, "refused"]);
    const resumed = spans().findLast(({ name }) => name === "invoke_workflow") ?? span("");
    expect(eventsOf(resumed)).toContain("tidemark.approval.refused");
  });

  test("of steps that run side by side are siblings, and both run at the same time", async () => {
    const { spans, span } = record();
    const both = deferred();
    let entered = 0;
    const stepper = (name: string) =>
      defineAgent(AgentState, {
        name,
        description: `Is ${name}.`,
        reads: [],
        run: async () => {
          entered += 1;
          if (entered === 2) both.resolve();
          await both.promise;
          return {};
        },
      });
    const graph = createAgentGraph({
      state: AgentState,
      agents: [stepper("left"), stepper("right")],
      planner: () =>
        Promise.resolve({
          steps: [
            { capability: "left", dependsOn: [] },
            { capability: "right", dependsOn: [] },
          ],
        }),
      maxConcurrency: 2,
      checkpointer: new MemorySaver(),
    });
    await openSession({ graph, threadId: "ann" }).send("Go");
    expect(parentOf(span("invoke_agent left"), spans())).toBe("invoke_workflow");
    expect(parentOf(span("invoke_agent right"), spans())).toBe("invoke_workflow");
  });

  test("of code in an agent are nested in the agent, before and after it has waited", async () => {
    const { tracer, spans, span } = record();
    const speaker = defineAgent(AgentState, {
      name: "speaker",
      description: "Asks a model.",
      reads: [],
      run: async () => {
        tracer.startActiveSpan("chat early", (each) => {
          each.end();
        });
        await new Promise((resolve) => setImmediate(resolve));
        tracer.startActiveSpan("chat late", (each) => {
          each.end();
        });
        return {};
      },
    });
    const graph = createAgentGraph({ state: AgentState, agents: [speaker], checkpointer: new MemorySaver() });
    await openSession({ graph, threadId: "ann" }).send("Go");
    expect(parentOf(span("chat early"), spans())).toBe("invoke_agent speaker");
    expect(parentOf(span("chat late"), spans())).toBe("invoke_agent speaker");
  });

  test("are nested in the span of a request, if one is active", async () => {
    const { tracer, spans, span } = record();
    const session = clerkSession("ann");
    await tracer.startActiveSpan("POST /chat", async (request) => {
      await session.send("Refund it");
      request.end();
    });
    expect(parentOf(span("invoke_workflow"), spans())).toBe("POST /chat");
  });

  test("are nested without a context manager as well", async () => {
    const { spans } = record({ manager: false });
    await asked(clerkSession("ann"));
    expect(spans().map((each) => [each.name, parentOf(each, spans())])).toEqual([
      ["plan planner", "invoke_workflow"],
      ["execute_tool refund", "invoke_agent clerk"],
      ["invoke_agent clerk", "invoke_workflow"],
      ["invoke_workflow", null],
    ]);
  });

  test("of agents in a graph that an agent calls are nested in that agent", async () => {
    const { spans, span } = record();
    const inner = new StateGraph(toStateSchema(AgentState))
      .addNode(
        "detail",
        agentNode(
          AgentState,
          defineAgent(AgentState, { name: "detail", description: "Looks closely.", reads: [], run: () => ({}) }),
        ),
      )
      .addEdge(START, "detail")
      .addEdge("detail", END)
      .compile();
    const outer = defineAgent(AgentState, {
      name: "outer",
      description: "Calls a graph.",
      reads: [],
      run: async (_, { config }) => {
        await inner.invoke({}, config);
        return {};
      },
    });
    const graph = createAgentGraph({ state: AgentState, agents: [outer], checkpointer: new MemorySaver() });
    await openSession({ graph, threadId: "ann" }).send("Go");
    expect(parentOf(span("invoke_agent detail"), spans())).toBe("invoke_agent outer");
  });

  test("do not change a turn, even if their tracer throws", async () => {
    untilEnd(traceToOtel({ tracer: { startSpan: breaks, startActiveSpan: breaks } }));
    const session = clerkSession("ann");
    expect((await session.resume(await asked(session), "yes")).outcome).toBe("done");
  });

  test("are sent once, however often and with whichever tracer of the provider tracing was started", async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
    const stops = ["one", "one", "other"].map((name) => traceToOtel({ tracer: provider.getTracer(name) }));
    for (const stop of stops) untilEnd(stop);
    const turns = async (): Promise<number> => {
      exporter.reset();
      await asked(clerkSession("ann"));
      return exporter.getFinishedSpans().filter(({ name }) => name === "invoke_workflow").length;
    };
    const counts: number[] = [await turns()];
    for (const stop of stops) {
      stop();
      // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after each stop
      counts.push(await turns());
    }
    expect(counts).toEqual([1, 1, 1, 0]);
  });

  test("have the content that the newest call asked for, until that call is stopped", async () => {
    const { tracer, span, spans } = record();
    const stop = traceToOtel({ tracer, content: true });
    await asked(clerkSession("ann"));
    expect(span("invoke_workflow").attributes).toHaveProperty(["gen_ai.input.messages"]);
    stop();
    await asked(clerkSession("ben"));
    const last = spans().findLast(({ name }) => name === "invoke_workflow");
    expect(last?.attributes).not.toHaveProperty(["gen_ai.input.messages"]);
  });

  test("are sent once with the registered provider, which can be registered later, and with its tracers", async () => {
    untilEnd(traceToOtel());
    untilEnd(traceToOtel({ tracer: trace.getTracer("desk") }));
    const exporter = new InMemorySpanExporter();
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
    trace.setGlobalTracerProvider(provider);
    untilEnd(() => {
      trace.disable();
    });
    untilEnd(traceToOtel({ tracer: provider.getTracer("desk") }));
    await asked(clerkSession("ann"));
    expect(exporter.getFinishedSpans().filter(({ name }) => name === "invoke_workflow")).toHaveLength(1);
  });

  test("end when tracing is stopped, and later turns make none", async () => {
    const { spans } = record();
    const stop = traceToOtel({ tracer: record().tracer });
    stop();
    stop();
    await asked(clerkSession("ann"));
    expect(spans().filter(({ name }) => name === "invoke_workflow")).toHaveLength(1);
  });
});
