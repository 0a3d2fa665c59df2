import { epochSecondsOf } from "@tidemark/agents/internal";
import type { Clock } from "@tidemark/state-manager";
import { isWanted, type ProtocolFilter, protocolWire } from "../agent-protocol/protocol-events.ts";
import { chunkWire } from "../agent-protocol/stream-chunks.ts";
import type { RunInterrupt } from "../events/run-events.ts";
import type { FailureOptions } from "../events/run-failure.ts";
import { sendOn } from "../events/run-parts.ts";
import type { LiveRun, LiveRuns } from "../runs/live-runs.ts";
import type { RecentRuns } from "../runs/recent-runs.ts";
import type { EventFrame } from "./event-response.ts";

/** Runs that clients can follow, and the numbers of their events. */
export interface FollowedRuns {
  readonly runs: LiveRuns;
  readonly recent: RecentRuns;
  readonly numbers: Numbering;
  readonly failures: FailureOptions;
}

/** Numbers the events of a thread: those of a later run are larger, also after the process was started again. */
export interface Numbering {
  /** Number below those of all events of a run. */
  firstOf(run: LiveRun): number;
}

/** Creates a numbering. */
export function numbering(clock: Pick<Clock, "now">): Numbering {
  const first = new WeakMap<LiveRun, number>();
  let last = 0;
  return {
    firstOf(run) {
      const known = first.get(run);
      if (known !== undefined) return known;
      // In microseconds: a run has far fewer than a thousand events in a millisecond.
      last = Math.max(last + 1, (epochSecondsOf(clock.now()) ?? 0) * 1_000_000);
      first.set(run, last);
      return last;
    },
  };
}

/** Stream of the events of a thread. */
export interface EventsRequest {
  /** Id under which the thread is stored. */
  readonly storedId: string;
  readonly filter: ProtocolFilter;
  /** Number of the last event that the client has. */
  readonly since: number;
  readonly idOf: (interrupt: RunInterrupt) => string;
  /** Questions that the thread waits for. */
  readonly asked: () => Promise<readonly RunInterrupt[]>;
  readonly left: AbortSignal;
}

/**
 * Frames of the running turn of a thread from its beginning, and of all later ones, until the client leaves. Without a turn, the
 * questions that wait come first.
 */
export async function* eventFrames(
  { runs, recent, numbers, failures }: FollowedRuns,
  { storedId, filter, since, idOf, asked, left }: EventsRequest,
): AsyncGenerator<EventFrame, undefined> {
  const waiting = new Set<LiveRun>();
  const seen = new WeakSet<LiveRun>();
  let wake: (() => void) | null = null;
  const found = runs.of(storedId) ?? recent.of(storedId);
  if (found !== null) waiting.add(found);
  const end = runs.onChange(storedId, () => {
    const run = runs.of(storedId);
    if (run !== null && !seen.has(run)) waiting.add(run);
    wake?.();
  });
  left.addEventListener("abort", () => wake?.());
  try {
    if (found === null && filter.channels.includes("input")) yield* questionFrames(await asked(), idOf);
    while (!left.aborted) {
      const [run] = waiting;
      if (run === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      waiting.delete(run);
      seen.add(run);
      const first = numbers.firstOf(run);
      let seq = first;
      for await (const event of sendOn(protocolWire(idOf), run.follow(), failures)) {
        if (left.aborted) return undefined;
        seq += 1;
        if (seq <= since || !isWanted(event, filter)) continue;
        const eventId = `${run.runId}:${seq - first}`;
        const data = JSON.stringify({ type: "event", event_id: eventId, seq, ...event });
        yield { id: eventId, event: event.method, data };
      }
    }
    return undefined;
  } finally {
    end();
  }
}

function* questionFrames(asked: readonly RunInterrupt[], idOf: EventsRequest["idOf"]): Generator<EventFrame> {
  for (const interrupt of asked) {
    const id = idOf(interrupt);
    const event = { type: "event", event_id: `asked:${id}`, method: "input.requested" };
    const params = { namespace: [], timestamp: 0, data: { interrupt_id: id, payload: interrupt.value } };
    yield { id: event.event_id, event: event.method, data: JSON.stringify({ ...event, params }) };
  }
}

interface ChunkFrames {
  readonly after: number;
  readonly failures: FailureOptions;
}

/** Frames of a run in LangGraph's stream modes, after the frame with the number `after`. */
export async function* chunkFrames(
  run: LiveRun,
  { after, failures, ...options }: Parameters<typeof chunkWire>[0] & ChunkFrames,
): AsyncGenerator<EventFrame, undefined> {
  let number = -1;
  for await (const { event, data } of sendOn(chunkWire(options), run.follow(), failures)) {
    number += 1;
    if (number > after) yield { id: String(number), event, data: JSON.stringify(data) };
  }
  return undefined;
}
