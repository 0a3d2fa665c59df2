import type { CalendarEvent } from "../calendar-event.ts";
import type { Intent, readEnd } from "./intent.ts";
import type { Pieces, ReadContext } from "./pieces.ts";

const TAKES_OFF = /\b(?:take|leave|count) (him|her|them|me) (?:off|out)(?: of it)?\b/iu;

/** Claims "take him off", and returns who that is; null without it. "Me" is the speaker, and nobody else. */
export function readTakesOff({ sheet, names }: Pieces, { speaker }: ReadContext): readonly string[] | null {
  const found = TAKES_OFF.exec(sheet.text);
  if (found === null) return null;
  sheet.claim({ at: found.index, text: found[0] });
  return found[1] === "me" && speaker !== null ? [speaker] : names.people;
}

interface Leaving {
  /** The event that the words name; null without one. */
  readonly about: CalendarEvent | null;
  readonly end: ReturnType<typeof readEnd>;
  readonly takesOff: readonly string[] | null;
  readonly stated: Intent["type"];
}

/** Who and what a sentence takes out of an event, instead of canceling it. */
export function whoLeaves({ sheet, names }: Pieces, { about, end, takesOff, stated }: Leaving) {
  const [taking, used] = [about?.participants ?? [], about?.resources ?? []];
  const off = takesOff ?? names.people;
  const isIn = names.people.filter((id) => taking.includes(id));
  const [subject] = names.people;
  // Somebody who does not come is taken out, unless the event is only for that person.
  const leavesOne = off.some((id) => taking.includes(id)) && taking.some((id) => !off.includes(id));
  // "Swimming doesn't need the van" ends nothing.
  const isUnneeded =
    names.people.length === 0 && [...names.things, ...names.removedThings].some((id) => used.includes(id));
  const isNotNeeded = isUnneeded && sheet.says(/\b(?:\p{L}+n't|not|no longer) needs?\b/iu);
  const isOut = (end === "deny" || takesOff !== null) && stated !== "cancel" && (leavesOne || isUnneeded);
  // "Swap Emma's gymnastics for Friday" takes nobody out.
  const isSwap = names.people.length === 0 && sheet.says(/\b(?:swap|switch|exchange|replace)/iu);
  const out = isSwap ? [] : names.removedPeople;
  return {
    leaves: isNotNeeded || isOut,
    off,
    out,
    /** Named people who take part. */
    isIn,
    isAlone: about !== null && out.length > 0 && taking.every((id) => out.includes(id)),
    /** "Mum can't take Emma, Grandma does it" tells nothing about who takes part. */
    isUnclear: end === "deny" && isIn.length > 0 && subject !== undefined && !isIn.includes(subject),
  };
}
