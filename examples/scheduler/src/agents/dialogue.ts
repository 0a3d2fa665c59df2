import type { Offer } from "../approval/offer.ts";
import { isClear, type Request } from "../domain/request.ts";
import type { Reading } from "../reader/request-reader.ts";
import { joinSentences } from "./report.ts";

/** Part of an assumption about "I". */
const UNKNOWN_SPEAKER = "I do not know who you are";
const isUnknown = (note: string): boolean => note.includes(UNKNOWN_SPEAKER);
const WITH_A_NAME = `${UNKNOWN_SPEAKER}. Ask again with a name instead of "I".`;

/** The offer that follows says it by itself. */
const STILL_OPEN = / The question is still open\.$/u;

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
 * What is said about a message that leaves the offer as it is: a question to answer, the answer, or what was not understood. Null for a
 * message that changes the offer or drops it. `open` is the request of the offer; null for an undo.
 */
export function findAside({ request, kind, problem }: Reading, open: Request | null): Request | string | null {
  if (open !== null) {
    if (request !== open || kind !== "changed" || problem === null) return null;
    return isUnknown(problem) ? WITH_A_NAME : problem.replace(STILL_OPEN, "");
  }
  const { eventType, title, day, start, participants, problems, unread } = request;
  if (eventType === "query" && isClear(request)) return isAboutUnknownSpeaker(request) ? WITH_A_NAME : request;
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
  offer: Offer | null,
): { readonly request: Request; readonly note: string | null } {
  const lost = [...request.problems, ...notUnderstood(request.unread)];
  // An offer says what it is without, until it is decided.
  const left = request.unread.map((word) => `"${word}" left out`);
  if (open !== null && kind === "changed" && offer !== null && lost.length > 0)
    return { request: { ...open, assumed: [...new Set([...open.assumed, ...left])] }, note: joinSentences(...lost) };
  const about = open?.title ?? "the last request";
  const dropped =
    offer?.undoes !== undefined
      ? "I dropped the question about the undo; nothing was undone."
      : open !== null && kind === "new"
        ? `I dropped the question about ${about}; nothing was written for it.`
        : null;
  return { request, note: joinSentences(dropped, problem) };
}
