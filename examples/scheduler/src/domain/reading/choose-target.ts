import type { Request } from "../request.ts";
import { isSeries } from "../planning/series.ts";
import { type Pieces, type ReadContext, readPieces } from "./pieces.ts";
import { Sheet } from "./sheet.ts";
import { findTarget, readScope, type TargetHints } from "./target.ts";

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
  const wants = open.missing.find((part) => part === "target" || part === "scope");
  if (wants === undefined) return null;
  const sheet = new Sheet(text);
  const { days, times, names, repeat, lengths, part, priority, allDay } = readPieces(sheet, context, "correction");
  // What says how long or how often it is chooses nothing.
  if (
    repeat !== null ||
    part !== null ||
    priority !== null ||
    allDay ||
    Object.values(lengths).some((length) => length !== null)
  )
    return null;
  const position = positionIn(text);
  const scope = readScope(sheet, days);
  sheet.takeAll("the one|ones?|only|just|i (?:mean|meant)|with|both|too|also|add");
  const words = sheet.rest().map((rest) => rest.text);
  const among = open.candidates;
  const choice = (hints: TargetHints): Request | null => {
    const found = findTarget(hints, context);
    return found.target === null && found.missing[0] !== "scope" ? null : { ...open, ...found, unread: [] };
  };
  if (wants === "scope") {
    const which = position === 0 ? "next" : position === 1 ? "all" : scope;
    return which !== null || (days.length > 0 && times.length === 0 && words.length === 0)
      ? choice({ days, scope: which, among })
      : null;
  }
  const at = among[position];
  if (at !== undefined) return choice({ days, scope, among: [at] });
  const hints = {
    words,
    people: names.people,
    things: names.things,
    days,
    start: times[0]?.start.minutes ?? null,
    scope,
  };
  if (words.length > 0) return choice({ ...hints, among }) ?? (times.length === 0 ? choice(hints) : null);
  // "For Noah too" and "at 4pm" of a change are about what is to be changed.
  const isCorrection =
    open.eventType === "modify" && (times.length > 0 || /\b(?:too|also|as well|add|and)\b/iu.test(text));
  const isNarrowed = names.people.length + names.things.length + days.length + times.length > 0;
  return isCorrection || !isNarrowed || among.length === 0 ? null : choice({ ...hints, among });
}

/** Other dates of the event that is canceled. */
export function otherDates(open: Request, { sheet, days }: Pieces, filler: string, context: ReadContext): Request {
  const id = open.target?.eventId ?? open.candidates[0] ?? "";
  const event = context.calendar.event(id);
  if (event === null || !isSeries(event)) return { ...open, unread: [sheet.text] };
  const scope = readScope(sheet, days) ?? (days.length > 1 ? "several" : null);
  const { target, ...found } = findTarget({ days, scope, among: [id] }, context);
  const old = sheet.says(/\b(?:and|also|too|as well)\b/iu) ? open.target?.starts : null;
  const starts = target?.starts ? [...(old ?? []), ...target.starts] : null;
  sheet.takeAll(filler);
  return {
    ...open,
    ...found,
    target: target === null ? null : { ...target, starts },
    unread: sheet.rest().map((rest) => rest.text),
  };
}
