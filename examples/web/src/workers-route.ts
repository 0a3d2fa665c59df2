import type { Handler } from "hono";
import { streamSSE } from "hono/streaming";
import type { RunEvent } from "tidemark/stream";
import { toUiMessageStream } from "tidemark/ai-sdk";
import { z } from "zod";
import type { WebApplication, WorkerTurns } from "./application.ts";
import { pageSession, type RunningTurns, workOf } from "./page-session.ts";
import { isThreadId } from "./thread-list.ts";

/** Body that the page sends: a message, an answer, or a wish to continue. */
const Body = z.object({
  id: z.string().refine(isThreadId),
  messages: z.array(
    z.looseObject({
      id: z.string().max(200),
      role: z.string(),
      parts: z.array(z.looseObject({ text: z.string().optional() })),
    }),
  ),
  answers: z.array(z.object({ interruptId: z.string(), answer: z.json() })).optional(),
  trigger: z.string().optional(),
});

/**
 * Creates the handler that sends a turn to workers, and streams its events while one of them runs it: `applicationRoutes` runs turns itself.
 * If a worker ends, another one continues the turn from its last stored step; the stream goes on.
 */
export const workersRoute =
  (application: WebApplication, { turns, userId }: WorkerTurns, running: RunningTurns): Handler =>
  async (context) => {
    const { data: body } = Body.safeParse(await context.req.json().catch(() => null));
    const message = body?.messages.at(-1);
    if (body === undefined || message === undefined) return context.json({ detail: "The request is invalid." }, 400);
    const { id: threadId, answers: [answer] = [], trigger } = body;
    const text = message.parts.map((part) => part.text ?? "").join("");
    const input = { messages: [{ role: "user", id: message.id, content: text }] };
    // A request that is sent again adds no turn.
    const options = {
      idempotencyKey: `${message.id}/${answer?.interruptId ?? ""}`,
      ...(userId !== undefined && { userId }),
    };
    const work = answer ?? (await workOf(application, pageSession(application, threadId, running), input));
    const accepted =
      trigger === "regenerate-message"
        ? await turns.continue(threadId, { ...(userId !== undefined && { userId }) })
        : "input" in work
          ? await turns.send(threadId, work.input, options)
          : await turns.answer(threadId, work.interruptId, work.answer, options);
    if (accepted.outcome === "full") return context.json({ detail: `${accepted.waiting} turns wait already.` }, 503);
    const { turnId } = accepted;
    async function* events(signal: AbortSignal): AsyncGenerator<RunEvent, undefined> {
      for await (const { event } of turns.stream(turnId, { signal })) yield event;
      return undefined;
    }
    context.header("x-vercel-ai-ui-message-stream", "v1");
    return streamSSE(context, async (stream) => {
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      const chunks = toUiMessageStream(events(left.signal), {
        messageId: message.role === "user" ? `${message.id}:answer` : message.id,
      });
      for await (const chunk of chunks) await stream.writeSSE({ data: JSON.stringify(chunk) });
      await stream.writeSSE({ data: "[DONE]" });
    });
  };
