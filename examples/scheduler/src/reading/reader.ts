import type { NLParserData } from "../domain/parser-data.ts";
import type { ReadContext } from "./pieces.ts";
import { readMessage } from "./read-message.ts";
import { readReply, type Reply } from "./replies.ts";

/** Context of a reading, with the request of the question that waits. */
export interface ReaderContext extends ReadContext {
  readonly pending: { readonly parsed: NLParserData; readonly question: string } | null;
}

/** A reading, and its reader. */
export interface Reading extends Reply {
  /** Confidence from 0 to 1. Below 0.7, a person is asked first. */
  readonly confidence: number;
  readonly readBy: "rules" | "model";
  /** Reason why the model was not used, which is said before the next question; otherwise null. */
  readonly problem: string | null;
}

/** Reads a message. A reader changes nothing. */
export type RequestReader = (text: string, context: ReaderContext, signal?: AbortSignal) => Reading | Promise<Reading>;

/** Reads the small language of the README, without a model or a network. It guesses nothing, so it is sure of what it reads. */
export function readByRules(text: string, context: ReaderContext): Reading {
  const { pending } = context;
  const reply: Reply =
    pending === null ? { data: readMessage(text, context), kind: "new" } : readReply(text, pending.parsed, context);
  return { ...reply, confidence: 0.95, readBy: "rules", problem: null };
}
