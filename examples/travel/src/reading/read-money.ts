import { CLAIMED, type Sheet } from "@tidemark/reading";
import { readPhrases } from "./phrase-book.ts";
import type { Reading, ReadingContext } from "./reading.ts";

const DIGITS = "-?\\d[\\d.,]*(?:\\s?k)?";
const LIMIT =
  "under|below|max(?:imum)?\\.?|at most|up to|no more than|not more than|less than|within|not over|not above|cheaper than";
const ABOUT = "around|about|roughly|approximately|approx\\.?|ca\\.?|near|~";
const CURRENCY = "(?:€|euros?|eur)";
const SCOPE =
  "(?:\\s*(?:in total|total|all in|altogether|overall|for (?:everything|all of us|the whole trip|(?<both>both of us)|us|everyone)|(?:per|a|each|/|p\\.?)\\s?(?<per>person|head|travel+er|night|day|p|adult)|(?<short>pp|each|per night|nightly)))?";
const BEFORE = `(?:(?:my|our|the|a|with|on|have|new) )*(?:(?:budget|limit|price|cost|spend|pay)(?: limit| can be| is now| is| of|:| max| should be| to| total)*\\s*)?(?:(?:(?<limit>${LIMIT})|(?<about>${ABOUT})|(?<least>at least|over|more than)|of|to|for)\\s*)*`;
const AMOUNT = `${BEFORE}(?:${CURRENCY}\\s?(?<first>${DIGITS})(?![\\d-])|(?<second>${DIGITS})\\s?${CURRENCY})(?:\\s*(?:max(?:imum)?|budget|or less|tops|at most|limit))?${SCOPE}`;
const BARE = `(?:(?<limit>${LIMIT})|budget(?: is now| is| can be| of|:)?(?: (?<about>${ABOUT}))?|spend(?: up to)?)\\s*(?<second>\\d[\\d.,]+(?:\\s?k)?|\\d\\s?k)(?! ?(?:stars?|nights?|days?|weeks?|people|persons?|hours?|minutes|[ap]m|o'clock|h\\b|:|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))${SCOPE}`;
const OTHER =
  "(?:[$£]\\s?\\d[\\d.,]*|\\d[\\d.,]*\\s?(?:dollars?|bucks|usd|pounds?|quid|gbp|chf|francs|sek|dkk|nok|kr|kroner|kronor|yen|zloty))(?: (?:per|a) (?:person|night))?";

/** Reads the budget before everything else, because "a night" in a price is not a duration. */
export function readMoney(sheet: Sheet, found: Reading, { trip }: Pick<ReadingContext, "trip">): void {
  for (const [words] of sheet.takeAll(new RegExp(`(?<![\\p{L}\\d])${OTHER}(?![\\p{L}\\d])`, "u"))) {
    sheet.take(`(?:${LIMIT}|budget(?: of| is)?|for)\\s*(?=${CLAIMED})`);
    found.problems.push(`Prices are in euros, so I did not use "${words}" as a limit.`);
  }
  // "Can be 800" raises the limit of the trip.
  const raised =
    "(?:(?:can|could|may) (?:be|cost)|make (?:it|that)|(?:go )?up to|raise (?:it|that) to) (\\d{3,5})(?=\\s*(?:$|[.,!]))";
  const more = typeof trip?.budget?.total === "number" ? sheet.take(raised) : null;
  if (more !== null) found.budget.total = Number(more[1]);
  for (const { 0: text, groups = {} } of [
    ...sheet.takeAll(new RegExp(`(?<![\\p{L}\\d])${AMOUNT}(?![\\p{L}\\d])`, "u")),
    ...sheet.takeAll(BARE),
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
