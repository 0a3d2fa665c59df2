import { isClear, type Request } from "../domain/request.ts";
import type { Reading } from "../reader/request-reader.ts";
import { joinSentences } from "./report.ts";

/** Part of an assumption about "I". */
const UNKNOWN_SPEAKER = "I do not know who you are";
const isUnknown = (note: string): boolean => note.includes(UNKNOWN_SPEAKER);

/** True for a question about "I" by somebody unknown. It is not one about everybody. */
export const isAboutUnknownSpeaker = ({ eventType, assumed }: Request): boolean =>
  eventType === "query" && assumed.some(isUnknown);

/** What is said about a question that nobody answered, after "I dropped the question about". */
export const nothingWritten = ({ title }: Request): string =>
  `${title ?? "the last request"}; nothing was written for it.`;

const notUnderstood = (words: readonly string[]): string[] => words.map((word) => `I did not understand "${word}".`);

/** The question or offer before a message: its request, whether it is an offer, and whether that is one to undo. */
interface Open {
  readonly open: Request | null;
  readonly isOffered: boolean;
  readonly isUndo: boolean;
}

/**
 * What is said about a message that leaves an open question or offer as it is: a question to answer in between, its answer, or what was not
 * understood. Null for a message that changes it or drops it. An undo can only be dropped.
 */
export function findAside({ request, kind }: Reading, { open, isOffered, isUndo }: Open): Request | string | null {
  const { eventType, title, day, start, participants, problems, unread } = request;
  if (open === null && !isOffered) return null;
  if (kind === "new" && eventType === "query" && open?.eventType !== "query") {
    if (!isClear(request)) return joinSentences(...problems, ...notUnderstood(unread)) || null;
    return isAboutUnknownSpeaker(request) ? `${UNKNOWN_SPEAKER}. Ask again with a name instead of "I".` : request;
  }
  if (!isUndo) return null;
  const isEmpty = eventType === "create" && day === null && start === null && participants.length === 0;
  const words = unread.length === 0 && isEmpty ? [title ?? "that"] : unread;
  return joinSentences(...problems, ...notUnderstood(words)) || null;
}

/**
 * The request after a message, and what is said first. A correction of an offer that was not understood leaves the request as it was, and
 * that is said once.
 */
export function continueRequest(
  { request, kind, problem }: Reading,
  { open, isOffered, isUndo }: Open,
): { readonly request: Request; readonly note: string | null } {
  const lost = [...request.problems, ...notUnderstood(request.unread)];
  if (open !== null && kind === "changed" && isOffered && lost.length > 0) {
    return { request: { ...open, plain: false }, note: joinSentences(...lost) };
  }
  const isDropped = open !== null && open.eventType !== "query" && kind === "new";
  const dropped = isUndo ? "the undo; nothing was undone." : isDropped && nothingWritten(open);
  // Once an answer names somebody, it does not matter who "I" is.
  const isAnswered = kind === "changed" && request.participants.length > (open?.participants.length ?? 0);
  const assumed = request.assumed.filter((note) => !isAnswered || !isUnknown(note));
  const note = joinSentences(dropped ? `I dropped the question about ${dropped}` : null, problem) || null;
  return { request: { ...request, assumed, plain: kind === "new" && request.plain }, note };
}
