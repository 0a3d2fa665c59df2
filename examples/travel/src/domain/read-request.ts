import { listText } from "./describe-trip.ts";
import type { Airport } from "./offers.ts";
import { readDates } from "./read-dates.ts";
import { readProfile } from "./read-profile.ts";
import { type Change, emptyReading, type Intent, type Reading } from "./reading.ts";

/** Context for reading a message. */
export interface ReadingContext {
  readonly airports: readonly Airport[];
  /** Current date at the traveler's location. */
  readonly today: string;
  /** Topics of the question that the message answers: `origin`, `destination`, `dates`. Defaults to none. */
  readonly askedTopics?: readonly string[];
}

const CHANGES: readonly (readonly [RegExp, Change])[] = [
  [/\blater\b(?=.*\b(?:out|outbound|there|departure)\b)|\b(?:leave|depart|fly out)\b.*\blater\b/, "laterOutbound"],
  [
    /\bearlier\b(?=.*\b(?:out|outbound|there|departure)\b)|\b(?:leave|depart|fly out)\b.*\bearlier\b/,
    "earlierOutbound",
  ],
  [/\blater\b(?=.*\b(?:back|return|home)\b)|\b(?:return|back|home)\b.*\blater\b/, "laterReturn"],
  [/\bearlier\b(?=.*\b(?:back|return|home)\b)|\b(?:return|back|home)\b.*\bearlier\b/, "earlierReturn"],
  [/\bcheaper\b(?!.*\bflight)/, "cheaperHotel"],
  [/\b(?:better|nicer|fancier)\s+(?:hotel|room|place)\b/, "betterHotel"],
  [/\b(?:another|other|different)\s+(?:hotel|room|place)\b|\bchange\s+(?:the\s+)?(?:hotel|room)\b/, "otherHotel"],
  [/\b(?:a|one)\s+(?:day|night)\s+(?:longer|more)\b|\b(?:one\s+(?:more|extra)|another)\s+(?:day|night)\b/, "longer"],
  [/\b(?:a|one)\s+(?:day|night)\s+(?:shorter|less)\b/, "shorter"],
];

const ORDINALS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 };

/**
 * Reads a message by rules: origin, destination, dates, number of travelers, budget, changes, and facts about the traveler.
 *
 * Details that the message does not contain are null.
 */
export function readRequest(text: string, { airports, today, askedTopics = [] }: ReadingContext): Reading {
  const message = ` ${text.toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ").trim()} `;
  const profile = readProfile(text, (words) => citiesIn(words, airports)[0]?.code ?? null);
  const places = readPlaces(` ${text.replaceAll(/\s+/g, " ").trim()} `, airports, askedTopics);
  const dates = readDates(text, today);
  const times = readTimes(message);
  const changes = CHANGES.flatMap(([pattern, change]) => (pattern.test(message) ? [change] : []));
  const budget = readBudget(message);
  const facts = [...profile.facts];
  if (places.origin !== null) facts.push({ kind: "home", value: places.origin, certainty: "guessed" });
  if (budget.budgetLevel !== null) facts.push({ kind: "price", value: budget.budgetLevel, certainty: "guessed" });
  const reading: Reading = {
    ...emptyReading(),
    ...places,
    startDate: dates.startDate,
    endDate: dates.endDate,
    nights: between(dates.nights, 1, 30),
    ...times,
    ...budget,
    travelers: between(readTravelers(message), 1, 9),
    changes,
    choice: between(readChoice(message), 1, 20),
    skip: listAfter(message, /\b(?:skip|leave out|without|drop|no)\s+(?:the\s+)?([^.,;!]+)/).filter(
      (name) => !/flights?$|budget/.test(name),
    ),
    want: listAfter(message, /\b(?:add|include|must see|want to see)\s+(?:the\s+)?([^.,;!]+)/),
    facts,
    takenBack: [...profile.takenBack],
  };
  return { ...reading, intent: intentOf(message, reading), reasoning: reasoningOf(reading, dates.because) };
}

/** Ignores counts outside the allowed range. */
const between = (count: number | null, least: number, most: number): number | null =>
  count !== null && count >= least && count <= most ? count : null;

function intentOf(message: string, reading: Reading): Intent {
  if (/\b(?:start over|new trip|another trip)\b/.test(message)) return "new_trip";
  const { origin, destination, startDate, nights, travelers, budgetLevel, budgetTotal } = reading;
  if ([origin, destination, startDate, nights, travelers, budgetLevel, budgetTotal].some((value) => value !== null))
    return "plan_trip";
  const { outboundAfter, outboundBefore, returnAfter, returnBefore, changes, choice, skip, want } = reading;
  const times = [outboundAfter, outboundBefore, returnAfter, returnBefore, choice];
  if (times.some((value) => value !== null) || changes.length + skip.length + want.length > 0) return "change_trip";
  // A message that both changes and books the trip only changes it, so that the traveler sees the change first.
  if (/^ (?:please )?(?:book|reserve|buy)\b|\b(?:book|reserve|buy) (?:it|this|the trip)\b|\blet's book\b/.test(message))
    return "book_trip";
  if (/\b(?:know|remember)\b.*\bme\b|\bmy (?:profile|preferences)\b/.test(message) && reading.takenBack.length === 0)
    return "show_profile";
  if (reading.facts.length + reading.takenBack.length > 0) return "tell_profile";
  if (/\b(?:show|itinerary|my trip|the trip|the plan|status|alternatives|options)\b/.test(message)) return "show_trip";
  return "unclear";
}

function reasoningOf(reading: Reading, dates: string | null): string {
  const found = [
    reading.origin === null ? "" : "an origin",
    reading.destination === null ? "" : "a destination",
    reading.startDate === null ? "" : `dates${dates === null ? "" : ` (${dates})`}`,
    reading.budgetLevel === null && reading.budgetTotal === null ? "" : "a budget",
    reading.changes.length === 0 ? "" : "changes",
    reading.facts.length === 0 ? "" : "facts about the traveler",
    reading.takenBack.length === 0 ? "" : "facts to remove",
  ].filter((part) => part !== "");
  return found.length === 0 ? "The rules recognized nothing." : `The rules recognized ${listText(found)}.`;
}

interface FoundCity {
  readonly code: string;
  readonly at: number;
}

/** Finds cities by name, alias or code, in the order of the text. Codes must be in capitals, because "mad" is a word too. */
function citiesIn(text: string, airports: readonly Airport[]): readonly FoundCity[] {
  const lowerCase = text.toLowerCase();
  return airports
    .flatMap(({ code, city, aliases }) => {
      const places = [city, ...aliases].map((name) => placeOf(name.toLowerCase(), lowerCase));
      return [...places, placeOf(code, text)].flatMap((at) => (at < 0 ? [] : [{ code, at }]));
    })
    .toSorted((a, b) => a.at - b.at)
    .filter(({ code }, index, all) => all.findIndex((city) => city.code === code) === index);
}

const placeOf = (name: string, text: string): number => {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.search(new RegExp(`(?<![\\p{L}])${quoted}(?![\\p{L}])`, "u"));
};

function readPlaces(text: string, airports: readonly Airport[], askedTopics: readonly string[]) {
  // "I live in …" names the traveler's home, not a place of the trip.
  const trip = text.replaceAll(/\blive (?:in|near) \S+/gi, (all) => " ".repeat(all.length));
  const found = citiesIn(trip, airports);
  const before = ({ at }: FoundCity): string => trip.slice(0, at).toLowerCase();
  const origin = found.find((city) => /\b(?:from|out of|leaving)\s*$/.test(before(city)));
  const rest = found.filter((city) => city !== origin);
  const named = rest.find((city) => /\b(?:to|in|visit|see|for)\s*$/.test(before(city)));
  const onlyOrigin = askedTopics.includes("origin") && !askedTopics.includes("destination") && named === undefined;
  if (origin === undefined && onlyOrigin) return { origin: rest[0]?.code ?? null, destination: null };
  const pair = /(?:\bto|-|–|→)\s*$/;
  const [first, second] = rest;
  if (origin === undefined && first !== undefined && second !== undefined && pair.test(before(second))) {
    return { origin: first.code, destination: second.code };
  }
  return { origin: origin?.code ?? null, destination: (named ?? rest[0])?.code ?? null };
}

/** Converts "10", "10:30" or "2pm" to a time such as "14:00". */
function timeOf(hour: string, minute: string | undefined, period: string | undefined): string | null {
  const hours = (Number(hour) % (period === undefined ? 24 : 12)) + (period === "pm" ? 12 : 0);
  return Number(hour) > 24 || Number(minute ?? 0) > 59 ? null : `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
}

type FlightTimes = {
  -readonly [Key in "outboundAfter" | "outboundBefore" | "returnAfter" | "returnBefore"]: string | null;
};

function readTimes(message: string): FlightTimes {
  const times: FlightTimes = { outboundAfter: null, outboundBefore: null, returnAfter: null, returnBefore: null };
  for (const match of message.matchAll(
    /\b(after|before|not before|no earlier than|by)\s+(\d{1,2})(?::(\d\d))?\s*(am|pm)?(?![\d\p{L}-])/gu,
  )) {
    const [, preposition = "", hour = "", minute, period] = match;
    if (
      minute === undefined &&
      period === undefined &&
      !/\b(?:fly|flight|leave|depart|back|home|return|out|arrive)\b/.test(message)
    )
      continue;
    const before = message.slice(0, match.index);
    const back = Math.max(before.lastIndexOf("back"), before.lastIndexOf("return"), before.lastIndexOf("home"));
    const out = Math.max(before.lastIndexOf("out"), before.lastIndexOf("leave"), before.lastIndexOf("depart"));
    const isLatest = preposition === "before" || preposition === "by";
    times[`${back > out ? "return" : "outbound"}${isLatest ? "Before" : "After"}`] = timeOf(hour, minute, period);
  }
  return times;
}

function readBudget(message: string): Pick<Reading, "budgetLevel" | "budgetTotal"> {
  const total =
    /\b(?:under|below|max(?:imum)?|at most|up to|budget of|budget is|less than|for)\s*(?:€|eur(?:o|os)?)?\s*(\d{2,5})\s*(?:€|eur(?:o|os)?\b)?/.exec(
      message,
    );
  const isMoney =
    total !== null && (/€|eur/.test(total[0]) || /under|below|max|at most|up to|budget|less than/.test(total[0]));
  const budgetLevel =
    /\b(?:low|small|tight|shoestring)[ -]budget\b|\bas cheap(?:ly)? as possible\b|\bon a budget\b/.test(message)
      ? "low"
      : /\bmid(?:dle|dling|-range| range)?[ -]?budget\b|\bmid-range\b|\bmoderate\b/.test(message)
        ? "mid"
        : /\b(?:high|big|large)[ -]budget\b|\bluxur|\bno object\b/.test(message)
          ? "high"
          : null;
  return { budgetLevel, budgetTotal: isMoney && Number(total[1]) > 0 ? Number(total[1]) : null };
}

function readTravelers(message: string): number | null {
  const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6 };
  const match =
    /\b(\d|two|three|four|five|six)\s+(?:of us|people|persons|adults|travelers|travellers)\b/.exec(message) ?? // cspell:disable-line
    /\bfor\s+(two|three|four|five|six)\b(?!\s+(?:day|night|week))/.exec(message);
  const [, count = ""] = match ?? [];
  return match === null ? null : (numbers[count] ?? Number(count));
}

function readChoice(message: string): number | null {
  const match =
    /\b(?:option|number|alternative|take|choose|pick)\s*(?:the\s+|number\s+)?#?(\d{1,2}|first|second|third|fourth|fifth)\b/.exec(
      message,
    ) ?? /^ (?:the )?#?(\d{1,2}|first|second|third|fourth|fifth)(?: one)?(?: please)? $/.exec(message);
  const [, choice = ""] = match ?? [];
  return match === null ? null : (ORDINALS[choice] ?? Number(choice));
}

/** Splits the list after a pattern: "skip the castle and the tile museum" names two sights. */
function listAfter(message: string, pattern: RegExp): string[] {
  const [, list] = pattern.exec(message) ?? [];
  if (list === undefined) return [];
  return list
    .split(/\s+and\s+|\s*,\s*/)
    .map((name) => name.replaceAll(/^(?:the|a|an|any)\s+|\bplease\b/g, "").trim())
    .filter((name) => name.length > 2);
}
