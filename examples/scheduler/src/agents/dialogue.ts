import { isClear, type NLParserData } from "../domain/parser-data.ts";
import type { Reading } from "../reading/reader.ts";
import { joinSentences } from "./report.ts";

/** What is said about a question that nobody answered, after "I dropped the question about". */
export const nothingWritten = ({ title }: NLParserData): string =>
  `${title ?? "the last request"}; nothing was written for it.`;

const notUsed = ({ questions, unused }: NLParserData): string[] => [
  ...questions,
  ...unused.map((words) => `I did not use "${words}".`),
];

/** The question or offer before a message: its request, whether it is an offer, and whether that is one to undo. */
interface Open {
  readonly open: NLParserData | null;
  readonly isOffered: boolean;
  readonly isUndo: boolean;
}

/**
 * What is said about a message that leaves an open question or offer as it is: a question to answer in between, its answer, or what was not
 * used. Null for a message that changes it or drops it. An undo can only be dropped.
 */
export function findAside({ data, kind }: Reading, { open, isOffered, isUndo }: Open): NLParserData | string | null {
  if (open === null && !isOffered) return null;
  if (kind === "new" && data.eventType === "query" && open?.eventType !== "query")
    return isClear(data) ? data : joinSentences(...notUsed(data));
  if (!isUndo || isClear(data)) return null;
  return (
    joinSentences(...notUsed(data)) || (data.startTime === null ? `I did not use "${data.title ?? "that"}".` : null)
  );
}

/**
 * The request after a message, and what is said first. A correction of an offer that was not understood leaves the request as it was, and
 * that is said once.
 */
export function continueRequest(
  { data, kind, problem }: Reading,
  { open, isOffered, isUndo }: Open,
): { readonly request: NLParserData; readonly note: string | null } {
  const lost = notUsed(data);
  if (open !== null && kind === "changed" && isOffered && lost.length > 0)
    return { request: { ...open, plain: false }, note: joinSentences(...lost) };
  const isDropped = open !== null && open.eventType !== "query" && kind === "new";
  const dropped = isUndo ? "the undo; nothing was undone." : isDropped && nothingWritten(open);
  return {
    request: data,
    note: joinSentences(dropped ? `I dropped the question about ${dropped}` : null, problem) || null,
  };
}
