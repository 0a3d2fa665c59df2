import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { WebApplication } from "./application.ts";
import { newestOf } from "./newest-checkpoint.ts";

/** Interval for checking for turns of other processes, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/** Sends a Server-Sent Event for every change of the thread, including changes made by the terminal or another page. */
export const threadChanges = (context: Context, application: WebApplication, threadId: string): Response =>
  streamSSE(
    context,
    async (stream) => {
      let sent: string | null | undefined;
      while (!stream.aborted) {
        const { revision } = await newestOf(application.graph, threadId);
        if (revision !== sent) await stream.writeSSE({ data: JSON.stringify({ revision }) });
        sent = revision;
        await stream.sleep(POLL_INTERVAL_MS);
      }
    },
    // The client reconnects on its own and then reads the missed changes.
    async () => {},
  );
