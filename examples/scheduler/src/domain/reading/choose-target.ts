import type { Request } from "../request.ts";
import { isSeries } from "../planning/series.ts";
import { type Pieces, type ReadContext, readPieces, todayOf } from "./pieces.ts";
import { Sheet } from "./sheet.ts";
import { findTarget, readScope } from "./target.ts";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** Position that "2" or "the second one" names, from 0; -1 without one. */
function positionIn(text: string): number {
  const [, digit, word = ""] = /^\W*(?:the )?(?:(?:number |no\.? |#)?(\d)|(\p{L}+))(?: one)?\W*$/iu.exec(text) ?? [];
  return digit === undefined ? ORDINALS.indexOf(word.toLowerCase()) : Number(digit) - 1;
}

/**
 * Reads an answer to "Which one?" or "Only the next one, or all of them?".
 *
 * A number, a day, a time, a person or a title chooses among the named events; a title can also name another event. Null for an answer
 * that chooses nothing, such as a correction.
 */
export function chooseTarget(text: string, open: Request, context: ReadContext): Request | null {
  const { calendar } = context;
  const wants = open.missing.find((part) => part === "target" || part === "scope");
  if (wants === undefined) return null;
  const today = todayOf(context);
  const sheet = new Sheet(text);
  const { days, times, names } = readPieces(sheet, context, "correction");
  const position = positionIn(text);
  const scope = readScope(sheet, days);
  sheet.takeAll("the one|ones?|i (?:mean|meant)|with|both|too|also|add");
  const words = sheet.rest().map((part) => part.text);
  const chosen = (found: ReturnType<typeof findTarget>): Request | null =>
    found.target === null && found.missing[0] !== "scope" ? null : { ...open, ...found, unread: [] };
  const hints = {
    words,
    people: names.people,
    things: names.things,
    days,
    start: times[0]?.start.minutes ?? null,
    scope,
  };
  const world = { calendar, today };
  if (wants === "scope") {
    const which = position === 0 ? "next" : position === 1 ? "all" : scope;
    const isChoice = which !== null || (days.length > 0 && times.length === 0 && words.length === 0);
    return isChoice
      ? chosen(
          findTarget(
            { ...hints, words: [], people: [], things: [], start: null, scope: which, among: open.candidates },
            world,
          ),
        )
      : null;
  }
  const at = open.candidates[position];
  if (at !== undefined) return chosen(findTarget({ ...hints, words: [], scope, among: [at] }, world));
  // "For Noah too" and "at 4pm" of a change are about what is to be changed.
  const isCorrection =
    words.length === 0 &&
    open.eventType === "modify" &&
    (times.length > 0 || /\b(?:too|also|as well|add|and)\b/iu.test(text));
  if (
    isCorrection ||
    (words.length === 0 &&
      (open.candidates.length === 0 || names.people.length + names.things.length + days.length + times.length === 0))
  )
    return null;
  return (
    (open.candidates.length > 0 ? chosen(findTarget({ ...hints, among: open.candidates }, world)) : null) ??
    (words.length > 0 && times.length === 0 ? chosen(findTarget(hints, world)) : null)
  );
}

/** Other dates of the event that is canceled. */
export function otherDates(
  open: Request,
  { sheet, days, today }: Pieces,
  filler: string,
  { calendar }: ReadContext,
): Request {
  const id = open.target?.eventId ?? open.candidates[0] ?? "";
  const event = calendar.event(id);
  if (event === null || !isSeries(event)) return { ...open, unread: [sheet.text] };
  const scope = readScope(sheet, days);
  const adds = /\b(?:and|also|too|as well)\b/iu.test(sheet.text);
  const found = findTarget(
    {
      words: [],
      people: [],
      things: [],
      days,
      start: null,
      scope: scope ?? (days.length > 1 ? "several" : null),
      among: [id],
    },
    { calendar, today },
  );
  const starts =
    adds && open.target?.starts && found.target?.starts
      ? [...open.target.starts, ...found.target.starts]
      : (found.target?.starts ?? null);
  sheet.takeAll(filler);
  return {
    ...open,
    ...found,
    target: found.target === null ? null : { ...found.target, starts },
    unread: sheet.rest().map((part) => part.text),
  };
}
