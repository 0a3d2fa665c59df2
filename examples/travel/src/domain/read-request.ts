import type { Airport } from "./offers.ts";
import { readDates } from "./read-dates.ts";
import { readProfile } from "./read-profile.ts";
import { type Change, emptyReading, type Intent, type Reading } from "./reading.ts";

/** What a message is read against. */
export interface ReadingContext {
  readonly airports: readonly Airport[];
  /** Today, where the traveller is. */
  readonly today: string;
  /** The message answers a question about this: `origin`, `destination`, `dates`. */
  readonly asked?: readonly string[];
}

const CHANGES: readonly (readonly [RegExp, Change])[] = [
  [/\blater\b(?=.*\b(?:out|outbound|there|departure)\b)|\b(?:leave|depart|fly out)\s+later\b/, "laterOutbound"],
  [/\bearlier\b(?=.*\b(?:out|outbound|there|departure)\b)|\b(?:leave|depart|fly out)\s+earlier\b/, "earlierOutbound"],
  [/\blater\b(?=.*\b(?:back|return|home)\b)|\b(?:return|back|home)\s+later\b/, "laterReturn"],
  [/\bearlier\b(?=.*\b(?:back|return|home)\b)|\b(?:return|back|home)\s+earlier\b/, "earlierReturn"],
  [/\bcheaper\s+(?:hotel|room|place)\b|\bhotel\b.*\bcheaper\b/, "cheaperHotel"],
  [/\b(?:better|nicer|fancier)\s+(?:hotel|room|place)\b/, "betterHotel"],
  [/\b(?:a|one)\s+(?:day|night)\s+(?:longer|more)\b|\b(?:one|another)\s+(?:more|extra)?\s*(?:day|night)\b/, "longer"],
  [/\b(?:a|one)\s+(?:day|night)\s+(?:shorter|less)\b/, "shorter"],
];

const ORDINALS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 };

/**
 * Reads one message by rules: where from and to, when, for how many, the budget, what to change, and what it says of the traveller.
 *
 * Nothing is made up: what the message does not say is null.
 */
export function readRequest(text: string, { airports, today, asked = [] }: ReadingContext): Reading {
  const said = ` ${text.toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ").trim()} `;
  const profile = readProfile(text, (words) => citiesIn(words, airports)[0]?.code ?? null);
  const places = readPlaces(said, airports, asked);
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
    nights: dates.nights,
    ...times,
    ...budget,
    travellers: readTravellers(said),
    changes,
    choice: readChoice(said),
    skip: listAfter(said, /\b(?:skip|leave out|without|drop|no)\s+(?:the\s+)?([^.,;!]+)/).filter(
      (each) => !/flights?$|budget/.test(each),
    ),
    want: listAfter(said, /\b(?:add|include|must see|want to see)\s+(?:the\s+)?([^.,;!]+)/),
    facts,
    takenBack: profile.takenBack.map((each) => ({ ...each })),
  };
  return { ...reading, intent: intentOf(said, reading), reasoning: reasoningOf(reading, dates.because) };
}

function intentOf(said: string, reading: Reading): Intent {
  if (/\b(?:start over|new trip|another trip)\b/.test(said)) return "new_trip";
  const { origin, destination, startDate, nights, travellers, budgetLevel, budgetTotal } = reading;
  if ([origin, destination, startDate, nights, travellers, budgetLevel, budgetTotal].some((each) => each !== null))
    return "plan_trip";
  const { outboundAfter, outboundBefore, returnAfter, returnBefore, changes, choice, skip, want } = reading;
  const times = [outboundAfter, outboundBefore, returnAfter, returnBefore, choice];
  if (times.some((each) => each !== null) || changes.length + skip.length + want.length > 0) return "change_trip";
  // Whoever books and changes something in one breath sees the change first.
  if (/^ (?:please )?(?:book|reserve|buy)\b|\b(?:book it|book this|book the trip|let's book)\b/.test(said))
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
    reading.facts.length === 0 ? "" : "something about the traveller",
    reading.takenBack.length === 0 ? "" : "something that does not hold any more",
  ].filter((each) => each !== "");
  return read.length === 0 ? "The rules found nothing they know." : `The rules found ${read.join(", ")}.`;
}

interface FoundCity {
  readonly code: string;
  readonly at: number;
}

/** Cities by name, other name or code, in the order of the text. */
function citiesIn(text: string, airports: readonly Airport[]): readonly FoundCity[] {
  const said = text.toLowerCase();
  return airports
    .flatMap(({ code, city, aliases }) =>
      [city, ...aliases, code].flatMap((name) => {
        const at = said.search(new RegExp(`(?<![\\p{L}])${name.toLowerCase()}(?![\\p{L}])`, "u"));
        return at < 0 ? [] : [{ code, at }];
      }),
    )
    .toSorted((one, other) => one.at - other.at)
    .filter(({ code }, index, all) => all.findIndex((each) => each.code === code) === index);
}

function readPlaces(said: string, airports: readonly Airport[], asked: readonly string[]) {
  // "I live in …" is about the traveller, not about the trip.
  const found = citiesIn(
    said.replaceAll(/\blive (?:in|near) \S+/g, (all) => " ".repeat(all.length)),
    airports,
  );
  const before = ({ at }: FoundCity): string => said.slice(0, at);
  const origin = found.find((each) => /\b(?:from|out of|leaving)\s*$/.test(before(each)));
  const rest = found.filter((each) => each !== origin);
  const named = rest.find((each) => /\b(?:to|in|visit|see|for)\s*$/.test(before(each)));
  const onlyOrigin = asked.includes("origin") && !asked.includes("destination") && named === undefined;
  if (origin === undefined && onlyOrigin) return { origin: rest[0]?.code ?? null, destination: null };
  const pair = /\b\s*(?:to|-|–|→)\s*$/;
  const [first, second] = rest;
  if (origin === undefined && first !== undefined && second !== undefined && pair.test(before(second))) {
    return { origin: first.code, destination: second.code };
  }
  return { origin: origin?.code ?? null, destination: (named ?? rest[0])?.code ?? null };
}

/** "10", "10:30", "2pm" as a wall time. */
function wallTime(hour: string, minute: string | undefined, half: string | undefined): string | null {
  const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half === "pm" ? 12 : 0);
  return Number(hour) > 24 ? null : `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
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
  return { budgetLevel, budgetTotal: isMoney ? Number(total[1]) : null };
}

function readTravellers(said: string): number | null {
  const words: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6 };
  const match =
    /\b(\d|two|three|four|five|six)\s+(?:of us|people|persons|adults|travellers|travelers)\b/.exec(said) ??
    /\bfor\s+(two|three|four|five|six)\b(?!\s+(?:day|night|week))/.exec(said);
  const [, count = ""] = match ?? [];
  return match === null ? null : (words[count] ?? Number(count));
}

function readChoice(said: string): number | null {
  const match =
    /\b(?:option|number|alternative|take|choose|pick)\s*(?:the\s+|number\s+)?#?(\d{1,2}|first|second|third|fourth|fifth)\b/.exec(
      said,
    ) ?? /^ #?(\d{1,2}) $/.exec(said);
  const [, which = ""] = match ?? [];
  return match === null ? null : (ORDINALS[which] ?? Number(which));
}

/** The things that a phrase lists: "the castle and the tile museum" are two. */
function listAfter(said: string, pattern: RegExp): string[] {
  const [, list] = pattern.exec(said) ?? [];
  if (list === undefined) return [];
  return list
    .split(/\s+and\s+|\s*,\s*/)
    .map((each) => each.replace(/^(?:the|a|an|any)\s+/, "").trim())
    .filter((each) => each.length > 2);
}
