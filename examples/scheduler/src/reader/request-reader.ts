import { answerQuery } from "../domain/query/answer-query.ts";
import type { ReadContext } from "../domain/reading/pieces.ts";
import { readRequest } from "../domain/reading/read-request.ts";
import { readReply, type Reply } from "../domain/reading/reply.ts";
import { isClear, type Request } from "../domain/request.ts";

/** Context of a reading, with the request of the question that waits. */
export interface ReaderContext extends ReadContext {
  readonly pending: { readonly parsed: Request; readonly question: string } | null;
}

/** A reading, and its reader. */
export interface Reading extends Reply {
  readonly readBy: "rules" | "model";
  /** What is said before the next question: an answer in between, or the reason why the model was not used. Null without either. */
  readonly problem: string | null;
}

/** Reads requests. A reader changes nothing and always returns a reading. */
export interface RequestReader {
  read(text: string, context: ReaderContext, options?: { readonly signal?: AbortSignal }): Promise<Reading>;
}

/** Reads by rules, without a model. */
export function readByRules(text: string, context: ReaderContext): Reading {
  const { pending } = context;
  const reply: Reply =
    pending === null ? { request: readRequest(text, context), kind: "new" } : readReply(text, pending.parsed, context);
  return withAside({ ...reply, readBy: "rules", problem: null }, context);
}

/** Answers a question that was asked in between, and keeps the open one. */
export function withAside(reading: Reading, { pending, calendar, now }: ReaderContext): Reading {
  const { request, kind } = reading;
  if (pending === null || kind !== "new" || request.eventType !== "query" || !isClear(request)) return reading;
  const { answer } = answerQuery(request, { calendar, now });
  const said = [...request.assumed.map((note) => `I assumed: ${note}.`), answer, "The question is still open."];
  return { ...reading, request: pending.parsed, kind: "changed", problem: said.join(" ") };
}

/** Creates the reader by rules, which needs neither a model nor a network. */
export const rulesReader = (): RequestReader => ({ read: async (text, context) => readByRules(text, context) });
