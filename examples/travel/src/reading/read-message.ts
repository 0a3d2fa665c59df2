import { parse } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { citiesText, listText, texts } from "../domain/format.ts";
import { COMMANDS, FILLERS, FORMS, type Groups, hintFor, type People } from "./forms.ts";
import { emptyReading, HOW_MANY, intentOf, type Reading, type ReadingContext, WHENCE, WHERE } from "./reading.ts";

/** A clause, what it says, and the words that no form has. */
interface Clause {
  readonly text: string;
  readonly reading: Reading;
  readonly people: People;
  readonly rest: string;
}

/** Stands for the words that were used. */
const USED = "·";
const QUESTION = /^(?:what|which|who|when|where|why|how|is|are|was|does|do|did|will|has|have|help)\b|\?$/i;
const NEGATION = /\b(?:not|no|nor|never|without|except|unless)\b|n't\b/i;
const ONE_CITY = "which one city you would like to go to, because I plan one city at a time";
const ON_WHICH_DAYS = "on which days you travel, because you named several";

/** True for a message that asks something, such as "how much is the hotel". */
const isQuestion = (text: string): boolean => QUESTION.test(text.trim());

/**
 * Reads a message in the small language of the README. It has the same interface as the reader with a model.
 *
 * A clause with a word that no form has says nothing: it is asked about, with a form that would work. Nothing is guessed.
 */
export function readMessage(typed: string, context: ReadingContext): Reading {
  const text = typed
    .replaceAll(/[’`]/g, "'")
    .replaceAll(/€ ?(\d[\d,]*)/g, "$1 €")
    .replaceAll(/\s+/g, " ")
    .trim();
  const whole = text.replaceAll(/\bplease\b|[.!?]+$/gi, "").trim();
  for (const [pattern, details] of COMMANDS) {
    const found = pattern.exec(whole);
    if (found !== null) return { ...emptyReading(), reasoning: "It is a command.", ...details(found.groups ?? {}) };
  }
  if (!isQuestion(text)) return merged(clausesOf(text, context), text, context);
  // "Can we stay a night longer?" is a wish if it is understood as a whole, and else a question.
  const wish = text.replace(/^(?:can|could|may) (?:you|we|i) /i, "").replace(/\?$/, "");
  const clauses = wish.length + 1 < text.length ? clausesOf(wish, context) : [];
  const isWish = clauses.length > 0 && clauses.every(({ rest }) => rest === "");
  if (isWish) return merged(clauses, wish, context);
  const unavailable = clausesOf(text, context).flatMap(({ reading }) => reading.unavailable);
  return { ...emptyReading(), intent: "question", unavailable, reasoning: "It is a question." };
}

/** Clauses end at commas, full stops and "but". One that is not understood as a whole is read in pieces. */
function clausesOf(text: string, context: ReadingContext): readonly Clause[] {
  return text.split(/[;!?]|(?<!\d\.\d{1,2})\.(?=\s|$)|,(?!\d{3})|\bbut\b/).flatMap((part) => {
    const clause = readClause(part.trim(), context);
    const pieces = part.trim().split(/ (?=(?:with|and) )/);
    // A negation may be about all of it: "not Rome and Paris".
    if (clause.rest === "" || pieces.length < 2 || NEGATION.test(part)) return [clause];
    const read = pieces.map((piece) => readClause(piece, context));
    // "2 adults and 2 lodgers" are not two people.
    if (read.some(({ people }) => sizeOf(people) > 0)) for (const { reading } of read) reading.ask.push(HOW_MANY);
    return read;
  });
}

function readClause(text: string, context: ReadingContext): Clause {
  const reading = emptyReading();
  const people: People = { total: 0, adults: 0, children: 0, relatives: 0, self: 0 };
  let left = readPlaces(readDays(text, reading, context), reading, context);
  for (const { pattern, use } of FORMS)
    left = left.replaceAll(pattern, (...match) => {
      const { words, groups } = matched(match);
      return use(reading, groups, people) === false ? words : USED;
    });
  const rest = left
    .split(/[·]| (?=[-–] )/)
    .map((words) => words.trim().split(" "))
    .map((words) => words.slice(words.findIndex(isNew), words.findLastIndex(isNew) + 1).join(" "))
    .filter((words) => words !== "");
  // A fact is about the traveler: "my daughter is vegan" is not.
  const isOther =
    sizeOf(people) > 0 && [...reading.takenBack, ...reading.facts].some(({ kind }) => kind !== "home_address");
  return { text, reading, people, rest: isOther || /\binstead of\b/i.test(text) ? text : rest.join(" … ") };
}

/** True for a word that says something. */
const isNew = (word: string): boolean => {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, "");
  return plain !== "" && !FILLERS.has(plain);
};

/** The words and the named groups that a pattern has found, in lower case. */
function matched(match: readonly unknown[]): { readonly words: string; readonly groups: Groups } {
  const named = match.at(-1);
  const groups = typeof named === "object" && named !== null ? Object.entries(named) : [];
  return {
    words: String(match[0]),
    groups: Object.fromEntries(
      groups.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value).toLowerCase()]])),
    ),
  };
}

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const NTH = "\\d{1,2}(?:st|nd|rd|th)?";
const WEEKDAY = "(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)? )?";
const DAY = `(?:\\d{4}-\\d\\d-\\d\\d|${WEEKDAY}(?:the )?${NTH}(?: of)? ${MONTH}(?: \\d{4})?|tomorrow)(?![\\p{L}\\p{N}-])`;
const ROLE =
  "(?<role>(?:(?:come|fly|go) )?(?:back|home)|return(?:ing)?|until|till|to|from|on|out|leave|leaving|start(?:ing)?)";
const DAYS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ROLE} )?(?:on )?(?:(?<first>${DAY}|(?:the )?${NTH}) ?(?:to|-|–|until|till) ?)?(?<last>${DAY})`,
  "giu",
);

/** Uses exact days: "3 to 7 March", "back on 7 March". A day that the calendar does not have is not used. */
function readDays(clause: string, { trip, ask }: Reading, { today, trip: known }: ReadingContext): string {
  return clause.replaceAll(DAYS, (...match) => {
    const { words, groups } = matched(match);
    const { role = "", first, last = "" } = groups;
    const isEnd = /back|home|return|until|till|to/.test(role);
    const end = dateOf(last, today);
    const start =
      first === undefined ? null : dateOf(/[a-z]{3}|-/.test(first) ? first : `${first} ${monthOf(last)}`, today);
    if (end === null || (first !== undefined && start === null)) return words;
    // "28 December to 2 January" ends in the next year.
    if (start !== null && start.date.slice(0, 7) > end.date.slice(0, 7) && !end.isCertain)
      end.date = nextYear(end.date);
    if (start !== null) Object.assign(trip, { startDate: start.date, endDate: end.date });
    else if (isEnd) trip.endDate = end.date;
    else if (role === "" && known.startDate !== null)
      ask.push("whether the trip starts or ends on the day that you named");
    else if (trip.startDate !== undefined) ask.push(ON_WHICH_DAYS);
    else trip.startDate = end.date;
    const one = start ?? (isEnd ? null : end);
    if (one?.isCertain === false) trip.datesAssumed = `the year ${one.date.slice(0, 4)} for ${one.written}`;
    return USED;
  });
}

const monthOf = (day: string): string => new RegExp(`${MONTH}.*$`).exec(day)?.[0] ?? "";
const nextYear = (date: string): string => Temporal.PlainDate.from(date).add({ years: 1 }).toString();

/** The date of an exact day; null if the calendar has none, or if it is on another weekday. */
function dateOf(words: string, today: string) {
  const [found] = parse(words.replaceAll(/\b(?:the|of) /g, ""), new Date(`${today}T12:00:00`), { forwardDate: true });
  const start = found?.start;
  if (start?.isCertain("day") !== true) return null;
  const plain = Temporal.PlainDate.from({
    year: start.get("year") ?? 0,
    month: start.get("month") ?? 0,
    day: start.get("day") ?? 0,
  });
  if (start.isCertain("weekday") && start.get("weekday") !== plain.dayOfWeek % 7) return null;
  const written = plain.toLocaleString("en-GB", { day: "numeric", month: "long" });
  return { date: plain.toString(), isCertain: start.isCertain("year") || words === "tomorrow", written };
}

const PLACE_ROLE =
  "(?<role>(?:i|we) (?:don't |no longer )?live in|my home is|not|from|to|in|visit|(?:back|home) to|via|near|over)";

/** Uses the cities of the catalog: names, aliases, and codes in capitals. Others are named as unknown. */
function readPlaces(clause: string, reading: Reading, { airports, asked = [], trip: known }: ReadingContext): string {
  const { trip, facts, takenBack, problems, ask } = reading;
  const codes = new Map(
    airports.flatMap(({ city, aliases, code }) => [...aliases, city, code].map((name) => [name.toLowerCase(), code])),
  );
  const city = [...codes.keys()].toSorted((a, b) => b.length - a.length).join("|");
  const edge = `(?![\\p{L}\\p{N}])(?! (?:and|or) (?:${city}))`;
  const found: { readonly role: string; readonly code: string }[] = [];
  const left = clause.replaceAll(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${PLACE_ROLE} )?(?<name>${city})${edge}`, "giu"),
    (...match) => {
      const { words, groups } = matched(match);
      const { role = "", name = "" } = groups;
      const code = codes.get(name) ?? "";
      const isWord = name.toUpperCase() === code && !words.endsWith(code);
      if (isWord || /via|near|over/.test(role) || (/\w to/.test(role) && code !== known.origin)) return words;
      found.push({ role, code });
      return USED;
    },
  );
  for (const [at, { role, code }] of found.entries()) {
    const isFirst = role === "" && found[at + 1]?.role === "to";
    const isAnswer = role === "" && found.length === 1 && asked.includes(WHENCE) && !asked.includes(WHERE);
    if (/n't|no longer/.test(role)) takenBack.push({ kind: "home_address", value: code });
    else if (/live|home is/.test(role)) facts.push({ kind: "home_address", value: code, certainty: "said" });
    else if (role === "not") reading.notTo = code;
    else if (role === "from" || isFirst || isAnswer) {
      trip.origin = code;
      facts.push({ kind: "home_address", value: code, certainty: "guessed" });
    } else if (trip.destination !== undefined && trip.destination !== code) ask.push(ONE_CITY);
    else if (!/\w to/.test(role)) trip.destination = code;
  }
  // "To Narnia", "Narnia from Oslo", and "Narnia" alone.
  return left.replaceAll(
    /(?:\b(to|from|in|visit) |^)(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)(?= (?:·|(?:on|for|to|from)\b)|$)/gu,
    (words, role, name) => {
      if (
        !isNew(String(name)) ||
        hintFor(String(name)) !== hintFor("") ||
        FORMS.some(({ pattern }) => String(name).search(pattern) >= 0)
      )
        return words;
      problems.push(`I do not know "${name}" as a place. The catalog has ${citiesText(airports)}.`);
      ask.push(role === "from" ? WHENCE : WHERE);
      return USED;
    },
  );
}

const sizeOf = ({ total, adults, children, relatives, self }: People): number =>
  total + adults + children + relatives + self;

/** Adds the party: a total, or a list of people. Anything else is asked for. */
function addParty({ trip, ask }: Reading, clauses: readonly Clause[], text: string, known: number | null): void {
  const sum = (part: keyof People): number => clauses.reduce((count, { people }) => count + people[part], 0);
  const [total, adults, children, relatives, self] = [
    sum("total"),
    sum("adults"),
    sum("children"),
    sum("relatives"),
    Math.min(1, sum("self")),
  ];
  const listed = adults + children + relatives + self;
  if (total + listed === 0) {
    if (/\b(?:we|us|our)\b/i.test(text)) trip.several = true;
    return;
  }
  const isTwice = clauses.filter(({ people }) => people.total > 0).length > 1 || (adults > 0 && relatives + self > 0);
  const isOpen = total === 0 && (listed === children || (known !== null && adults + self === 0));
  const isOther = total > 0 && listed > 0 && listed !== total;
  if (isTwice || isOpen || isOther) return void ask.push(HOW_MANY);
  trip.travelers = total > 0 ? total : listed + (adults + self > 0 ? 0 : 1);
  if (adults + children > 0) trip.children = children;
  const names = clauses.filter(({ people }) => sizeOf(people) > 0).map((clause) => `"${clause.text}"`);
  if (total + adults + self === 0) trip.travelersAssumed = `I counted you and the people in ${listText(names)}`;
}

/** Combines the clauses. What is not understood is asked about, and so are clauses that say different things. */
function merged(clauses: readonly Clause[], text: string, context: ReadingContext): Reading {
  const all = emptyReading();
  const used = clauses.filter(({ rest }) => rest === "");
  for (const { reading } of used) {
    const { trip, budget, wishes, notTo, reasoning: _reasoning, ...rest } = reading;
    for (const [part, said] of Object.entries({ trip, budget, wishes }))
      for (const [name, value] of Object.entries(said)) {
        const before: unknown = Reflect.get(Object(Reflect.get(all, part)), name);
        if (before !== undefined && before !== value && name !== "datesAssumed")
          all.ask.push(
            name === "destination"
              ? ONE_CITY
              : name.endsWith("Date")
                ? ON_WHICH_DAYS
                : `which ${name} you mean, because you named two`,
          );
        else Reflect.set(Object(Reflect.get(all, part)), name, value);
      }
    all.notTo ??= notTo;
    for (const [name, value] of Object.entries(rest)) {
      const before: unknown = Reflect.get(all, name);
      if (Array.isArray(before) && Array.isArray(value)) before.push(...value);
      else if (typeof value === "number" && value !== 0) Reflect.set(all, name, value);
    }
  }
  addParty(all, used, text, context.trip.travelers);
  // A message of which nothing is understood is one question.
  const isStrange = clauses.length > 1 && used.length === 0;
  for (const { text: words, rest } of isStrange ? [{ text, rest: text }] : clauses) {
    if (rest === "") continue;
    const why = rest === words ? "" : `"${rest}" is not clear; `;
    const form = hintFor(rest, words);
    all.ask.push(`what you mean by "${words}" (${why}a form that I know is "${form}")`);
  }
  // Words that are not understood may be people.
  const isUnclear = used.length < clauses.length && /^(?:plan|change)_trip$/.test(intentOf(all));
  if (isUnclear && all.trip.travelers === undefined) all.trip.several = true;
  all.ask = [...new Set(all.ask)];
  for (const detail of all.ask) for (const name of OPEN[detail] ?? []) delete all.trip[name];
  const { level } = all.budget;
  if (typeof level === "string") all.facts.push({ kind: "price_sensitivity", value: level, certainty: "guessed" });
  const names = listText(texts(...used.map((clause) => clause.text)).map((words) => `"${words}"`));
  return { ...all, intent: intentOf(all), reasoning: `The forms of the language read ${names || "nothing"}.` };
}

/** Details that stay open when they are asked for. */
const OPEN: Readonly<Record<string, readonly (keyof Reading["trip"])[]>> = {
  [ONE_CITY]: ["destination"],
  [ON_WHICH_DAYS]: ["startDate", "endDate", "datesAssumed"],
  [HOW_MANY]: ["travelers", "children", "travelersAssumed"],
};
