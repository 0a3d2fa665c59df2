import type { Decisions } from "../events/decisions.ts";
import type { BlockMessage, MessageBlock } from "../events/message-block.ts";
import type { RunEvent, RunInterrupt } from "../events/run-events.ts";
import type { FailureOptions } from "../events/run-failure.ts";
import { sentEvent } from "../events/visibility.ts";

/** Message of a user that starts a turn. */
export interface StartMessage {
  readonly id: string;
  readonly text: string;
  /** Text and files in their order, if there are files. */
  readonly content?: readonly Extract<MessageBlock, { readonly type: "file" | "text" }>[];
}

/** Decided request for approval. */
export interface DecidedRequest {
  readonly id: string;
  /** Digest of what was decided. */
  readonly hash: string;
  readonly isApproved: boolean;
}

/** Thread before a run, and what the run was started with. */
export interface RunOrigin {
  /** Message of the user that starts the turn. Null for answers and for a turn that is continued. */
  readonly message: StartMessage | null;
  /** Decisions on requests for approval, by the id of the request. */
  readonly decisions: Decisions;
  /** Messages that were stored when the run began, with those of an unfinished turn. */
  readonly messages: readonly BlockMessage[];
  /** Questions that were open when the run began. */
  readonly interrupts: readonly RunInterrupt[];
  /** Requests for approval that were decided before the run. */
  readonly decided: readonly DecidedRequest[];
}

/** Run that goes on without its clients. Any number of them can follow it from its first event. */
export interface LiveRun {
  readonly threadId: string;
  readonly runId: string;
  readonly origin: RunOrigin;
  /** True from the last event on. */
  readonly isEnded: boolean;
  /** True while the first event is still kept, so that the run can be followed from its beginning. */
  readonly isWhole: boolean;
  /** True if all events numbered above `after` are still kept. */
  keeps(after: number): boolean;
  /** Yields the events numbered above `after`, then the new ones until the run ends. Throws if older events were dropped. */
  follow(after?: number): AsyncGenerator<RunEvent, undefined>;
  /** Resolves when the run has ended. */
  readonly ended: Promise<void>;
  /** Stops the run. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** Options of {@link liveRuns}. */
export interface LiveRunLimits {
  /**
   * Maximum size of the kept events of a run, in bytes. Beyond it, the oldest events are dropped, and the run can no longer be
   * followed from its beginning. Defaults to 8,388,608.
   */
  readonly maxRunBytes?: number | undefined;
  /** Maximum number of runs at the same time. Another one is refused with 503. Defaults to 10,000. */
  readonly maxRuns?: number | undefined;
  /** Maximum number of clients that follow runs at the same time. Another one is refused with 503. Defaults to 10,000. */
  readonly maxClients?: number | undefined;
}

/** Start of a run: its ids, and its events. */
export interface RunStart {
  readonly threadId: string;
  readonly runId: string;
  readonly origin: RunOrigin;
  /** `afterStop` is true if the run before was stopped by a person. */
  readonly begin: (signal: AbortSignal, afterStop: boolean) => AsyncIterable<RunEvent>;
}

/** Runs of this process that have not ended. Those of a thread run one after another. */
export interface LiveRuns {
  /** Starts a run, or lets it wait for the earlier ones of its thread. Returns null if there are too many. */
  start(run: RunStart): LiveRun | null;
  /** Run of a thread that goes on. Null without one. */
  of(threadId: string): LiveRun | null;
  /** Runs of a thread: the one that goes on, and then those that wait. */
  list(threadId: string): readonly LiveRun[];
  /** Run of a thread by its id, if it has not ended. */
  byId(threadId: string, runId: string): LiveRun | null;
  /** Calls `listener` when a run of the thread begins or ends. Returns a function that ends this. */
  onChange(threadId: string, listener: () => void): () => void;
  /** Counts a client. Returns the function to call when it leaves, or null if there are too many. */
  connect(): (() => void) | null;
}

/** Creates an empty set of runs. */
export function liveRuns(failures: FailureOptions, limits: LiveRunLimits = {}): LiveRuns {
  const { maxRunBytes = 8_388_608, maxRuns = 10_000, maxClients = 10_000 } = limits;
  const byThread = new Map<string, LiveRun[]>();
  const listeners = new Map<string, Set<() => void>>();
  /** Threads whose last run was stopped, oldest first. */
  const stopped = new Set<string>();
  let count = 0;
  let clients = 0;

  const changed = (threadId: string): void => {
    for (const listener of listeners.get(threadId) ?? []) listener();
  };

  function stops({ threadId }: LiveRun): void {
    stopped.delete(threadId);
    stopped.add(threadId);
    const [oldest] = stopped;
    if (stopped.size > MAX_STOPPED && oldest !== undefined) stopped.delete(oldest);
  }

  function ended(run: LiveRun): void {
    count -= 1;
    const others = (byThread.get(run.threadId) ?? []).filter((other) => other !== run);
    if (others.length === 0) byThread.delete(run.threadId);
    else byThread.set(run.threadId, others);
    changed(run.threadId);
  }

  return {
    start(start) {
      if (count >= maxRuns) return null;
      count += 1;
      const { threadId } = start;
      const earlier = byThread.get(threadId) ?? [];
      const afterStop = () => stopped.delete(threadId);
      const run = liveRun(start, { maxRunBytes, failures, ended, earlier, afterStop, stops });
      byThread.set(threadId, [...earlier, run]);
      changed(threadId);
      return run;
    },
    of: (threadId) => byThread.get(threadId)?.[0] ?? null,
    list: (threadId) => byThread.get(threadId) ?? [],
    byId: (threadId, runId) => byThread.get(threadId)?.find((run) => run.runId === runId) ?? null,
    onChange(threadId, listener) {
      const own = listeners.get(threadId) ?? new Set();
      listeners.set(threadId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(threadId);
      };
    },
    connect() {
      if (clients >= maxClients) return null;
      clients += 1;
      let isConnected = true;
      return () => {
        if (isConnected) clients -= 1;
        isConnected = false;
      };
    },
  };
}

interface Keeping {
  readonly maxRunBytes: number;
  readonly failures: FailureOptions;
  readonly ended: (run: LiveRun) => void;
  readonly earlier: readonly LiveRun[];
  readonly afterStop: () => boolean;
  readonly stops: (run: LiveRun) => void;
}

/** Maximum number of threads that are remembered as stopped. */
const MAX_STOPPED = 10_000;

function liveRun({ threadId, runId, origin, begin }: RunStart, keeping: Keeping): LiveRun {
  const { maxRunBytes, failures, ended, earlier, afterStop, stops } = keeping;
  const kept: { readonly event: RunEvent; readonly bytes: number }[] = [];
  const stopping = new AbortController();
  let bytes = 0;
  /** Number of events that were dropped from the front. */
  let dropped = 0;
  let isWaiting = earlier.length > 0;
  let isEnded = false;
  let waiting: (() => void)[] = [];

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

  function keep(event: RunEvent): void {
    const entry = { event, bytes: JSON.stringify(event).length };
    kept.push(entry);
    bytes += entry.bytes;
    while (bytes > maxRunBytes && kept.length > 1) {
      bytes -= kept.shift()?.bytes ?? 0;
      dropped += 1;
    }
    wake();
  }

  async function pump(): Promise<void> {
    try {
      if (isWaiting) {
        const stop = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
        await Promise.race([stop, Promise.all(earlier.map((each) => each.ended))]);
        isWaiting = false;
      }
      for await (const event of begin(stopping.signal, !stopping.signal.aborted && afterStop())) {
        // The error is reported here once, and not by everybody who follows the run.
        const safe = sentEvent(event, failures);
        if (safe !== null) keep(safe.type === "run_failed" ? { ...safe, isPublic: true } : safe);
      }
    } finally {
      isEnded = true;
      ended(run);
      wake();
    }
  }

  const run: LiveRun = {
    threadId,
    runId,
    origin,
    get isEnded() {
      return isEnded;
    },
    get isWhole() {
      return dropped === 0;
    },
    keeps: (after) => dropped === 0 || (kept[0]?.event.sequence ?? 0) <= after + 1,
    async *follow(after = -1) {
      if (!run.keeps(after)) throw new Error(`The events of the run ${runId} after ${after} are no longer kept.`);
      let position = dropped;
      for (;;) {
        while (position < dropped + kept.length) {
          if (position < dropped) throw new Error(`A client of the run ${runId} is too far behind.`);
          const entry = kept[position - dropped];
          position += 1;
          if (entry !== undefined && entry.event.sequence > after) yield entry.event;
        }
        if (isEnded) return undefined;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    get ended() {
      return done;
    },
    async stop() {
      // Of a turn that has not begun, nothing is left.
      if (!isWaiting) stops(run);
      stopping.abort();
      await done;
    },
  };
  const done = pump().catch(() => undefined);
  return run;
}
