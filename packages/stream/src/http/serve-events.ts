import { randomIds } from "@tidemark/state-manager/internal";
import type { Context } from "hono";
import { onceEach, replayFrom } from "../events/replay.ts";
import type { RunEvent } from "../events/run-events.ts";
import { codeOf, type FailureOptions, reportFailure } from "../events/run-failure.ts";
import { sentEvent } from "../events/visibility.ts";
import { type EventFrame, eventResponse, type EventStreamLimits } from "./event-response.ts";
import { lastEventId } from "./routes.ts";

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
  const source = events[Symbol.asyncIterator]();
  const frames = framesOf(source, { after: lastEventId(context), stored: options.stored, failures: options });
  return eventResponse(context, frames, { ...options, leave: () => source.return?.() });
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
  function* framed(event: RunEvent, options: FailureOptions): Generator<EventFrame> {
    const sent = isNew(event) ? sentEvent(event, options) : null;
    if (sent !== null) yield { id: String(sent.sequence), event: sent.type, data: JSON.stringify(sent) };
  }
  try {
    if (after !== null && stored !== undefined) {
      // A stored error was already reported when it occurred.
      const silent = { ...failures, onError: () => undefined };
      for (const event of replayFrom(await stored(after), after)) yield* framed(event, silent);
    }
    for await (const event of { [Symbol.asyncIterator]: () => source }) {
      if (after === null || event.sequence > after) yield* framed(event, failures);
    }
  } catch (error) {
    reportFailure({ errorId: randomIds.next(), runId: null, code: codeOf(error), error }, failures);
    throw error;
  }
}
