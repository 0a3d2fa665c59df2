import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { AgentState } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { sqliteSaver } from "tidemark/sqlite";
import { traceToOtel } from "tidemark/otel";
import { defineTurns, startWorker } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { afterEach, expect, test } from "vitest";

const open: (() => void)[] = [];

afterEach(() => {
  for (const stop of open.splice(0).toReversed()) stop();
});

/** Turns of a graph whose agent needs an approval, on a new database. */
function mailTurns() {
  const folder = mkdtempSync(path.join(tmpdir(), "sent-turns-"));
  const saver = sqliteSaver({ file: path.join(folder, "threads.db") });
  const mail = defineAgent(AgentState, { name: "mail", description: "Sends email.", reads: [], run: () => ({}) });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () => Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Send it" }] }),
    approvals: { mail: "always" },
    checkpointer: saver,
  });
  open.push(() => {
    saver.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return defineTurns({ name: "mail", graph, engine: localEngine({ file: path.join(folder, "turns.db") }) });
}

function record() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer("desk");
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  open.push(traceToOtel({ tracer }), () => {
    context.disable();
  });
  return { tracer, spans: () => exporter.getFinishedSpans() };
}

const linksOf = ({ links }: ReadableSpan) =>
  links.map(({ context: { traceId, spanId }, attributes }) => [attributes?.["tidemark.link"], traceId, spanId]);

const placeOf = (span: ReadableSpan | undefined) => [span?.spanContext().traceId, span?.spanContext().spanId];

test("a turn that a worker runs is linked to the span that sent it, and an answer also to the turn that asked", async () => {
  const { tracer, spans } = record();
  const turns = mailTurns();
  /** Sends a turn as a server does, in the span of its request. Repeats it as a client does that got no answer. */
  const request = (name: string, send: () => Promise<{ readonly outcome: string; readonly turnId?: string }>) =>
    tracer.startActiveSpan(name, async (span) => {
      const accepted = await send();
      span.end();
      return accepted.turnId ?? "";
    });
  const send = () => turns.send("ann", "Write to Ben", { idempotencyKey: "one", userId: "boss" });
  const turnId = await request("POST /send", send);
  await request("POST /send again", send);
  const worker = await startWorker(turns);
  try {
    const asked = await turns.result(turnId);
    const [question] = asked.outcome === "interrupted" ? asked.interrupts : [];
    const answer = () => turns.answer("ann", question?.id ?? "", "yes", { userId: "boss" });
    const done = await turns.result(await request("POST /answer", answer));
    expect(done.outcome).toBe("done");
  } finally {
    await worker.stop();
    await turns.close();
  }
  const workflows = spans().filter(({ name }) => name === "invoke_workflow");
  const [first, second] = workflows;
  const sent = (name: string) => spans().find((each) => each.name === name);
  expect(workflows.map(linksOf)).toEqual([
    [["sent_by", ...placeOf(sent("POST /send"))]],
    [
      ["continues", ...placeOf(first)],
      ["sent_by", ...placeOf(sent("POST /answer"))],
    ],
  ]);
  expect(second?.spanContext().traceId).not.toBe(sent("POST /answer")?.spanContext().traceId);
});

test("a turn that is sent while nobody traces has no link", async () => {
  const turns = mailTurns();
  const accepted = await turns.send("ann", "Write to Ben", { userId: "boss" });
  const { spans } = record();
  const worker = await startWorker(turns);
  try {
    await turns.result(accepted.outcome === "accepted" ? accepted.turnId : "");
  } finally {
    await worker.stop();
    await turns.close();
  }
  expect(spans().find(({ name }) => name === "invoke_workflow")?.links).toEqual([]);
});
