import {
  context,
  type Context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import {
  type Observation,
  observeOperations,
  type OperationPlace,
  type OperationStart,
} from "@tidemark/state-manager/internal";
import { contentAttributes, errorMessage, eventContent, type TraceContentOption } from "./content-attributes.ts";
import { endAttributes, linksOf, type SpanLink, spanName, startAttributes } from "./span.ts";
import { providerOf } from "./tracer-provider.ts";

/** Options of {@link traceToOtel}. */
export interface OtelTraceOptions {
  /** Tracer that creates the spans. Defaults to that of the global provider, which an SDK registers. */
  readonly tracer?: Tracer;
  /**
   * `true` adds content to spans: texts of messages, arguments and results of tools, questions and answers, messages of errors. A function
   * returns what to add instead of each text, or null for nothing. Defaults to `false`: spans contain names, ids and counts.
   */
  readonly content?: TraceContentOption;
}

const OPTIONS: OptionNames<OtelTraceOptions> = { tracer: true, content: true };

/** One call of {@link traceToOtel}. */
interface Registration {
  readonly given: Tracer | undefined;
}

/** Calls that have not been stopped, oldest first. */
const registrations: Registration[] = [];

/** True for the newest call for a provider: two calls would send each span twice. */
function isNewest(registration: Registration): boolean {
  const provider = providerOf(registration.given);
  return registrations.findLast(({ given }) => providerOf(given) === provider) === registration;
}

/** Contexts of operations, for those inside of them. */
const contexts = new WeakMap<Observation, Context>();

/**
 * Sends a span to OpenTelemetry for each turn, agent, planner and call of a tool, by the semantic conventions for generative AI.
 *
 * Spans are active while their code runs, so those of model and HTTP instrumentations are nested in them. A turn that waits for a person
 * ends its span without an error. The turn that answers is a new trace, linked to the one that waited, even in another process. Decisions
 * of people, commits, handoffs and routes are events. Returns a function that stops the tracing.
 *
 * A second call for the same provider sends no span twice: the options of the newest call apply, until its own function is called.
 *
 * An unknown option throws `core-state/unknownOption`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
 * import { AgentState, openSession } from "tidemark";
 * import { createAgentGraph, defineAgent } from "tidemark/agents";
 * import { traceToOtel } from "tidemark/otel";
 *
 * const exporter = new InMemorySpanExporter();
 * const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
 * const stop = traceToOtel({ tracer: provider.getTracer("app") });
 *
 * const greeter = defineAgent(AgentState, {
 *   name: "greeter",
 *   description: "Greets the user.",
 *   reads: [],
 *   writes: ["messages"],
 *   run: () => ({ messages: [{ role: "assistant", content: "Hello." }] }),
 * });
 * const graph = createAgentGraph({ state: AgentState, agents: [greeter], checkpointer: new MemorySaver() });
 * await openSession({ graph, threadId: "ann" }).send("Hi");
 * stop();
 * console.log(exporter.getFinishedSpans().map((span) => span.name));
 * // [ 'plan planner', 'invoke_agent greeter', 'invoke_workflow' ]
 * ```
 */
export function traceToOtel(options: OtelTraceOptions = {}): () => void {
  requireKnownOptions("traceToOtel", options, OPTIONS);
  const { tracer = trace.getTracer("tidemark"), content = false } = options;
  const registration = { given: options.tracer };
  registrations.push(registration);
  const stop = observeOperations({
    givesIds: true,
    current: activeSpan,
    begin: (start, place) => (isNewest(registration) ? observe(tracer, content, { start, place }) : null),
  });
  return () => {
    stop();
    const index = registrations.indexOf(registration);
    if (index !== -1) registrations.splice(index, 1);
  };
}

interface Begun {
  readonly start: OperationStart;
  readonly place: OperationPlace;
}

function observe(tracer: Tracer, option: TraceContentOption, { start, place }: Begun): Observation {
  const around = contextAround(place);
  const span = tracer.startSpan(
    spanName(start),
    {
      kind: SpanKind.INTERNAL,
      attributes: { ...startAttributes(start), ...contentAttributes(start, place.content, option) },
      links: linksOf(start).map(linkTo),
    },
    around,
  );
  const active = trace.setSpan(around, span);
  const ids = span.spanContext();
  const parentId = trace.getSpanContext(around)?.spanId ?? null;
  const observation: Observation = {
    ...(isSpanContextValid(ids) && { ids: { traceId: ids.traceId, spanId: ids.spanId, parentId } }),
    within: (run) => context.with(active, run),
    event({ name, attributes }, content) {
      span.addEvent(name, { ...attributes, ...eventContent(start.name, content, option) });
    },
    end(end, content) {
      span.setAttributes({ ...endAttributes(end), ...contentAttributes(start, content, option) });
      if (end.outcome === "failed") failSpan(span, errorMessage(content, start.name, option), end.errorType);
      span.end();
    },
  };
  contexts.set(observation, active);
  return observation;
}

/** Context of the running code. Without a context manager it is that of the operation around. */
function contextAround({ parent }: OperationPlace): Context {
  const active = context.active();
  if (trace.getSpan(active) !== undefined || parent === null) return active;
  return contexts.get(parent) ?? active;
}

const linkTo = ({ span: { traceId, spanId }, kind }: SpanLink) => ({
  context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true },
  attributes: { "tidemark.link": kind },
});

/** The active span as a `traceparent`, for turns that are sent to workers. */
function activeSpan(): string | null {
  const active = trace.getSpanContext(context.active());
  if (active === undefined || !isSpanContextValid(active)) return null;
  const { traceId, spanId, traceFlags } = active;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

function failSpan(span: Span, message: string | null, errorType: string | null): void {
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== null && { message }) });
  span.addEvent("exception", {
    "exception.type": errorType ?? "_OTHER",
    ...(message !== null && { "exception.message": message }),
  });
}
