import { randomIds } from "@tidemark/state-manager/internal";
import type { Context } from "hono";
import { onceEach, replayFrom } from "../events/replay.ts";
import type { RunEvent } from "../events/run-events.ts";
import { codeOf, type FailureOptions, reportFailure, withSafeFailure } from "../events/run-failure.ts";
import { type EventFrame, eventResponse, type EventStreamLimits } from "./event-response.ts";

/** Options of {@link serveEvents}. */
export interface ServeEventsOptions extends EventStreamLimits, FailureOptions {
  /**
   * Returns the stored events for a client that reconnects. The client first receives those numbered above `after`, the last
   * number it has seen. Use a log of the stream, or `storedEvents` of the thread with numbers above `after`.
   */
  readonly stored?: (after: number) => Iterable<unknown> | Promise<Iterable<unknown>>;
}

/**
 * Creates a response that streams events as Server-Sent Events: `id` is the number of the event, `event` its type, and
 * `data` the event as JSON.
 *
 * A client that reconnects with `Last-Event-ID` receives the stored events after that number, then the new ones, each once.
 * If the client disconnects or leaves events unread for longer than `writeTimeout`, the events are stopped with `return()`,
 * which ends a run of `streamRun` or `streamTurn`. The text of an error is replaced; see `describeError`.
 *
 * It checks neither the request nor the user: do both in the route.
 */
export function serveEvents(
  context: Context,
  events: AsyncIterable<RunEvent>,
  options: ServeEventsOptions = {},
): Response {
  const { stored, describeError, onError, ...limits } = options;
  const failures = { ...(describeError && { describeError }), ...(onError && { onError }) };
  const source = events[Symbol.asyncIterator]();
  const frames = framesOf(source, { after: lastEventId(context), stored, failures });
  return eventResponse(context, frames, { ...limits, leave: () => source.return?.() });
}

interface Serving {
  readonly after: number | null;
  readonly stored: ServeEventsOptions["stored"];
  readonly failures: FailureOptions;
}

async function* framesOf(
  source: AsyncIterator<RunEvent>,
  { after, stored, failures }: Serving,
): AsyncGenerator<EventFrame> {
  const isNew = onceEach();
  try {
    if (after !== null && stored !== undefined) {
      // A stored error was already reported when it occurred.
      for (const event of replayFrom(await stored(after), after))
        if (isNew(event)) yield frameOf(withSafeFailure(event, { ...failures, onError: () => undefined }));
    }
    for await (const event of { [Symbol.asyncIterator]: () => source }) {
      if ((after === null || event.sequence > after) && isNew(event)) yield frameOf(withSafeFailure(event, failures));
    }
  } catch (error) {
    reportFailure({ errorId: randomIds.next(), runId: null, code: codeOf(error), error }, failures);
    throw error;
  }
}

const frameOf = (event: RunEvent): EventFrame => ({
  id: String(event.sequence),
  event: event.type,
  data: JSON.stringify(event),
});

/** Last number that the client has seen. Null for a new client or an invalid header. */
function lastEventId(context: Context): number | null {
  const header = context.req.header("last-event-id");
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
