import { isPlainRecord } from "@tidemark/reducers/internal";
import type { SpanIds } from "./operation.ts";

// Stored data contains these names, so they never change.

/** Metadata key with the span of the turn that wrote a checkpoint, as a `traceparent` of W3C Trace Context. */
const TRACE = "tidemark_trace";

/** Metadata key with the id of the checkpoint that {@link TRACE} belongs to: LangGraph copies metadata to other checkpoints. */
const TRACE_OF = "tidemark_trace_of";

/** Channel of a pending write with the span of the turn that answered an interrupt. No checkpoint has it until a node finishes. */
const ANSWERED_IN = "__tidemark_trace__";

const PARENT = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-[0-9a-f]{2}$/u;

/** Writes a span as a `traceparent` of W3C Trace Context. */
export const traceparent = ({ traceId, spanId }: SpanIds): string => `00-${traceId}-${spanId}-01`;

/** Metadata of a checkpoint that a traced turn writes. */
export const traceMarks = (span: SpanIds | null, checkpointId: string): Readonly<Record<string, unknown>> =>
  span === null ? {} : { [TRACE]: traceparent(span), [TRACE_OF]: checkpointId };

/** Pending write next to the answer of an interrupt, by a traced turn. */
export const traceWrite = (span: SpanIds): [channel: string, value: unknown] => [ANSWERED_IN, traceparent(span)];

/** Part of a stored checkpoint that is read for its trace. */
interface TracedTuple {
  readonly checkpoint: { readonly id: string };
  readonly metadata?: unknown;
  readonly pendingWrites?: readonly (readonly [taskId: string, channel: string, value: unknown])[] | undefined;
}

/** The span of the turn that wrote a checkpoint last, or that answered one of its interrupts; null if it was not traced. */
export function traceOf({ checkpoint, metadata, pendingWrites = [] }: TracedTuple): SpanIds | null {
  const answered = pendingWrites.findLast(([, channel]) => channel === ANSWERED_IN)?.[2];
  if (answered !== undefined) return spanIn(answered);
  return isPlainRecord(metadata) && metadata[TRACE_OF] === checkpoint.id ? spanIn(metadata[TRACE]) : null;
}

/** Reads a `traceparent`; null for anything else. */
export function spanIn(value: unknown): SpanIds | null {
  const { traceId, spanId } = (typeof value === "string" ? PARENT.exec(value)?.groups : undefined) ?? {};
  // The specification reserves ids of zeros for spans that do not exist.
  const isNone = /^0+$/u.test(traceId ?? "") || /^0+$/u.test(spanId ?? "");
  return traceId === undefined || spanId === undefined || isNone ? null : { traceId, spanId };
}
