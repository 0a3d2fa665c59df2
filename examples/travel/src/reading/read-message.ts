import { CLAIMED, Sheet } from "@tidemark/reading";
import { isQuestion } from "../domain/answer-question.ts";
import { listText } from "../domain/format.ts";
import { readPhrases } from "./phrase-book.ts";
import { readTripDays } from "./read-days.ts";
import { readLengths } from "./read-lengths.ts";
import { readParty } from "./read-party.ts";
import { citiesIn, othersIn, readRoute } from "./read-places.ts";
import { readHotel, readMoney } from "./read-prices.ts";
import { readProfile } from "./read-profile.ts";
import { readFlightTimes } from "./read-times.ts";
import { emptyReading, HOW_MANY, type Intent, isMoving, type Reading, type ReadingContext } from "./reading.ts";
import { corrected, DAYS, MESSAGE, PARTY, says, SMALL, spelled } from "./words.ts";

/** Reads a message by rules. Each reader claims the words that it uses; what nobody claims is in `unread`. */
export function readMessage(typed: string, context: ReadingContext): Reading {
  const { text, notes } = corrected(typed, context.airports);
  const { reading } = readSheet(text, context);
  return { ...reading, doubts: [...notes.map((note) => `I took ${note}`), ...reading.doubts] };
}

/** Readers of a message in their order, by what they read. */
export function readersOf(sheet: Sheet, reading: Reading, context: ReadingContext) {
  let cities: ReturnType<typeof citiesIn> = [];
  return {
    command: () => readPhrases(sheet, reading, "commands"),
    places: () => (cities = citiesIn(sheet, context.airports, reading)),
    profile: () => readProfile(sheet, reading),
    budget: () => readMoney(sheet, reading, context),
    hotel: () => readHotel(sheet, reading),
    duration: () => readLengths(sheet, reading, context),
    dates: () => readTripDays(sheet, reading, context),
    wishes: () => readPhrases(sheet, reading, "wishes"),
    party: () => readParty(sheet, reading, context.trip.travelers),
    "flight times": () => readFlightTimes(sheet, reading),
    sights: () => readPhrases(sheet, reading, "sights"),
    route: () => readRoute(sheet, [...cities, ...othersIn(sheet)], reading, context),
  };
}

/** Reads a message as it was typed, and returns the sheet with the claimed words too. */
export function readSheet(typed: string, context: ReadingContext): { reading: Reading; sheet: Sheet } {
  const sheet = new Sheet(spelled(typed), { small: SMALL });
  const reading = emptyReading();
  const { destination: open, startDate } = context.trip;
  const used = Object.entries(readersOf(sheet, reading, context)).filter(([, read]) => {
    const before = sheet.left;
    read();
    return sheet.left !== before;
  });
  // What one of the travelers does is not a change for everybody. A negation that nobody understood may turn its clause around.
  const [apart = null] = startDate === null ? [] : (new RegExp(PARTY.apart, "iu").exec(sheet.text) ?? []);
  const unused = apart ?? deniedClause(sheet);
  if (unused !== null) {
    const other = readSheet(sheet.text.replace(unused, " "), context);
    const [{ reading: own }, words] = [other, `"${unused.trim()}"`];
    if (own.intent === "unclear" && apart !== null) own.intent = "plan_trip";
    if (apart !== null) own.problems.push(`The party travels as a whole, so I did not use ${words}.`);
    else Object.assign(own, { unread: [...own.unread, unused.trim()], ask: [...own.ask, `what you mean by ${words}`] });
    return other;
  }
  const { trip, budget, facts, unread, ask, problems } = reading;
  if (typeof budget.level === "string") facts.push({ kind: "price", value: budget.level, certainty: "guessed" });
  const rest = sheet.rest();
  unread.push(...rest.map(({ text }) => text));
  const isLone = startDate !== null && trip.startDate !== undefined && (trip.endDate ?? trip.nights) === undefined;
  const isBooking = reading.intent === "book_trip";
  // In a correction, a day beside words that nobody read may be the day of something else, such as that of the booking.
  if (isLone && (isBooking || says("\\p{L}{3}", unread.join(" "))) && !says(DAYS.changes, sheet.text)) {
    delete trip.startDate;
    ask.push("whether the trip starts or ends on the day that you named");
  }
  // Other words are named, and the plan goes on.
  for (const { at, text } of rest)
    if (says(MESSAGE.turning, text) || says(MESSAGE.place, sheet.left.slice(0, at)))
      ask.push(`what you mean by "${text}"`);
  // "My husband and our lodger" may be three people.
  if (trip.travelersAssumed !== undefined && rest.some(({ at }) => says(MESSAGE.company, sheet.text.slice(0, at)))) {
    delete trip.travelers;
    delete trip.travelersAssumed;
    ask.push(HOW_MANY);
  }
  const isOther = open !== null && (trip.destination ?? open) !== open && reading.intent !== "new_trip";
  if (isOther && says(MESSAGE.second, sheet.text)) {
    const problem = `I plan one trip at a time, so I did not use "${sheet.text}". Ask for it when this trip is done.`;
    return { reading: { ...emptyReading(), intent: "plan_trip", problems: [problem] }, sheet };
  }
  reading.intent = intentOf(reading, sheet.text, open !== null);
  if (isBooking && reading.intent !== "book_trip")
    problems.push('I only changed the trip, and booked nothing. When it is right, type "book it".');
  if (reading.intent === "cancel_booking") delete trip.destination;
  if (ALONE.has(reading.intent) && changeOf(reading) !== null)
    problems.push(`I do one thing at a time, so I used nothing else of "${sheet.text}". Please say the rest again.`);
  const names = listText(used.map(([by]) => by));
  reading.reasoning = `The rules recognized ${names || "nothing"}.${trip.datesAssumed ? ` Days: ${trip.datesAssumed}.` : ""}`;
  return { reading, sheet };
}

/** The clause of a negation that no reader claimed, if something else of the clause was claimed. */
function deniedClause({ text, left }: Sheet): string | null {
  const clauses = [...text.matchAll(/(?:(?!\s(?:and|but)\s|[,;!?]|\.\s).)+/gu)];
  const denied = clauses.find(({ index, 0: { length } }) => {
    const clause = left.slice(index, index + length);
    return clause.includes(CLAIMED) && says(MESSAGE.negation, clause);
  });
  return denied?.[0] ?? null;
}

/** Intents that come alone: what else such a message says is named. */
const ALONE: ReadonlySet<string | null> = new Set(["forget_me", "cancel_booking"]);

const isAny = (...parts: readonly object[]): boolean => parts.some((part) => Object.keys(part).length > 0);

/** What a message says about the trip, other than that "we" travel: details, changes, or null for nothing. */
function changeOf(reading: Reading): "plan_trip" | "change_trip" | null {
  const { trip, budget, problems, ask, changes, skip, want, unavailable, wishes, choice, notTo } = reading;
  const { several: _several, ...stated } = trip;
  if (isAny(stated, budget, problems, ask)) return "plan_trip";
  const isChange = isMoving(reading) || isAny(changes, skip, want, unavailable, wishes);
  return isChange || choice !== null || notTo !== null ? "change_trip" : null;
}

/** Derives the intent. A message that both changes and books the trip only changes it, so that the change is seen first. */
function intentOf(reading: Reading, text: string, isOpen: boolean): Intent {
  const { intent, trip, facts, takenBack } = reading;
  if (intent === "new_trip" || ALONE.has(intent)) return intent;
  const change = changeOf(reading);
  if (change !== null) return change;
  if (intent === "book_trip" || intent === "show_profile") return intent;
  if (facts.length + takenBack.length > 0) return "tell_profile";
  if (intent !== "unclear") return intent;
  if (trip.several === true) return "plan_trip";
  return text.endsWith("?") || (isOpen && isQuestion(text)) ? "question" : "unclear";
}
