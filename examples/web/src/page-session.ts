import { textOf } from "tidemark/agents";
import type { WebApplication, WebSession } from "./application.ts";
import { answerOf } from "./questions.ts";

/** Number of turns that this process runs, by thread. */
export type RunningTurns = Map<string, number>;

/**
 * Session of a thread for the routes of the library: a message can answer the open question, and the application builds the input of a
 * turn. While a turn runs, it is counted in `running`.
 */
export function pageSession(application: WebApplication, threadId: string, running: RunningTurns): WebSession {
  const session = application.session(threadId);

  async function* counted<Result>(turn: AsyncGenerator<unknown, Result>): AsyncGenerator<unknown, Result> {
    running.set(threadId, (running.get(threadId) ?? 0) + 1);
    try {
      return yield* turn;
    } finally {
      const others = (running.get(threadId) ?? 1) - 1;
      if (others > 0) running.set(threadId, others);
      else running.delete(threadId);
    }
  }

  return {
    ...session,
    threadId,
    async *stream(input, options) {
      const work = await workOf(application, session, input);
      if ("input" in work) return yield* counted(session.stream(work.input, options));
      const { idempotencyKey: _, ...rest } = options ?? {};
      return yield* counted(session.streamResume(work.interruptId, work.answer, rest));
    },
    streamResume: (...given) => counted(session.streamResume(...given)),
    streamContinue: (options) => counted(session.streamContinue(options)),
  };
}

/** Work that a message asks for: an answer to the open question, or a turn. */
export async function workOf(
  { input, ...application }: WebApplication,
  session: Pick<WebSession, "pending">,
  given: string | object,
): Promise<{ readonly interruptId: string; readonly answer: unknown } | { readonly input: object }> {
  const messages: unknown = typeof given === "string" ? [] : Reflect.get(given, "messages");
  const message: unknown = Array.isArray(messages) ? messages[0] : null;
  const text = textOf(message);
  const [waiting] = await session.pending();
  const answer = waiting === undefined ? null : answerOf(application, text, waiting);
  if (waiting !== undefined && answer !== null) return { interruptId: waiting.id, answer };
  const made = input?.(text) ?? {};
  // The message keeps the id that the page gave it.
  return { input: { ...(typeof made === "string" ? {} : made), messages } };
}
