import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { ThreadChange } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { newestOf } from "./newest-checkpoint.ts";
import type { RunningTurns } from "./running-turns.ts";

/** Interval for checking for turns of other processes, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/** A conversation whose changes are sent. */
interface Watched {
  readonly application: WebApplication;
  readonly turns: RunningTurns;
  readonly threadId: string;
}

/** Sends a Server-Sent Event for every change of the thread, including changes made by the terminal or another page. */
export const threadChanges = (context: Context, { application, turns, threadId }: Watched): Response =>
  streamSSE(
    context,
    async (stream) => {
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      let sent = "";
      while (!stream.aborted) {
        const { revision } = await newestOf(application, threadId);
        const change: ThreadChange = { revision, running: turns.follow(threadId) !== null };
        const data = JSON.stringify(change);
        if (data !== sent) await stream.writeSSE({ data });
        sent = data;
        const waited = new AbortController();
        await Promise.race([
          stream.sleep(POLL_INTERVAL_MS),
          turns.changed(threadId, AbortSignal.any([left.signal, waited.signal])),
        ]);
        waited.abort();
      }
    },
    // The client reconnects on its own and then reads the missed changes.
    async () => {},
  );
