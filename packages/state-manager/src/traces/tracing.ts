import { randomIds } from "../kernel/clock.ts";
import { channelObserver, type Channels, openChannels } from "./channels.ts";
import { nodeBuiltin } from "./node-builtin.ts";
import { spanIn, traceparent } from "./trace-link.ts";
import { TurnReports } from "./turn-reports.ts";
import type { EventWithContent } from "./written-events.ts";
import type {
  Observation,
  OperationEnd,
  OperationStart,
  SpanIds,
  TraceContent,
  TracedUsage,
  TraceEvent,
  TraceObserver,
} from "./operation.ts";

/** Part of `AsyncLocalStorage`. */
interface Storage<Value> {
  getStore(): Value | undefined;
  run<Result>(value: Value, run: () => Result): Result;
}

/** State that all copies of this package in a process share. */
interface Hub {
  readonly observers: Set<TraceObserver>;
  /** Operation of the running code. Null outside of Node.js: operations then know no parent. */
  readonly storage: Storage<Operation> | null;
  /** Span that sent the turn of the running code. */
  readonly senders: Storage<SpanIds | null> | null;
  readonly channels: Channels | null;
}

const HUB = Symbol.for("tidemark.traces.1");

/** `import` and `require` load this module twice, and both copies must see the same observers. */
const hub: Hub = /* @__PURE__ */ sharedHub();

function sharedHub(): Hub {
  const found: unknown = Reflect.get(globalThis, HUB);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this function sets it
  if (found !== undefined) return found as Hub;
  const made = {
    observers: new Set<TraceObserver>(),
    storage: openStorage<Operation>(),
    senders: openStorage<SpanIds | null>(),
    channels: openChannels(),
  };
  Reflect.set(globalThis, HUB, made);
  return made;
}

function openStorage<Value>(): Storage<Value> | null {
  const Storage: unknown = Reflect.get(Object(nodeBuiltin("node:async_hooks")), "AsyncLocalStorage");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the class of Node.js
  return typeof Storage === "function" ? (Reflect.construct(Storage, []) as Storage<Value>) : null;
}

/** Adds an observer of all operations of the process. Returns a function that removes it. */
export function observeOperations(observer: TraceObserver): () => void {
  hub.observers.add(observer);
  return () => {
    hub.observers.delete(observer);
  };
}

/** True while somebody observes operations, by an observer or a channel. */
export const isObserved = (): boolean => hub.observers.size > 0 || hub.channels?.isObserved() === true;

/**
 * Begins an operation, inside of the one whose code is running. Returns null while nobody observes operations.
 *
 * The caller runs the work in `within`, and calls `end` once.
 */
export function beginOperation(start: OperationStart, content: TraceContent = {}): Operation | null {
  const { observers, channels } = hub;
  const isPublished = channels?.isObserved() === true;
  if (observers.size === 0 && !isPublished) return null;
  const published = channels !== null && isPublished ? [channelObserver(channels)] : [];
  return new Operation(start, { observers: [...observers, ...published], content, around: currentOperation() });
}

/** The operation whose code is running; null while nobody observes operations. */
export const currentOperation = (): Operation | null => hub.storage?.getStore() ?? null;

/** The span of the running code as a `traceparent` of W3C Trace Context; null while nobody observes operations. */
export function currentTraceparent(): string | null {
  for (const observer of hub.observers) {
    const found = attempt(() => observer.current?.() ?? null);
    if (found !== null && spanIn(found) !== null) return found;
  }
  const operation = currentOperation();
  return operation === null ? null : traceparent(operation);
}

/** Runs a turn that was sent from elsewhere. Its trace is linked to the span that sent it. */
export function withSender<Result>(sender: unknown, run: () => Result): Result {
  const span = spanIn(sender);
  return span === null || hub.senders === null ? run() : hub.senders.run(span, run);
}

/** The span that sent the turn which is about to begin; null if its caller runs it. */
export const currentSender = (): SpanIds | null =>
  // A turn inside of a turn was not sent.
  currentOperation() === null ? (hub.senders?.getStore() ?? null) : null;

interface OperationSetting {
  readonly observers: readonly TraceObserver[];
  readonly content: TraceContent;
  readonly around: Operation | null;
}

/** A running operation: passes what happens to all observers. */
export class Operation implements SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly start: OperationStart;
  /** Reports of a turn; null for other operations. */
  readonly reports: TurnReports | null;
  readonly #around: Operation | null;
  readonly #observations = new Map<TraceObserver, Observation>();
  #end: Omit<OperationEnd, "usage"> & { usage: TracedUsage | null };
  #content: Record<string, unknown> = {};
  #hasEnded = false;

  constructor(start: OperationStart, { observers, content, around }: OperationSetting) {
    this.start = start;
    this.#around = around;
    const report = ({ event, content: of }: EventWithContent): void => {
      this.event(event, of);
    };
    this.reports = start.kind === "turn" ? new TurnReports(report) : null;
    const turnId = start.kind === "turn" ? null : start.turnId;
    this.#end = { outcome: "done", errorType: null, turnId, usage: null, model: null, provider: null };
    let ids = { ...randomSpan(around?.traceId), parentId: around?.spanId ?? null };
    for (const observer of observers.toSorted(
      (one, other) => Number(other.givesIds === true) - Number(one.givesIds === true),
    )) {
      const parent = around?.observationOf(observer) ?? null;
      const observation = attempt(() => observer.begin(start, { ...ids, parent, content }));
      if (observation === null) continue;
      this.#observations.set(observer, observation);
      // The first tracer decides.
      if (observation.ids !== undefined && this.#observations.size === 1) ids = observation.ids;
    }
    ({ traceId: this.traceId, spanId: this.spanId } = ids);
  }

  /** The turn that the operation is part of; null outside of a turn. */
  get turn(): Operation | null {
    return this.start.kind === "turn" ? this : (this.#around?.turn ?? null);
  }

  /** The agent, planner or turn whose code calls a model in this operation; null for a tool outside of them. */
  get caller(): Operation | null {
    return this.start.kind === "tool" ? (this.#around?.caller ?? null) : this;
  }

  /** The same operation, as an observer follows it. */
  observationOf(observer: TraceObserver): Observation | null {
    return this.#observations.get(observer) ?? null;
  }

  /** Runs a part of the operation: operations that begin in it are inside of this one. */
  within<Result>(run: () => Result): Result {
    const { storage } = hub;
    const stored = storage === null ? run : () => storage.run(this, run);
    return [...this.#observations.values()].reduce<() => Result>(
      (inner, observation) => () => observation.within(inner),
      stored,
    )();
  }

  /** Reports something that happened. */
  event(event: TraceEvent, content: TraceContent = {}): void {
    if (this.#hasEnded) return;
    for (const observation of this.#observations.values()) attempt(() => observation.event(event, content));
  }

  /** Notes what is reported with the end. */
  note(
    noted: Partial<Pick<OperationEnd, "model" | "outcome" | "provider" | "turnId">>,
    content: TraceContent = {},
  ): void {
    this.#end = { ...this.#end, ...noted };
    this.#content = { ...this.#content, ...content };
  }

  /** Adds tokens to those that are reported with the end of the operation and of its turn. */
  use(usage: TracedUsage): void {
    const { turn } = this;
    if (turn !== null && turn !== this) turn.use(usage);
    const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = this.#end.usage ?? {};
    this.#end.usage = {
      inputTokens: inputTokens + usage.inputTokens,
      outputTokens: outputTokens + usage.outputTokens,
      cachedTokens: cachedTokens + usage.cachedTokens,
    };
  }

  /** Notes that the operation failed. */
  fail(error: unknown, errorType: string = errorTypeOf(error)): void {
    this.#end = { ...this.#end, outcome: "failed", errorType };
    this.#content["error"] = error;
  }

  /** Ends the operation. Further calls have no effect. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const observation of this.#observations.values()) attempt(() => observation.end(this.#end, this.#content));
  }
}

/** An observer must never change what it observes. */
function attempt<Result>(call: () => Result): Result | null {
  try {
    return call();
  } catch {
    return null;
  }
}

function randomSpan(traceId: string = randomHex()): SpanIds {
  return { traceId, spanId: randomHex().slice(0, 16) };
}

const randomHex = (): string => randomIds.next().replaceAll("-", "");

/** Code or class of an error: text without values. */
export function errorTypeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), "code") ?? Reflect.get(Object(error), "lc_error_code");
  if (typeof code === "string" && /^[\w.-]{1,40}(?:\/[\w.-]{1,60})?$/u.test(code)) return code;
  const name: unknown = error instanceof Error ? error.constructor.name : null;
  return typeof name === "string" && /^[\w$]{1,60}$/u.test(name) ? name : "_OTHER";
}
