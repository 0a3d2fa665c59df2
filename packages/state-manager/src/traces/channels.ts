import { nodeBuiltin } from "./node-builtin.ts";
import type { Observation, OperationEnd, OperationPlace, OperationStart, SpanIds, TraceObserver } from "./operation.ts";

/** Part of a channel of `node:diagnostics_channel`. */
interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
  runStores<Result>(message: unknown, run: () => Result): Result;
}

/** Part of a `TracingChannel` of `node:diagnostics_channel`. */
type TracingChannel = Readonly<Record<"asyncEnd" | "asyncStart" | "end" | "error" | "start", Channel>>;

const KINDS = ["turn", "agent", "plan", "tool"] as const;

/** Channels of Tidemark: `tidemark:turn`, `tidemark:agent`, `tidemark:plan`, `tidemark:tool`, and `tidemark:event`. */
export interface Channels {
  readonly operations: Readonly<Record<OperationStart["kind"], TracingChannel>>;
  readonly events: Channel;
  /** Returns a function that runs code in the current asynchronous context. */
  readonly snapshot: () => <Result>(run: () => Result) => Result;
  isObserved(): boolean;
}

/** Opens the channels; null where there is no `node:diagnostics_channel`. */
export function openChannels(): Channels | null {
  const diagnostics: unknown = nodeBuiltin("node:diagnostics_channel");
  const tracing: unknown = Reflect.get(Object(diagnostics), "tracingChannel");
  const single: unknown = Reflect.get(Object(diagnostics), "channel");
  const Storage: unknown = Reflect.get(Object(nodeBuiltin("node:async_hooks")), "AsyncLocalStorage");
  const take: unknown = Reflect.get(Object(Storage), "snapshot");
  if (typeof tracing !== "function" || typeof single !== "function" || typeof take !== "function") return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function of Node.js returns this
  const open = (kind: string) => Reflect.apply(tracing, diagnostics, [`tidemark:${kind}`]) as TracingChannel;
  const operations = { turn: open("turn"), agent: open("agent"), plan: open("plan"), tool: open("tool") };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const events = Reflect.apply(single, diagnostics, ["tidemark:event"]) as Channel;
  return {
    operations,
    events,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    snapshot: () => Reflect.apply(take, Storage, []) as <Result>(run: () => Result) => Result,
    isObserved: () =>
      events.hasSubscribers ||
      KINDS.some((kind) => {
        const { start, asyncEnd, error, end, asyncStart } = operations[kind];
        return [start, asyncEnd, error, end, asyncStart].some((each) => each.hasSubscribers);
      }),
  };
}

/** Message of an operation on its channel. The end adds its part to the same object, as Node.js does. */
type OperationMessage = OperationStart & SpanIds & { readonly parentId: string | null } & Partial<OperationEnd>;

/** Publishes operations on channels. No message contains content. */
export const channelObserver = ({ operations, events, snapshot }: Channels): TraceObserver => ({
  begin(start: OperationStart, { traceId, spanId, parentId }: OperationPlace): Observation {
    const message: OperationMessage = { ...start, traceId, spanId, parentId };
    const channel = operations[start.kind];
    // Stores that a subscriber has bound to the start are active in every part of the operation.
    const inside = channel.start.runStores(message, snapshot);
    channel.end.publish(message);
    return {
      within: (run) => inside(run),
      event: (event) => {
        events.publish({ ...event, traceId, spanId });
      },
      end(end) {
        Object.assign(message, end);
        if (end.outcome === "failed") channel.error.publish(message);
        channel.asyncStart.publish(message);
        channel.asyncEnd.publish(message);
      },
    };
  },
});
