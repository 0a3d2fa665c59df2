/**
 * Traces one turn that waits for an approval, and the turn that answers it, with one instrumentation, and prints what it shows as JSON:
 * `node tests/peers/traces.ts tidemark|openinference|traceloop`. `node tests/peers/traces.ts table` prints the table of the guide.
 *
 * Each instrumentation changes LangChain for its whole process, so each runs in a separate one.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LangChainInstrumentation as OpenInference } from "@arizeai/openinference-instrumentation-langchain";
import * as callbacks from "@langchain/core/callbacks/manager";
import { MemorySaver } from "@langchain/langgraph";
import { context, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { LangChainInstrumentation as Traceloop } from "@traceloop/instrumentation-langchain";
import { AgentState, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { traceToOtel } from "tidemark/otel";

/** What one instrumentation shows of the two turns. */
export interface Shown {
  readonly spans: number;
  /** Names of the spans, each once. */
  readonly names: readonly string[];
  /** Number of spans of the first turn with the status error, although nothing failed. */
  readonly errors: number;
  /** True if every span but the first of its trace has a parent. */
  readonly isTree: boolean;
  /** Number of spans that are linked to another trace. */
  readonly links: number;
  /** Names of the events that tell what the person was asked and answered. */
  readonly decisions: readonly string[];
  readonly hasAgent: boolean;
  readonly hasConversation: boolean;
  /** True if the text of the person who was asked is in the spans. */
  readonly hasContent: boolean;
}

const start: Readonly<Record<string, (provider: TracerProvider) => void>> = {
  tidemark: (provider) => traceToOtel({ tracer: provider.getTracer("tidemark") }),
  openinference: (provider) => {
    const instrumentation = new OpenInference();
    instrumentation.setTracerProvider(provider);
    instrumentation.manuallyInstrument(callbacks);
  },
  traceloop: (provider) => {
    const instrumentation = new Traceloop();
    instrumentation.setTracerProvider(provider);
    instrumentation.manuallyInstrument({ callbackManagerModule: callbacks });
  },
};

export const tools: readonly string[] = Object.keys(start);

async function trace(tool: string): Promise<Shown> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  start[tool]?.(provider);
  const mail = defineAgent(AgentState, {
    name: "mail",
    description: "Sends email.",
    reads: [],
    writes: ["messages"],
    run: () => ({ messages: [{ role: "assistant", content: "The offer is sent." }] }),
  });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () => Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Send the offer" }] }),
    approvals: { mail: "always" },
    checkpointer: new MemorySaver(),
  });
  const session = openSession({ graph, threadId: "ann", userId: "boss" });
  const asked = await session.send("Send the offer to Ben");
  const paused = exporter.getFinishedSpans().length;
  if (asked.outcome !== "interrupted") throw new Error(`The turn ended as ${asked.outcome}.`);
  await session.resume(asked.interrupts[0]?.id ?? "", "yes");
  return shownOf(exporter.getFinishedSpans(), paused);
}

function shownOf(spans: readonly ReadableSpan[], paused: number): Shown {
  const keys = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const roots = spans.filter((span) => !ids.has(span.parentSpanContext?.spanId ?? ""));
  const events = spans.flatMap((span) => span.events.map(({ name }) => name));
  return {
    spans: spans.length,
    names: [...new Set(spans.map(({ name }) => name))],
    errors: spans.slice(0, paused).filter(({ status }) => status.code === SpanStatusCode.ERROR).length,
    isTree:
      roots.length === new Set(spans.map((span) => span.spanContext().traceId)).size && roots.length < spans.length,
    links: spans.filter(({ links }) => links.length > 0).length,
    decisions: [...new Set(events.filter((name) => /asked|answered|approved/u.test(name)))],
    hasAgent: spans.some(({ attributes }) => attributes["gen_ai.agent.name"] === "mail"),
    hasConversation: keys.has("gen_ai.conversation.id") || keys.has("session.id"),
    hasContent: JSON.stringify(spans.map(({ attributes, events: of }) => [attributes, of])).includes("Send the offer"),
  };
}

/** Runs each instrumentation in a separate process. */
export async function traceAll(): Promise<Readonly<Record<string, Shown>>> {
  const run = promisify(execFile);
  const shown: Record<string, Shown> = {};
  for (const tool of tools) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one process at a time
    const { stdout } = await run(process.execPath, [import.meta.filename, tool]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- printed by this file
    shown[tool] = JSON.parse(stdout) as Shown;
  }
  return shown;
}

const LABELS: Readonly<Record<string, string>> = {
  tidemark: "`traceToOtel`",
  openinference: "OpenInference 4.1.1",
  traceloop: "Traceloop 0.27.0",
};

const yes = (value: boolean): string => (value ? "yes" : "no");

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** The table of the guide. */
export function tableOf(shown: Readonly<Record<string, Shown>>): string {
  const rows: readonly (readonly [string, (of: Shown) => string])[] = [
    ["Spans with the status error while a person is asked", ({ errors }) => String(errors)],
    ["Spans of both turns", ({ spans }) => String(spans)],
    ["Different names of spans", ({ names }) => String(names.length)],
    ["Name of the agent's span", ({ names }) => nameOfAgent(names)],
    ["Each turn is one tree", ({ isTree }) => yes(isTree)],
    ["Links from the answer to the question", ({ links }) => String(links)],
    ["Events of questions and decisions", ({ decisions }) => String(decisions.length)],
    ["Name of the agent as an attribute", ({ hasAgent }) => yes(hasAgent)],
    ["Id of the conversation", ({ hasConversation }) => yes(hasConversation)],
    ["Text of the request, by default", ({ hasContent }) => yes(hasContent)],
  ];
  const columns = tools.map((tool) => shown[tool]);
  return [
    line(["Of the same two turns", ...tools.map((tool) => LABELS[tool] ?? tool)]),
    line(["---", ...tools.map(() => "---")]),
    ...rows.map(([label, read]) => line([label, ...columns.map((of) => (of === undefined ? "" : read(of)))])),
  ].join("\n");
}

function nameOfAgent(names: readonly string[]): string {
  const found = names.find((name) => name.includes("mail"));
  return found === undefined ? "none" : `\`${found}\``;
}

if (import.meta.main) {
  const [tool = ""] = process.argv.slice(2);
  process.stdout.write(
    tool === "table" ? `${tableOf(await traceAll())}\n` : JSON.stringify(await trace(tool), null, 2),
  );
}
