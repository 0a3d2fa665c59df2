import { isClear, type Request } from "../domain/request.ts";
import type { Reading } from "../reader/request-reader.ts";
import { joinSentences } from "./report.ts";

/** Part of an assumption about "I". */
const UNKNOWN_SPEAKER = "I do not know who you are";
const isUnknown = (note: string): boolean => note.includes(UNKNOWN_SPEAKER);
const WITH_A_NAME = `${UNKNOWN_SPEAKER}. Ask again with a name instead of "I".`;

const notUnderstood = (words: readonly string[]): string[] => words.map((word) => `I did not understand "${word}".`);

/** The request without the assumption about "I" once somebody is named. */
export const withKnownSpeaker = (request: Request): Request =>
  request.participants.length === 0
    ? request
    : { ...request, assumed: request.assumed.filter((note) => !isUnknown(note)) };

/** True for a question about "I" by somebody unknown. It is not one about everybody. */
export const isAboutUnknownSpeaker = ({ eventType, assumed }: Request): boolean =>
  eventType === "query" && assumed.some(isUnknown);

/**
 * What is said about a message that leaves an open question or offer as it is: a question to answer in between, its answer, or what was not
 * understood. Null for a message that changes it or drops it. An undo can only be dropped.
 */
export function findAside({ request, kind }: Reading, isUndo: boolean): Request | string | null {
  const { eventType, title, day, start, participants, problems, unread } = request;
  if (kind === "new" && eventType === "query" && isClear(request))
    return isAboutUnknownSpeaker(request) ? WITH_A_NAME : request;
  if (!isUndo) return null;
  const isEmpty = eventType === "create" && day === null && start === null && participants.length === 0;
  const words = unread.length === 0 && isEmpty ? [title ?? "that"] : unread;
  return joinSentences(...problems, ...notUnderstood(words));
}

/**
 * The request after a message, and what is said first. `open` is the request of the question or offer before it. A correction that was not
 * understood leaves the open request as it was.
 */
export function continueRequest(
  { request, kind, problem }: Reading,
  open: Request | null,
  isUndo: boolean,
  isOffered: boolean,
): { readonly request: Request; readonly note: string | null } {
  const lost = [...request.problems, ...notUnderstood(request.unread)];
  // An offer says what it is without, until it is decided.
  const left = request.unread.map((word) => `"${word}" left out`);
  if (open !== null && kind === "changed" && isOffered && lost.length > 0)
    return { request: { ...open, assumed: [...new Set([...open.assumed, ...left])] }, note: joinSentences(...lost) };
  const about = open?.title ?? "the last request";
  const dropped = isUndo
    ? "I dropped the question about the undo; nothing was undone."
    : open !== null && kind === "new"
      ? `I dropped the question about ${about}; nothing was written for it.`
      : null;
  return { request, note: joinSentences(dropped, problem) };
}
