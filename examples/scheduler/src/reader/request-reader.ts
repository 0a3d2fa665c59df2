import type { ReadContext } from "../domain/reading/pieces.ts";
import { readRequest } from "../domain/reading/read-request.ts";
import { readReply, type Reply } from "../domain/reading/reply.ts";
import type { Request } from "../domain/request.ts";

/** Context of a reading, with the request of the question that waits. */
export interface ReaderContext extends ReadContext {
  readonly pending: { readonly parsed: Request; readonly question: string } | null;
}

/** A reading, and its reader. */
export interface Reading extends Reply {
  readonly readBy: "rules" | "model";
  /** Reason why the model was not used, which is said before the next question; otherwise null. */
  readonly problem: string | null;
}

/** Reads a message. A reader changes nothing. */
export type RequestReader = (text: string, context: ReaderContext, signal?: AbortSignal) => Reading | Promise<Reading>;

/** Reads by rules, without a model or a network. */
export function readByRules(text: string, context: ReaderContext): Reading {
  const { pending } = context;
  const reply: Reply =
    pending === null ? { request: readRequest(text, context), kind: "new" } : readReply(text, pending.parsed, context);
  return { ...reply, readBy: "rules", problem: null };
}
