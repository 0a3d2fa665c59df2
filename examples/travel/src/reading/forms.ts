import type { FactKind } from "../domain/profile.ts";
import { BudgetLevel } from "../domain/trip.ts";
import type { Change, Reading } from "./reading.ts";

/** Travelers that a clause names; `self` is 1 with the traveler, as in "me and my wife". */
export interface People {
  total: number;
  adults: number;
  children: number;
  relatives: number;
  self: number;
}

/** What the named groups of a pattern have found, in lower case. */
export type Groups = Readonly<Record<string, string>>;

/** Adds to a reading what words say. A form that returns false has not understood them. */
type Use = (reading: Reading, groups: Groups, people: People) => unknown;

/** Words that say nothing about a trip. Negations, numbers and names are not among them. */
export const FILLERS: ReadonlySet<string> = new Set(
  "a an the i i'd i'll we we'd we'll we're us me my our please hi hello hey thanks thank you ok okay yes no actually sorry well so then too would like want to need go get travel fly flying trip holiday vacation flight flights hotel plan for in on at of with and it it's that's make let's let instead rather now any more anymore again just leave leaving stay add take from there".split(
    " ",
  ),
);

const COUNTS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "zeroth first second third fourth fifth sixth".split(" ");

/** Value of a count in digits or words; a missing one is 1. */
function numberOf(text = "a"): number {
  const word = text.toLowerCase();
  const index = Math.max(COUNTS.indexOf(word), ORDINALS.indexOf(word));
  return /^an?$/.test(word) ? 1 : index < 0 ? Number(text.replaceAll(",", "")) : index;
}

const command = (details: Partial<Reading>) => (): Partial<Reading> => details;

/** Messages that are a command as a whole. */
export const COMMANDS: readonly (readonly [RegExp, (groups: Groups) => Partial<Reading>])[] = [
  [/^(?:book|reserve) (?:it|this|(?:this|the) trip)$/i, command({ intent: "book_trip" })],
  [/^book (?:it|this|(?:this|the) trip) (?:as it is|anyway)$/i, command({ intent: "book_trip", asItIs: true })],
  [
    /^cancel (?:(?:the|my) )?(?<booking>tm-\w+|\p{L}+(?= booking)|)(?:(?:^| ?)(?:booking|trip))?$/iu,
    ({ booking }) => ({ intent: "cancel_booking", booking: booking || null }),
  ],
  [
    /^cancel (?:the|my) (?:booking|trip) (?:to|for) (?<booking>\p{L}+)$/iu,
    ({ booking }) => ({ intent: "cancel_booking", booking: booking || null }),
  ],
  [/^show (?:me )?(?:the|my) (?:trip|itinerary|plan)$/i, command({ intent: "show_trip" })],
  [/^(?:what (?:did i|have i) book(?:ed)?|show (?:me )?my bookings)$/i, command({ intent: "show_bookings" })],
  [/^(?:what do you know about me|show (?:me )?my profile)$/i, command({ intent: "show_profile" })],
  [/^(?:forget me|delete my profile)$/i, command({ intent: "forget_me" })],
  [/^(?:(?:a )?new trip|start over)$/i, command({ intent: "new_trip" })],
  [/^(?:forget it|(?:drop|forget) (?:the|this) trip)$/i, command({ intent: "drop_trip" })],
  [/^(?:no|nothing|never ?mind|leave (?:it|that) out)$/i, command({ intent: "leave_out" })],
  [
    /^(?:take )?(?:alternative |option |number )?(?<number>\d{1,2})$/i,
    ({ number }) => ({ intent: "change_trip", choice: Number(number) }),
  ],
  [
    /^(?:take )?the (?<number>first|second|third|fourth|fifth|sixth)(?: one)?$/i,
    ({ number }) => ({ intent: "change_trip", choice: numberOf(number) }),
  ],
];

/** What travelers like or avoid, by the names of the catalog. */
const TASTES = {
  museum: "museums?",
  art: "art|galleries",
  history: "history|castles?|palaces?",
  nature: "nature|parks?|gardens?",
  views: "views?",
  beach: "beach(?:es)?",
  walking: "walking",
  "early flights": "early flights?",
  "late flights": "late flights?",
  crowds: "crowds",
};
/** Facts by the words of "forget my home". */
const FACTS: Readonly<Record<string, FactKind>> = {
  home: "home_address",
  diet: "food_preference",
  seat: "seat_preference",
  allergies: "allergies",
  likes: "likes",
  dislikes: "dislikes",
  budget: "price_sensitivity",
  transport: "home_local_prefer_mode",
  passport: "passport_nationality",
};
const DAY_PARTS: Readonly<Record<string, readonly [after: string, before: string]>> = {
  morning: ["05:00", "11:59"],
  afternoon: ["12:00", "17:59"],
  evening: ["17:00", "23:59"],
};
/** Wishes that are always the same. */
const WISHES: Readonly<Record<string, Reading["wishes"]>> = {
  "(?:direct|non-?stop)(?: flights?)?(?: only)?": { direct: true },
  "one[- ]way": { oneWay: true },
  "return (?:trip|flight)": { oneWay: false },
  "(?:the )?cheapest flights?": { cheapFlights: true },
  "(?:the )?cheapest hotel": { cheapStay: true },
  "not (?:business|first|premium economy)(?: class)?": { cabin: null },
  "business class": { cabin: "business" },
  "first class": { cabin: "first" },
  "premium economy(?: class)?": { cabin: "premium economy" },
  "(?:central hotel|hotel (?:in|near) the cent(?:er|re))": { near: "center" },
  "(?:without (?:a )?hotel|no hotel(?: needed)?)": { withoutHotel: true },
  "(?:a )?single rooms?": { roomKind: "single" },
  "(?:a )?double rooms?": { roomKind: "double" },
  "(?:a )?family rooms?": { roomKind: "family" },
};
const CHANGES: Readonly<Record<string, Change>> = {
  "(?:a )?cheaper hotel": "cheaperHotel",
  "(?:a )?(?:better|nicer) hotel": "betterHotel",
  "(?:another|a different) hotel": "otherHotel",
  "(?:another|a different) flight out": "otherOutbound",
  "(?:another|a different) (?:flight (?:back|home)|return flight)": "otherReturn",
  "(?:make (?:it|the trip) )?cheaper(?! \\p{L})": "cheaperTrip",
};
/** Facts about the traveler, with "not" if they are taken back. */
const STATED: Readonly<Record<string, FactKind>> = {
  "(?:(?:i am|i'm|we are|we're|i eat|we eat) )?(?<not>not )?(?<values>vegetarian|vegan|halal|kosher|gluten-free)(?: (?:food|meals))?":
    "food_preference",
  "(?:(?:i am|i'm|we are|we're) )?(?<not>not |no longer )?allergic to (?<values>\\p{L}+(?: and \\p{L}+)*)$":
    "allergies",
  "(?:an? )?(?<values>window|aisle) seats?": "seat_preference",
  "(?:i have )?an? (?<values>\\p{L}+) passport": "passport_nationality",
};

/** Parts of patterns, by their names in braces. */
const PARTS: Groups = {
  n: `(?<n>\\d{1,4}|an?|${COUNTS.slice(1).join("|")})`,
  euro: "(?<euro>\\d{1,3}(?:,\\d{3})+|\\d+) ?(?:euros?|eur|€)",
  limit:
    "(?:at most|max|up to|no more than|(?:(?:my|our|the) )?(?:budget|limit)(?: is| of)?|(?<under>under|below|less than))",
  each: "(?<each>(?:a|per) night|per person|each)",
  time: "(?<hour>\\d{1,2})(?::(?<minute>\\d\\d))? ?(?<half>[ap]m)?",
  way: "(?<way>out|back|home)",
  soon: "(?<soon>earlier|later)",
  people: "(?:people|persons?|travel+ers?)",
  child: "(?:child(?:ren)?|kids?|bab(?:y|ies)|infants?|teenagers?|sons?|daughters?)",
  relative:
    "(?:wife|husband|partner|girlfriend|boyfriend|mother|father|mum|mom|dad|sister|brother|friend|colleague|aunt|uncle|cousin)",
  taste: `(?:${Object.values(TASTES).join("|")})`,
  thing:
    "(?:swimming )?pool|spa|sauna|gym|breakfast|balcony|terrace|(?:sea|city) view|wi-?fi|parking|kitchen|rental car|train|bus|ferry|taxi|insurance|dog|cat|quiet (?:hotel|room)",
};

const flightOf = (way?: string) => (way === "out" ? "outbound" : "return");
const signOf = (soon?: string): number => (soon === "earlier" ? -1 : 1);
const daysOf = (n?: string, unit?: string): number => numberOf(n) * (unit === "week" ? 7 : 1);
const listOf = (words = ""): readonly string[] => words.split(/ and (?:the )?/);

function useLimit({ budget, wishes }: Reading, { euro, each = "", under }: Groups): void {
  const limit = numberOf(euro) - (under === undefined ? 0 : 0.01);
  if (each.endsWith("night")) wishes.nightAtMost = limit;
  else Object.assign(budget, { total: limit, perPerson: each !== "" });
}

/** A bare hour such as "after 9" does not say which half of the day. */
function useTime({ wishes }: Reading, { way, when, hour, minute, half }: Groups): boolean {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  const isBare = minute === undefined && half === undefined && hours < 13;
  if (isBare || hours > 23 || Number(minute ?? 0) > 59 || (half !== undefined && Number(hour) > 12)) return false;
  wishes[`${flightOf(way)}${when === "before" ? "Before" : "After"}`] =
    `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
  return true;
}

function useDayPart({ wishes }: Reading, { way, part = "" }: Groups): void {
  const [after, before] = DAY_PARTS[part] ?? [];
  Object.assign(wishes, { [`${flightOf(way)}After`]: after, [`${flightOf(way)}Before`]: before });
}

function useTaste({ facts, takenBack }: Reading, { how = "", tastes = "" }: Groups): void {
  const kind = /hate|dislike|(?:not|n't) like/.test(how) ? "dislikes" : "likes";
  for (const word of tastes.split(/ (?:and|or) /)) {
    const [value = word] = Object.entries(TASTES).find(([, words]) => new RegExp(`^(?:${words})$`).test(word)) ?? [];
    if (/no longer|n't (?:hate|dislike)/.test(how)) takenBack.push({ kind, value });
    else facts.push({ kind, value, certainty: "said" });
  }
}

function useMode({ facts, wishes }: Reading, { who, mode = "" }: Groups): void {
  const value = mode === "foot" ? "walking" : /car|taxi/.test(mode) ? "car" : "public transport";
  if (who === undefined) wishes.transport = value;
  else facts.push({ kind: "home_local_prefer_mode", value, certainty: "said" });
}

const useFact =
  (kind: FactKind): Use =>
  ({ facts, takenBack }, { not, values = "" }) => {
    for (const value of values.split(" and "))
      if (not === undefined) facts.push({ kind, value, certainty: "said" });
      else takenBack.push({ kind, value });
  };

const useParty =
  (part: keyof People, sign = 1): Use =>
  (_, { n }, people) =>
    (people[part] += sign * numberOf(n));

/** Forms with parts, in the order in which they are read. */
const VARIED: readonly (readonly [words: string, use: Use])[] = [
  ["{limit} {euro}(?: {each})?(?: in total)?", useLimit],
  ["{euro} {each}", useLimit],
  ["{euro} (?:in total|at most|max)", useLimit],
  ["(?<level>low|mid|high) budget", ({ budget }, { level }) => (budget.level = BudgetLevel.parse(level))],
  ["no limit|any budget", ({ budget }) => (budget.total = null)],
  ["(?:(?:fly|leave|flight|go) )?{way} (?<when>after|before|not before) {time}", useTime],
  ["(?<part>morning|afternoon|evening) flight {way}", useDayPart],
  ["(?:fly|flight) {way} in the (?<part>morning|afternoon|evening)", useDayPart],
  [
    "(?:fly|flight|leave) {way} (?:{n} (?<unit>hour)s? )?{soon}",
    (reading, { way, n, unit, soon }) =>
      (reading[`${flightOf(way)}Shift`] = signOf(soon) * (unit === undefined ? 1 : numberOf(n) * 60)),
  ],
  ["(?:an? )?{soon} flight {way}", (reading, { way, soon }) => (reading[`${flightOf(way)}Shift`] = signOf(soon))],
  [
    "(?:an? )?{soon} flight",
    ({ ask }, { soon }) => ask.push(`which flight should leave ${soon}: the one out or the one back`),
  ],
  [
    "(?:come|fly|go) (?:back|home) {n} (?<unit>day|week)s? {soon}",
    (reading, { n, unit, soon }) => (reading.endShift = signOf(soon) * daysOf(n, unit)),
  ],
  [
    "{n} (?<unit>day|week)s? {soon}",
    (reading, { n, unit, soon }) => (reading.startShift = reading.endShift = signOf(soon) * daysOf(n, unit)),
  ],
  [
    "{n} (?:(?:more|extra) (?:nights?|days?)|(?:nights?|days?) (?:more|longer))",
    (reading, { n }) => (reading.endShift = numberOf(n)),
  ],
  [
    "{n} (?:(?:fewer|less) (?:nights?|days?)|(?:nights?|days?) (?:less|fewer|shorter))",
    (reading, { n }) => (reading.endShift = -numberOf(n)),
  ],
  ["(?<!in )(?:for )?{n} (?<unit>night|week)s?", ({ trip }, { n, unit }) => (trip.nights = daysOf(n, unit))],
  ["at least {n} stars?(?: hotel)?", ({ wishes }, { n }) => (wishes.starsAtLeast = numberOf(n))],
  ["{n}[- ]stars?(?: hotel)?", ({ wishes }, { n }) => (wishes.starsAtLeast = wishes.starsAtMost = numberOf(n))],
  ["{n} rooms?", ({ wishes }, { n }) => (wishes.rooms = numberOf(n))],
  [
    "(?:(?<who>i|we) (?:prefer to |usually )?)?get around (?:by|on) (?<mode>public transport|metro|bus|tram|car|taxi|foot)",
    useMode,
  ],
  [
    "(?:(?:i|we|and) )?(?:really )?(?<how>like|love|hate|dislike|(?:don't|do not|no longer) (?:like|hate|dislike)) (?<tastes>{taste}(?: (?:and|or) {taste})*)",
    useTaste,
  ],
  [
    "forget my (?<what>home|diet|seat|allergies|likes|dislikes|budget|transport|passport)",
    ({ takenBack }, { what = "" }) => takenBack.push({ kind: FACTS[what] ?? "likes", value: null }),
  ],
  ["{n} (?:more {people}|{people} more|more)|plus one", (reading, { n }) => (reading.moreTravelers = numberOf(n))],
  [
    "{n} (?:(?:fewer|less) {people}|{people} (?:fewer|less)|(?:fewer|less))",
    (reading, { n }) => (reading.moreTravelers = -numberOf(n)),
  ],
  ["(?:the )?{n} (?:{people}|of us)", useParty("total")],
  ["(?:for|make it) {n}(?=\\s*(?:·|$))", useParty("total")],
  ["(?:just|only|for) me(?=\\s*(?:·|$))|alone|on my own|by myself", useParty("total")],
  ["{n} adults?", useParty("adults")],
  ["(?:(?:my|our) )?{n} {child}", useParty("children")],
  ["(?:my|our) (?:son|daughter|baby|child)", useParty("children")],
  ["(?:my|our|an?) {relative}", useParty("relatives")],
  ["{n} (?:friends|colleagues)", useParty("relatives")],
  ["(?:me|myself|i)(?= and\\b)|(?<=and )(?:me|i|myself)", useParty("self")],
  ["(?:(?:with|and|plus) )?(?:an? )?(?<thing>{thing})", ({ unavailable }, { thing = "" }) => unavailable.push(thing)],
  ["hotel (?:near|close to) (?:the )?(?<near>[^·]+)$", ({ wishes }, { near = "" }) => (wishes.near = near)],
  ["skip (?:the )?(?<words>[^·]+)$", ({ skip }, { words }) => skip.push(...listOf(words))],
  ["(?:add|see|visit) (?:the )?(?<words>[^·]+)$", ({ want }, { words }) => want.push(...listOf(words))],
];

/** A form does not begin or end within a word. */
const patternOf = (words: string): RegExp => {
  const filled = (text: string): string =>
    text.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => filled(PARTS[name] ?? ""));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${filled(words)})(?![\\p{L}\\p{N}])`, "giu");
};

const entriesOf = <Value>(forms: Readonly<Record<string, Value>>, use: (value: Value) => Use) =>
  Object.entries(forms).map(([words, value]) => ({ pattern: patternOf(words), use: use(value) }));

/** The language: each form can be anywhere in a clause. The table in the README lists them with examples. */
export const FORMS: readonly { readonly pattern: RegExp; readonly use: Use }[] = [
  ...entriesOf(
    CHANGES,
    (change) =>
      ({ changes }) =>
        changes.push(change),
  ),
  ...entriesOf(WISHES, (wishes) => (reading) => Object.assign(reading.wishes, wishes)),
  ...entriesOf(STATED, useFact),
  ...VARIED.map(([words, use]) => ({ pattern: patternOf(words), use })),
];

/** Words about a thing, and the form in which it is said. */
const HINTS: readonly (readonly [words: RegExp, form: string])[] = [
  [
    /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|day|week|month|morrow|\d[./]\d|\bnights?\b/,
    "3 to 7 March",
  ],
  [/[€$£]|euro|dollar|pound|budget|price|cost|spend|\b\d{3,}\b/, "under 900 euro"],
  [/flight|fly|leave|hour|arrive|land|morning|evening|afternoon|\d ?[ap]m|\d:\d/, "flight back after 17:00"],
  [/hotel|room|star/, "4 star hotel"],
  [/like|love|hate|\beat|allerg|diet/, "I like museums"],
  [/\b(?:my|our|us|we|people|person|adult|family|friend|group|child|kid|with)/, "2 adults and 2 children"],
];

/** A form that a traveler could use instead of words that no form has, or else instead of their clause. */
export const hintFor = (...texts: readonly string[]): string =>
  texts.flatMap((text) => HINTS.filter(([words]) => words.test(text.toLowerCase())))[0]?.[1] ?? "Rome from Oslo";
