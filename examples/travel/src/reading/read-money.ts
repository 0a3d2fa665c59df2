import { CLAIMED, type Sheet } from "@tidemark/reading";
import { readPhrases } from "./phrase-book.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { MONEY } from "./words.ts";

/** Reads the budget before everything else, because "a night" in a price is not a duration. */
export function readMoney(sheet: Sheet, found: Reading, { trip }: Pick<ReadingContext, "trip">): void {
  for (const [words] of sheet.takeAll(new RegExp(`(?<![\\p{L}\\d])${MONEY.other}(?![\\p{L}\\d])`, "u"))) {
    sheet.take(`(?:${MONEY.limit}|budget(?: of| is)?|for)\\s*(?=${CLAIMED})`);
    found.problems.push(`Prices are in euros, so I did not use "${words}" as a limit.`);
  }
  // "Can be 800" raises the limit of the trip.
  const raised =
    "(?:(?:can|could|may) (?:be|cost)|make (?:it|that)|(?:go )?up to|raise (?:it|that) to) (\\d{3,5})(?=\\s*(?:$|[.,!]))";
  const more = typeof trip?.budget?.total === "number" ? sheet.take(raised) : null;
  if (more !== null) found.budget.total = Number(more[1]);
  for (const { 0: text, groups = {} } of [
    ...sheet.takeAll(new RegExp(`(?<![\\p{L}\\d])${MONEY.amount}(?![\\p{L}\\d])`, "u")),
    ...sheet.takeAll(MONEY.bare),
  ]) {
    const amount = euros(groups["first"] ?? groups["second"] ?? "");
    const [words, by] = [text.trim(), groups["per"] ?? groups["short"] ?? ""];
    if (groups["least"] !== undefined) found.problems.push(`"${words}" is not an upper limit, so I did not use it.`);
    else if (amount <= 0) found.problems.push(`A budget of ${amount} € is not possible.`);
    else if (/night/iu.test(by)) found.wishes.nightAtMost = amount;
    else if (/day/iu.test(by)) found.problems.push(`A budget per day is not possible, so I did not use "${words}".`);
    else found.budget = { ...found.budget, total: amount, perPerson: by !== "" };
    if (groups["both"] !== undefined) found.trip.travelers = 2;
    if (groups["about"] !== undefined) found.doubts.push(`I took "${words}" as an upper limit`);
  }
  readPhrases(sheet, found, "money");
}

/** Reads "1,200", "1.200", "1200.50" and "1.5k". */
function euros(written: string): number {
  const digits = written.replace(/\s?k$/iu, "");
  const plain = /^-?\d{1,3}(?:[.,]\d{3})+$/u.test(digits)
    ? digits.replaceAll(/[.,]/gu, "")
    : digits.replace(",", ".").replace(/\.$/u, "");
  return Math.round(Number(plain) * (digits === written ? 1 : 1000));
}
