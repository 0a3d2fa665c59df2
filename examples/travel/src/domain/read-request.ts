import type { Airport } from "./offers.ts";
import { readDates } from "./read-dates.ts";
import { readProfile } from "./read-profile.ts";
import { type Change, emptyReading, type Intent, type Reading } from "./reading.ts";

/** What a message is read against. */
export interface ReadingContext {
  readonly airports: readonly Airport[];
  /** Today, where the traveler is. */
  readonly today: string;
  /** The message answers a question about this: `origin`, `destination`, `dates`. */
  readonly asked?: readonly string[];
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
 * Reads one message by rules: where from and to, when, for how many, the budget, what to change, and what it says of the traveler.
 *
 * Nothing is made up: what the message does not say is null.
 */
export function readRequest(text: string, { airports, today, asked = [] }: ReadingContext): Reading {
  const said = ` ${text.toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ").trim()} `;
  const profile = readProfile(text, (words) => citiesIn(words, airports)[0]?.code ?? null);
  const places = readPlaces(` ${text.replaceAll(/\s+/g, " ").trim()} `, airports, asked);
  const dates = readDates(text, today);
  const times = readTimes(said);
  const changes = CHANGES.flatMap(([pattern, change]) => (pattern.test(said) ? [change] : []));
  const budget = readBudget(said);
  const facts = [
    ...profile.facts,
    ...(places.origin === null ? [] : [{ kind: "home", value: places.origin, certainty: "guessed" } as const]),
    ...(budget.budgetLevel === null
      ? []
      : [{ kind: "price", value: budget.budgetLevel, certainty: "guessed" } as const]),
  ];
  const reading: Reading = {
    ...emptyReading(),
    ...places,
    startDate: dates.startDate,
    endDate: dates.endDate,
    nights: between(dates.nights, 1, 30),
    ...times,
    ...budget,
    travelers: between(readTravelers(said), 1, 9),
    changes,
    choice: between(readChoice(said), 1, 20),
    skip: listAfter(said, /\b(?:skip|leave out|without|drop|no)\s+(?:the\s+)?([^.,;!]+)/).filter(
      (each) => !/flights?$|budget/.test(each),
    ),
    want: listAfter(said, /\b(?:add|include|must see|want to see)\s+(?:the\s+)?([^.,;!]+)/),
    facts,
    takenBack: profile.takenBack.map((each) => ({ ...each })),
  };
  return { ...reading, intent: intentOf(said, reading), reasoning: reasoningOf(reading, dates.because) };
}

/** A count that no trip has was no count. */
const between = (count: number | null, least: number, most: number): number | null =>
  count !== null && count >= least && count <= most ? count : null;

function intentOf(said: string, reading: Reading): Intent {
  if (/\b(?:start over|new trip|another trip)\b/.test(said)) return "new_trip";
  const { origin, destination, startDate, nights, travelers, budgetLevel, budgetTotal } = reading;
  if ([origin, destination, startDate, nights, travelers, budgetLevel, budgetTotal].some((each) => each !== null))
    return "plan_trip";
  const { outboundAfter, outboundBefore, returnAfter, returnBefore, changes, choice, skip, want } = reading;
  const times = [outboundAfter, outboundBefore, returnAfter, returnBefore, choice];
  if (times.some((each) => each !== null) || changes.length + skip.length + want.length > 0) return "change_trip";
  // Whoever books and changes something in one breath sees the change first.
  if (/^ (?:please )?(?:book|reserve|buy)\b|\b(?:book|reserve|buy) (?:it|this|the trip)\b|\blet's book\b/.test(said))
    return "book_trip";
  if (/\b(?:know|remember)\b.*\bme\b|\bmy (?:profile|preferences)\b/.test(said) && reading.takenBack.length === 0)
    return "show_profile";
  if (reading.facts.length + reading.takenBack.length > 0) return "tell_profile";
  if (/\b(?:show|itinerary|my trip|the trip|the plan|status|alternatives|options)\b/.test(said)) return "show_trip";
  return "unclear";
}

function reasoningOf(reading: Reading, dates: string | null): string {
  const read = [
    reading.origin === null ? "" : "an origin",
    reading.destination === null ? "" : "a destination",
    reading.startDate === null ? "" : `days${dates === null ? "" : ` (${dates})`}`,
    reading.budgetLevel === null && reading.budgetTotal === null ? "" : "a budget",
    reading.changes.length === 0 ? "" : "changes",
    reading.facts.length === 0 ? "" : "something about the traveler",
    reading.takenBack.length === 0 ? "" : "something that does not hold any more",
  ].filter((each) => each !== "");
  return read.length === 0 ? "The rules found nothing they know." : `The rules found ${read.join(", ")}.`;
}

interface FoundCity {
  readonly code: string;
  readonly at: number;
}

/** Cities by name, other name or code, in the order of the text. Codes are capital letters: "mad" is a word. */
function citiesIn(text: string, airports: readonly Airport[]): readonly FoundCity[] {
  const said = text.toLowerCase();
  return airports
    .flatMap(({ code, city, aliases }) => {
      const places = [city, ...aliases].map((name) => placeOf(name.toLowerCase(), said));
      return [...places, placeOf(code, text)].flatMap((at) => (at < 0 ? [] : [{ code, at }]));
    })
    .toSorted((one, other) => one.at - other.at)
    .filter(({ code }, index, all) => all.findIndex((each) => each.code === code) === index);
}

const placeOf = (name: string, text: string): number => {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.search(new RegExp(`(?<![\\p{L}])${quoted}(?![\\p{L}])`, "u"));
};

function readPlaces(text: string, airports: readonly Airport[], asked: readonly string[]) {
  // "I live in …" is about the traveler, not about the trip.
  const trip = text.replaceAll(/\blive (?:in|near) \S+/gi, (all) => " ".repeat(all.length));
  const found = citiesIn(trip, airports);
  const before = ({ at }: FoundCity): string => trip.slice(0, at).toLowerCase();
  const origin = found.find((each) => /\b(?:from|out of|leaving)\s*$/.test(before(each)));
  const rest = found.filter((each) => each !== origin);
  const named = rest.find((each) => /\b(?:to|in|visit|see|for)\s*$/.test(before(each)));
  const onlyOrigin = asked.includes("origin") && !asked.includes("destination") && named === undefined;
  if (origin === undefined && onlyOrigin) return { origin: rest[0]?.code ?? null, destination: null };
  const pair = /(?:\bto|-|–|→)\s*$/;
  const [first, second] = rest;
  if (origin === undefined && first !== undefined && second !== undefined && pair.test(before(second))) {
    return { origin: first.code, destination: second.code };
  }
  return { origin: origin?.code ?? null, destination: (named ?? rest[0])?.code ?? null };
}

/** "10", "10:30", "2pm" as a wall time. */
function wallTime(hour: string, minute: string | undefined, half: string | undefined): string | null {
  const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half === "pm" ? 12 : 0);
  return Number(hour) > 24 || Number(minute ?? 0) > 59 ? null : `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
}

type TimesRead = {
  -readonly [Key in "outboundAfter" | "outboundBefore" | "returnAfter" | "returnBefore"]: string | null;
};

function readTimes(said: string): TimesRead {
  const times: TimesRead = { outboundAfter: null, outboundBefore: null, returnAfter: null, returnBefore: null };
  for (const match of said.matchAll(
    /\b(after|before|not before|no earlier than|by)\s+(\d{1,2})(?::(\d\d))?\s*(am|pm)?(?![\d\p{L}-])/gu,
  )) {
    const [, how = "", hour = "", minute, half] = match;
    if (
      minute === undefined &&
      half === undefined &&
      !/\b(?:fly|flight|leave|depart|back|home|return|out|arrive)\b/.test(said)
    )
      continue;
    const time = wallTime(hour, minute, half);
    const words = said.slice(0, match.index);
    const back = Math.max(words.lastIndexOf("back"), words.lastIndexOf("return"), words.lastIndexOf("home"));
    const out = Math.max(words.lastIndexOf("out"), words.lastIndexOf("leave"), words.lastIndexOf("depart"));
    const late = how === "before" || how === "by";
    times[`${back > out ? "return" : "outbound"}${late ? "Before" : "After"}`] = time;
  }
  return times;
}

function readBudget(said: string): Pick<Reading, "budgetLevel" | "budgetTotal"> {
  const total =
    /\b(?:under|below|max(?:imum)?|at most|up to|budget of|budget is|less than|for)\s*(?:€|eur(?:o|os)?)?\s*(\d{2,5})\s*(?:€|eur(?:o|os)?\b)?/.exec(
      said,
    );
  const isMoney =
    total !== null && (/€|eur/.test(total[0]) || /under|below|max|at most|up to|budget|less than/.test(total[0]));
  const budgetLevel =
    /\b(?:low|small|tight|shoestring)[ -]budget\b|\bas cheap(?:ly)? as possible\b|\bon a budget\b/.test(said)
      ? "low"
      : /\bmid(?:dle|dling|-range| range)?[ -]?budget\b|\bmid-range\b|\bmoderate\b/.test(said)
        ? "mid"
        : /\b(?:high|big|large)[ -]budget\b|\bluxur|\bmoney is no\b/.test(said)
          ? "high"
          : null;
  return { budgetLevel, budgetTotal: isMoney && Number(total[1]) > 0 ? Number(total[1]) : null };
}

function readTravelers(said: string): number | null {
  const words: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6 };
  const match =
    /\b(\d|two|three|four|five|six)\s+(?:of us|people|persons|adults|travelers|travelers)\b/.exec(said) ??
    /\bfor\s+(two|three|four|five|six)\b(?!\s+(?:day|night|week))/.exec(said);
  const [, count = ""] = match ?? [];
  return match === null ? null : (words[count] ?? Number(count));
}

function readChoice(said: string): number | null {
  const match =
    /\b(?:option|number|alternative|take|choose|pick)\s*(?:the\s+|number\s+)?#?(\d{1,2}|first|second|third|fourth|fifth)\b/.exec(
      said,
    ) ?? /^ (?:the )?#?(\d{1,2}|first|second|third|fourth|fifth)(?: one)?(?: please)? $/.exec(said);
  const [, which = ""] = match ?? [];
  return match === null ? null : (ORDINALS[which] ?? Number(which));
}

/** The things that a phrase lists: "the castle and the tile museum" are two. */
function listAfter(said: string, pattern: RegExp): string[] {
  const [, list] = pattern.exec(said) ?? [];
  if (list === undefined) return [];
  return list
    .split(/\s+and\s+|\s*,\s*/)
    .map((each) => each.replaceAll(/^(?:the|a|an|any)\s+|\bplease\b/g, "").trim())
    .filter((each) => each.length > 2);
}
