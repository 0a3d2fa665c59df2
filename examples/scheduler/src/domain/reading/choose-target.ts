import { Sheet } from "@tidemark/reading";
import type { Request } from "../request.ts";
import { type Pieces, type ReadContext, readPieces } from "./pieces.ts";
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
  const sheet = new Sheet(text, { small: "i mean meant one ones only just both too also add" });
  const pieces = readPieces(sheet, context, "correction");
  const { days, times, names, repeat, lengths, part, priority, allDay } = pieces;
  // What says how long or how often it is chooses nothing.
  const isOther = repeat !== null || part !== null || priority !== null || allDay;
  if (isOther || Object.values(lengths).some((length) => length !== null)) return null;
  const position = positionIn(text);
  const scope = readScope(sheet, days);
  const words = sheet.rest().map((rest) => rest.text);
  const among = open.candidates;
  const choice = (hints: TargetHints): Request | null => {
    const found = findTarget(hints, context);
    return found.target === null && found.missing[0] !== "scope" ? null : { ...open, ...found, unread: [] };
  };
  if (wants === "scope") {
    const which = position === 0 ? "next" : position === 1 ? "all" : scope;
    const isDay = days.length > 0 && times.length === 0 && words.length === 0;
    return which !== null || isDay ? choice({ days, scope: which, among }) : null;
  }
  const at = among[position];
  if (at !== undefined) return choice({ days, scope, among: [at] });
  const start = times[0]?.start.minutes ?? null;
  const hints = { people: names.people, things: names.things, days, start, words, scope };
  if (words.length > 0) return choice({ ...hints, among }) ?? (times.length === 0 ? choice(hints) : null);
  // "For Noah too" and "at 4pm" of a change are about what is to be changed.
  const isChange = times.length > 0 || /\b(?:too|also|as well|add|and)\b/iu.test(text);
  const isNarrowed = names.people.length + names.things.length + days.length + times.length > 0;
  const isCorrection = open.eventType === "modify" && isChange;
  return isCorrection || !isNarrowed || among.length === 0 ? null : choice({ ...hints, among });
}

/** Another event, or other dates of the event of a change or cancellation; null if the words name neither. */
export function otherTarget(
  open: Request,
  { sheet, days }: Pieces,
  words: readonly string[],
  context: ReadContext,
): Request | null {
  const scope = readScope(sheet, days) ?? (days.length > 1 ? "several" : null);
  const id = open.target?.eventId ?? open.candidates[0] ?? "";
  const { target, ...found } = findTarget(
    words.length > 0 ? { words, days, scope } : { days, scope, among: [id] },
    context,
  );
  if (target === null && found.missing[0] !== "scope") return null;
  const old = words.length === 0 && sheet.says(/\b(?:and|also|too|as well)\b/iu) ? (open.target?.starts ?? []) : [];
  return { ...open, ...found, target: target && { ...target, starts: target.starts && [...old, ...target.starts] } };
}
