import { numberOf, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";
import { HOTEL } from "./words.ts";

/** Reads stars and rooms: "at least 4 stars", "two double rooms". */
export function readHotel(sheet: Sheet, { wishes }: Reading): void {
  const { not, least, most, count, plus, to, more, less } = sheet.take(HOTEL.stars)?.groups ?? {};
  if (count !== undefined) {
    const stars = not === undefined ? numberOf(count) : null;
    const isLeast = (least ?? plus ?? more) !== undefined;
    wishes.starsAtLeast = (most ?? less) === undefined ? stars : null;
    wishes.starsAtMost = to === undefined ? (isLeast ? null : stars) : numberOf(to);
  }
  for (const { 0: text, groups = {} } of sheet.takeAll(HOTEL.rooms)) {
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
