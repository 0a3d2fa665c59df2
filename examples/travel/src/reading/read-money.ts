import { type Message } from "./message.ts";
import { readPhrases } from "./phrase-book.ts";
import type { Reading, ReadingContext } from "./reading.ts";

const AMOUNT = "(-?\\d[\\d.,]*)\\s*(k)?";
const LIMIT =
  "under|below|max(?:imum)?\\.?|at most|up to|no more than|not more than|less than|within|not over|cheaper than";
const ABOUT = "around|about|roughly|approximately|approx\\.?|ca\\.?|some|near|~";

/** Reads the budget before everything else, because "a night" in a price is not a duration. */
export function readMoney(message: Message, found: Reading, { trip }: Pick<ReadingContext, "trip"> = {}): void {
  for (const [words] of message.takeAll(
    /(?:[$£]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:dollars?|bucks|usd|pounds?|quid|gbp|chf|francs|sek|dkk|nok|kr|kroner|kronor|yen|zloty)\b)(?: (?:per|a) (?:person|night))?/,
    "budget",
  )) {
    void message.take(new RegExp(`\\b(?:${LIMIT}|budget(?: of| is)?|for)\\s*(?=·)`), "budget");
    found.problems.push(`Prices are in euros, so I did not use "${words}" as a limit.`);
  }
  const currency = "(?:€|euros?\\b|eur\\b)";
  const scope =
    "(?:\\s*(?:in total|total|all in|altogether|overall|for (?:everything|all of us|the whole trip|both of us|us|everyone)|(per|a|each|/|p\\.?)\\s?(person|head|travel+er|night|day|p\\b|p\\.|adult)|(pp|each|per night|nightly)\\b))?";
  const pattern = new RegExp(
    `(?:\\b(?:my|our|the|a|with|on|have|new) )*(?:\\b(?:budget|limit|price|cost|spend|pay)(?: limit| can be| is now| is| of|:| max| should be| to| total)*\\s*)?(?:(?:\\b(${LIMIT})|(${ABOUT})|\\b(?:at least|over|more than|of|to|for))\\s*)*(?:a (?:budget|total|maximum|limit) of\\s*)?(?:${currency}\\s?${AMOUNT}(?![\\d-])|${AMOUNT}\\s?${currency})(?:\\s*(?:max(?:imum)?|budget|or less|tops|at most|limit))?${scope}`,
  );
  const bare = new RegExp(
    `\\b(?:(${LIMIT})|budget(?: is now| is| can be| of|:)?(?: (${ABOUT}))?|spend(?: up to)?)\\s*(-?\\d[\\d.,]+|\\d(?= ?k\\b))\\s*(k)?\\b(?! ?(?:star|night|day|week|people|person|hours?|minutes|[ap]m|o'clock|h\\b|:|th|st|nd|rd|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))()()${scope}`,
  );
  // "Can be 800" raises the limit of the trip.
  const raised =
    /\b(?:(?:can|could|may) (?:be|cost)|make (?:it|that)|(?:go )?up to|raise (?:it|that) to) (\d{3,5})(?=\s*(?:$|[.,!]))/;
  const more = typeof trip?.budget?.total === "number" ? message.take(raised, "budget") : null;
  if (more !== null) found.budget.total = Number(more[1]);
  for (const match of [...message.takeAll(pattern, "budget"), ...message.takeAll(bare, "budget")]) {
    const [words, limit, about, first, firstK, second, secondK, , unit, short] = match;
    const amount = euros(first ?? second ?? "", (firstK ?? secondK ?? "") !== "");
    const by = unit ?? short ?? "";
    if (/at least|\bover\b|more than/.test(words) && limit === undefined)
      found.problems.push(`"${words.trim()}" is not an upper limit, so I did not use it.`);
    else if (amount <= 0) found.problems.push(`A budget of ${amount} € is not possible.`);
    else if (/night|day/.test(by)) {
      found.wishes.nightAtMost = amount;
      if (by.includes("day"))
        found.doubts.push(`I took "${words.trim()}" as the highest price of a night in the hotel`);
    } else found.budget = { ...found.budget, total: amount, perPerson: /^p|head|travel|adult|each/.test(by) };
    if (words.includes("both of us")) found.trip.travelers = 2;
    if (about !== undefined) found.doubts.push(`I took "${words.trim()}" as an upper limit`);
  }
  readPhrases(message, found, "money");
}

/** Reads "1,200", "1.200", "1200.50" and "1.5k". */
function euros(digits: string, isThousands: boolean): number {
  const plain = /^-?\d{1,3}(?:[.,]\d{3})+$/.test(digits)
    ? digits.replaceAll(/[.,]/g, "")
    : digits.replace(",", ".").replace(/\.$/, "");
  return Math.round(Number(plain) * (isThousands ? 1000 : 1));
}
