import { numberOf, type Sheet } from "@tidemark/reading";
import { readPhrases } from "./phrase-book.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { HOTEL, MONEY, says } from "./words.ts";

/** Reads the budget before everything else, because "a night" in a price is not a duration. */
export function readMoney(sheet: Sheet, found: Reading, { trip }: Pick<ReadingContext, "trip">): void {
  const { problems, wishes, budget } = found;
  // "Can be 800" raises the limit of the trip.
  const raised = trip.budget.total !== null ? sheet.take(MONEY.raised) : null;
  if (raised !== null) budget.total = euros(raised[1] ?? raised[2] ?? "");
  const apart = new RegExp(`(?<![\\p{L}\\d])${MONEY.amount}(?![\\p{L}\\d])`, "u");
  for (const { 0: text, groups = {} } of [...sheet.takeAll(apart), ...sheet.takeAll(MONEY.bare)]) {
    const { first, second = "", per, short, least, about, foreign, limit = "" } = groups;
    const [written, words, by] = [euros(first ?? second), text.trim(), per ?? short ?? ""];
    // "Under 900" is a cent less than 900.
    const amount = says(MONEY.exclusive, limit) ? written - 0.01 : written;
    if (foreign !== undefined) problems.push(`"${words}" is not in euros, so I did not use it.`);
    else if (least !== undefined) problems.push(`"${words}" is not an upper limit, so I did not use it.`);
    else if (amount <= 0) problems.push(`A budget of ${written} € is not possible.`);
    else if (/night/iu.test(by)) wishes.nightAtMost = amount;
    else if (/day/iu.test(by)) problems.push(`A budget per day is not possible, so I did not use "${words}".`);
    else Object.assign(budget, { total: amount, perPerson: by !== "" });
    if (about !== undefined) found.doubts.push(`I took "${words}" as an upper limit`);
  }
  readPhrases(sheet, found, "money");
}

/** Reads "1,200", "1.200", "1200.50" and "1.5k". */
function euros(written: string): number {
  const digits = written.replace(/\s?k$/iu, "");
  const plain = digits.replaceAll(/[.,](?=\d{3}(?!\d))|\.$/gu, "").replace(",", ".");
  return Math.round(Number(plain) * (digits === written ? 1 : 1000));
}

/** Reads stars and rooms: "at least 4 stars", "two double rooms". */
export function readHotel(sheet: Sheet, { wishes }: Reading): void {
  const { not, least, most, count, plus, to, more, less } = sheet.take(HOTEL.stars)?.groups ?? {};
  if (count !== undefined) {
    const stars = not === undefined ? numberOf(count) : null;
    wishes.starsAtLeast = (most ?? less) === undefined ? stars : null;
    wishes.starsAtMost = to === undefined ? ((least ?? plus ?? more) === undefined ? stars : null) : numberOf(to);
  }
  for (const { 0: text, groups = {} } of sheet.takeAll(HOTEL.rooms)) {
    const { kind, count: rooms = "" } = groups;
    if (kind !== undefined)
      wishes.roomKind = /single/iu.test(kind) ? "single" : /family/iu.test(kind) ? "family" : "double";
    if (/^(?:same|our)$/iu.test(rooms)) wishes.rooms = 1;
    else if (/\b(?:separate|own)\b/iu.test(text) && !/\d|two|three/iu.test(rooms)) wishes.rooms = 2;
    else if (rooms !== "" && !/^(?:an?|another)$/iu.test(rooms)) wishes.rooms = numberOf(rooms);
  }
}
