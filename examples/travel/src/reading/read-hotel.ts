import { NUMBER, numberOf, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";

const STARS = [
  "(?:(?<not>not|no|without|drop the|forget the) )?(?:(?<least>at least|minimum|min\\.?|no less than)|(?<most>at most|max(?:imum)?\\.?|up to))?\\s*",
  "(?:an? |the )?(?<count>\\d|one|two|three|four|five|six|seven)(?<plus>\\+)?(?:\\s?(?:[-/]|to|or)\\s?(?<to>\\d|four|five))?[\\s-]?(?:star(?:s|red)?|\\*+)",
  "(?:\\s?(?<more>\\+|or (?:more|better|above|up|higher)|plus|and up|and above|minimum)|\\s?(?<less>or (?:less|below)|maximum|max|at most))?",
  "(?: (?:hotels?|place|accommodation|rooms?))?",
].join("");
const ROOMS = `(?:(?:in|with|take|share|sharing|need) )?(?:(?<count>${NUMBER}|same|our|own) )?(?:hotel |an? )?(?:separate |own )?(?:(?<kind>single|double|twin|family)(?:s|[ -]rooms?)|(?<=(?:${NUMBER}|separate|own|same) )rooms?)`;

/** Reads stars and rooms: "at least 4 stars", "two double rooms". */
export function readHotel(sheet: Sheet, { wishes }: Reading): void {
  const { not, least, most, count, plus, to, more, less } = sheet.take(STARS)?.groups ?? {};
  if (count !== undefined) {
    const stars = not === undefined ? numberOf(count) : null;
    const isLeast = (least ?? plus ?? more) !== undefined;
    wishes.starsAtLeast = (most ?? less) === undefined ? stars : null;
    wishes.starsAtMost = to === undefined ? (isLeast ? null : stars) : numberOf(to);
  }
  for (const { 0: text, groups = {} } of sheet.takeAll(ROOMS)) {
    const { kind, count: rooms = "" } = groups;
    if (kind !== undefined)
      wishes.roomKind =
        /single|family/iu.exec(kind)?.[0].toLowerCase() === "single"
          ? "single"
          : /family/iu.test(kind)
            ? "family"
            : "double";
    if (/^(?:same|our)$/iu.test(rooms)) wishes.rooms = 1;
    else if (/\b(?:separate|own)\b/iu.test(text) && !/\d|two|three/iu.test(rooms)) wishes.rooms = 2;
    else if (rooms !== "" && !/^(?:an?|another)$/iu.test(rooms)) wishes.rooms = numberOf(rooms);
  }
}
