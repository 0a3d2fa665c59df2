import type { OperationEnd, OperationPlace, OperationStart } from "@tidemark/state-manager/internal";
import type { TraceAttributes } from "./span.ts";
import { linksOf, type SpanLink, spanName } from "./span.ts";

/** An event of a span. */
export interface RecordedEvent {
  readonly name: string;
  readonly at: bigint;
  readonly attributes: TraceAttributes;
}

/** A span that has ended. */
export interface RecordedSpan {
  readonly start: OperationStart;
  readonly place: OperationPlace;
  readonly end: OperationEnd;
  readonly attributes: TraceAttributes;
  readonly events: readonly RecordedEvent[];
  readonly beganAt: bigint;
  readonly endedAt: bigint;
  /** Message of the error; null for none. */
  readonly message: string | null;
}

/** Kind and status codes of the protocol. */
const INTERNAL = 1;
const UNSET = 0;
const ERROR = 2;
const SAMPLED = 1;

/**
 * Returns a span as one line of an OTLP file: a complete export request in the protocol's JSON form, without line breaks.
 */
export function otlpLine(span: RecordedSpan, serviceName: string): string {
  const { start, place, end, events, attributes, message } = span;
  const written = {
    traceId: place.traceId,
    spanId: place.spanId,
    ...(place.parentId !== null && { parentSpanId: place.parentId }),
    flags: SAMPLED,
    name: spanName(start),
    kind: INTERNAL,
    startTimeUnixNano: String(span.beganAt),
    endTimeUnixNano: String(span.endedAt),
    attributes: keyValues(attributes),
    events: events.map(({ name, at, attributes: of }) => ({
      timeUnixNano: String(at),
      name,
      attributes: keyValues(of),
    })),
    links: linksOf(start).map(linkOf),
    status: end.outcome === "failed" ? { code: ERROR, ...(message !== null && { message }) } : { code: UNSET },
  };
  const scope = { name: "tidemark" };
  const resource = { attributes: keyValues({ "service.name": serviceName }) };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [written] }] }] });
}

const linkOf = ({ span: { traceId, spanId }, kind }: SpanLink) => ({
  traceId,
  spanId,
  attributes: keyValues({ "tidemark.link": kind }),
});

const keyValues = (attributes: TraceAttributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: TraceAttributes[string]): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  // The protocol writes 64-bit integers as text.
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((each) => anyValue(each)) } };
}
