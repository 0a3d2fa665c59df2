import { randomIds } from "@tidemark/state-manager";
import type { Context } from "hono";
import { onceEach, replayFrom } from "../events/replay.ts";
import type { RunEvent } from "../events/run-events.ts";
import { codeOf, type FailureOptions, reportFailure, withSafeFailure } from "../events/run-failure.ts";
import { type EventFrame, eventResponse, type EventStreamLimits } from "./event-response.ts";

/** How events are served. */
export interface ServeEventsOptions extends EventStreamLimits, FailureOptions {
  /**
   * The stored events, for a client that reconnects: it first receives those after the last number that it has seen. A log of
   * the stream, or `storedEvents` of its thread, which begin after that number.
   */
  readonly stored?: (after: number) => Iterable<unknown> | Promise<Iterable<unknown>>;
}

/**
 * Answers with the events as Server-Sent Events: `id` is the number of the event, `event` its type, `data` the event.
 *
 * A client that reconnects with `Last-Event-ID` receives the stored events after that number, then the new ones, each once.
 * When the client leaves, or leaves events unread for longer than `writeTimeout`, the events are stopped with `return()`,
 * which ends a run of `streamEvents` or `streamTurn`. The text of an error is replaced; see `describeError`.
 *
 * It checks neither the request nor who sent it: the route that calls it does.
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
      // An error that is stored was reported when it happened.
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

/** The number that the client has seen last; null for a new client and for what is not a number. */
function lastEventId(context: Context): number | null {
  const header = context.req.header("last-event-id");
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
