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
import { emptyReading, type Intent, isMoving, type Reading, type ReadingContext } from "./reading.ts";
import { corrected, DAYS, MESSAGE, says, SMALL, spelled } from "./words.ts";

/** Reads a message by rules. Each reader claims the words that it uses; what nobody claims is in `unread`. */
export function readMessage(typed: string, context: ReadingContext): Reading {
  const { text, notes } = corrected(
    typed,
    context.airports.map(({ city }) => city),
  );
  const { reading } = readWithClaims(text, context);
  return { ...reading, doubts: [...notes.map((note) => `I took ${note}`), ...reading.doubts] };
}

/** Words that a reader claimed. */
export interface Claim {
  readonly by: string;
  readonly text: string;
  readonly at: number;
}

interface Claimed {
  readonly reading: Reading;
  readonly sheet: Sheet;
  readonly claims: readonly Claim[];
}

/** Reads a message, and returns the sheet and the claimed words too. */
export function readWithClaims(typed: string, context: ReadingContext): Claimed {
  const sheet = new Sheet(spelled(typed), { small: SMALL });
  const reading = emptyReading();
  const { destination: open = null, startDate = null, travelers } = context.trip ?? {};
  let cities: ReturnType<typeof citiesIn> = [];
  const readers: Readonly<Record<string, () => void>> = {
    command: () => readPhrases(sheet, reading, "commands"),
    places: () => (cities = citiesIn(sheet, context.airports)),
    profile: () => readProfile(sheet, reading),
    budget: () => readMoney(sheet, reading, context),
    hotel: () => readHotel(sheet, reading),
    duration: () => readLengths(sheet, reading, context),
    dates: () => readTripDays(sheet, reading, context),
    wishes: () => readPhrases(sheet, reading, "wishes"),
    party: () => readParty(sheet, reading, travelers),
    "flight times": () => readFlightTimes(sheet, reading),
    sights: () => readPhrases(sheet, reading, "sights"),
    route: () =>
      readRoute(sheet, [...cities, ...othersIn(sheet, open === null && cities.length === 0)], reading, context),
  };
  const claims = Object.entries(readers).flatMap(([by, read]): readonly Claim[] => {
    const before = sheet.left;
    read();
    return claimedSince(before, sheet).map((part) => ({ by, ...part }));
  });
  // A negation that nobody understood may turn its clause around, so nothing of the clause is used.
  const denied = deniedClause(sheet, claims);
  if (denied !== null) {
    const rest = readWithClaims(sheet.text.replace(denied, " "), context);
    rest.reading.unread.push(denied.trim());
    rest.reading.ask.push(`what you mean by "${denied.trim()}"`);
    return rest;
  }
  const { trip, budget, facts, unread, ask, problems } = reading;
  if (typeof budget.level === "string") facts.push({ kind: "price", value: budget.level, certainty: "guessed" });
  const rest = sheet.rest();
  unread.push(...rest.map(({ text }) => text));
  const isLone = startDate !== null && trip.startDate !== undefined && (trip.endDate ?? trip.nights) === undefined;
  // In a correction, a day beside words that nobody read may be the day of something else.
  if (isLone && says("\\p{L}{3}", unread.join(" ")) && !says(DAYS.changes, sheet.text)) {
    delete trip.startDate;
    ask.push("whether the trip starts or ends on the day that you named");
  }
  // Other words are named, and the plan goes on.
  const turning = rest.filter(
    ({ at, text }) => says(MESSAGE.turning, text) || says(MESSAGE.place, sheet.left.slice(0, at)),
  );
  ask.push(...turning.map(({ text }) => `what you mean by "${text}"`));
  const isOther = open !== null && (trip.destination ?? open) !== open && reading.intent !== "new_trip";
  if (isOther && says(MESSAGE.second, sheet.text)) {
    const problem = `I plan one trip at a time, so I did not use "${sheet.text}". Ask for it when this trip is done.`;
    return { reading: { ...emptyReading(), intent: "plan_trip", problems: [problem] }, sheet, claims };
  }
  reading.intent = intentOf(reading, sheet.text, open !== null);
  const others = claims.filter(({ by }) => by !== "command" && by !== "profile");
  if (ALONE.has(reading.intent) && others.length > 0) {
    const words = listText(others.map(({ text }) => `"${text}"`));
    problems.push(`I do one thing at a time, so I did not use ${words}. Please say it again.`);
  }
  const used = listText([...new Set(claims.map(({ by }) => by))]);
  reading.reasoning = `The rules recognized ${used || "nothing"}.${trip.datesAssumed ? ` Days: ${trip.datesAssumed}.` : ""}`;
  return { reading, sheet, claims };
}

/** The clause of a negation that no reader claimed, if something else of the clause was claimed. */
function deniedClause({ text, left }: Sheet, claims: readonly Claim[]): string | null {
  const clauses = [...text.matchAll(/(?:(?!\s(?:and|but)\s|[,;!?]|\.\s).)+/gu)];
  const denied = clauses.find(({ index: start, 0: { length } }) => {
    const used = claims.some(({ by, at }) => by !== "dates" && at >= start && at < start + length);
    return used && says(MESSAGE.negation, left.slice(start, start + length));
  });
  return denied?.[0] ?? null;
}

/** Stretches that a reader claimed. */
function claimedSince(before: string, { left, text }: Sheet): readonly Pick<Claim, "at" | "text">[] {
  const isNew = (at: number): boolean => left[at] === CLAIMED && before[at] !== CLAIMED;
  const marks = Array.from({ length: left.length }, (_, at) => (isNew(at) ? "x" : " ")).join("");
  return [...marks.matchAll(/x+(?: x+)*/gu)].map(({ index: at, 0: marked }) => ({
    at,
    text: text.slice(at, at + marked.length).trim(),
  }));
}

/** Intents that come alone: what else such a message says is named. */
const ALONE: ReadonlySet<string | null> = new Set(["forget_me", "cancel_booking"]);

const isAny = (...parts: readonly object[]): boolean => parts.some((part) => Object.keys(part).length > 0);

/** Derives the intent. A message that both changes and books the trip only changes it, so that the change is seen first. */
function intentOf(reading: Reading, text: string, isOpen: boolean): Intent {
  const { intent, trip, budget, problems, ask, facts, takenBack, changes, skip, want, unavailable, wishes } = reading;
  if (intent === "new_trip" || ALONE.has(intent)) return intent;
  const { several, ...stated } = trip;
  if (isAny(stated, budget, problems, ask)) return "plan_trip";
  const { choice, notTo } = reading;
  if (isMoving(reading) || isAny(changes, skip, want, unavailable, wishes) || choice !== null || notTo !== null)
    return "change_trip";
  if (intent === "book_trip" || intent === "show_profile") return intent;
  if (facts.length + takenBack.length > 0) return "tell_profile";
  if (intent !== "unclear") return intent;
  if (several === true) return "plan_trip";
  return text.endsWith("?") || (isOpen && isQuestion(text)) ? "question" : "unclear";
}
