import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { WebApplication } from "./application.ts";
import { newestOf } from "./newest-checkpoint.ts";

/** How often another process's turns are looked for. */
const EVERY_MILLISECONDS = 500;

/** Tells the page, as Server-Sent Events, whenever its thread has changed, whoever changed it: the terminal, another page. */
export const threadChanges = (context: Context, application: WebApplication, threadId: string): Response =>
  streamSSE(
    context,
    async (stream) => {
      let known: string | null | undefined;
      while (!stream.aborted) {
        const { revision } = await newestOf(application.graph, threadId);
        if (revision !== known) await stream.writeSSE({ data: JSON.stringify({ revision }) });
        known = revision;
        await stream.sleep(EVERY_MILLISECONDS);
      }
    },
    // Whoever listens connects again by itself, and sees then what could not be read.
    async () => {},
  );
