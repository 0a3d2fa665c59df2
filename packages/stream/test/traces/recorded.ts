import { context, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { traceToOtel } from "@tidemark/stream/otel";

/** What a test has started: tracing is global to the process. */
const open: (() => void)[] = [];

/** Ends what a test has started. Each file calls it after each test, because files share a process. */
export function endTraces(): void {
  for (const stop of open.splice(0)) stop();
}

export const untilEnd = (stop: () => void): void => {
  open.push(stop);
};

/** Spans that are recorded until the test ends. */
export interface Recorded {
  readonly tracer: Tracer;
  /** Spans that have ended, in the order of their ends. */
  readonly spans: () => readonly ReadableSpan[];
  readonly span: (name: string) => ReadableSpan;
}

/** Records spans with the official SDK, with or without its context manager. */
export function record(
  options: Omit<NonNullable<Parameters<typeof traceToOtel>[0]>, "tracer"> & { readonly manager?: boolean } = {},
): Recorded {
  const { manager = true, ...rest } = options;
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer("test");
  if (manager) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    untilEnd(() => {
      context.disable();
    });
  }
  untilEnd(traceToOtel({ tracer, ...rest }));
  const spans = () => exporter.getFinishedSpans();
  return {
    tracer,
    spans,
    span(name) {
      const found = spans().find((each) => each.name === name);
      if (found === undefined) throw new Error(`No span "${name}" in ${names(spans()).join(", ")}`);
      return found;
    },
  };
}

export const names = (spans: readonly ReadableSpan[]): readonly string[] => spans.map(({ name }) => name);

/** Names of the events of a span. */
export const eventsOf = ({ events }: ReadableSpan): readonly string[] => events.map(({ name }) => name);

/** Name of the span around a span; null for the first one of a trace. */
export const parentOf = (span: ReadableSpan, spans: readonly ReadableSpan[]): string | null =>
  spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId)?.name ?? null;

export const traceIdOf = (span: ReadableSpan): string => span.spanContext().traceId;

/** Status codes of OpenTelemetry. */
export const UNSET = 0;
export const ERROR = 2;
