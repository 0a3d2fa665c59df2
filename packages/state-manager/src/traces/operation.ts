/** Ids of a span, as W3C Trace Context writes them: 32 and 16 hexadecimal digits. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** Facts about an operation when it begins: names and ids, never values of fields. */
export type OperationStart =
  | {
      readonly kind: "turn";
      /** Name of the graph; empty for a graph without a name. */
      readonly name: string;
      readonly threadId: string;
      /** `new` for a message, `resume` for an answer, `continue` for an unfinished turn. */
      readonly entry: "new" | "resume" | "continue";
      /** The turn, or the part of it, that this one resumes or continues. */
      readonly continues: SpanIds | null;
      /** The span in which the turn was sent to a worker; null for a turn that its caller runs. */
      readonly sentBy: SpanIds | null;
    }
  | {
      readonly kind: "agent" | "plan";
      readonly name: string;
      readonly threadId: string | null;
      readonly turnId: string | null;
      readonly description?: string | undefined;
    }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly threadId: string | null;
      readonly turnId: string | null;
      /** The agent that calls the tool. */
      readonly agent: string;
      readonly callId: string;
      readonly description?: string | undefined;
    };

/** Tokens that the models of an operation have used. */
export interface TracedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
}

/**
 * Outcome of an operation.
 *
 * `interrupted` waits for an answer, `cancelled` was aborted by its caller, `stopped` was killed, `refused` was not allowed, such as a call
 * of a tool that a person declined. Only `failed` is an error.
 */
export interface OperationEnd {
  readonly outcome: "done" | "interrupted" | "cancelled" | "stopped" | "refused" | "failed";
  /** Code or class of the error; null unless the operation failed. */
  readonly errorType: string | null;
  /** Id of the turn; null if it is unknown. */
  readonly turnId: string | null;
  readonly usage: TracedUsage | null;
  /** Model that was called last, and its provider, as LangChain names it; null if they are unknown. */
  readonly model: string | null;
  readonly provider: string | null;
}

/** Value of an attribute. Lists are mutable because OpenTelemetry's type asks for it; nobody changes them. */
export type TraceAttribute = string | number | boolean | string[] | number[];

/** Something that happened during an operation: names, ids and counts, never values of fields. */
export interface TraceEvent {
  /** Such as `tidemark.approval.asked`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, TraceAttribute>>;
}

/** Values and texts of an operation or an event, by their part. Observers pass them on only if they were asked to. */
export type TraceContent = Readonly<Record<string, unknown>>;

/** One operation, as one observer follows it. */
export interface Observation {
  /** Ids that a tracer has given the operation. Without them it gets random ones. */
  readonly ids?: SpanIds & { readonly parentId: string | null };
  /** Runs a part of the operation where its context is active. Calls `run` exactly once and returns its result. */
  within<Result>(run: () => Result): Result;
  event(event: TraceEvent, content: TraceContent): void;
  end(end: OperationEnd, content: TraceContent): void;
}

/** Functions that an observer gets besides the start of an operation. */
export interface OperationPlace extends SpanIds {
  /** Id of the span around the operation; null for the first one of a trace. */
  readonly parentId: string | null;
  /** Observation of the operation around this one by the same observer; null if there is none. */
  readonly parent: Observation | null;
  readonly content: TraceContent;
}

/** Follows operations. An error that it throws is dropped: it never reaches the turn. */
export interface TraceObserver {
  /** True for an observer whose observations have ids. It begins before the others, which get its ids. */
  readonly givesIds?: boolean;
  /** Returns the span of the running code as a `traceparent`, also of code that Tidemark does not trace. Defaults to null. */
  current?(): string | null;
  /** Null if the observer does not follow this operation. */
  begin(start: OperationStart, place: OperationPlace): Observation | null;
}
