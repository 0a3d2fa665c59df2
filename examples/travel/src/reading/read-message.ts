import { Sheet } from "@tidemark/reading";
import { isQuestion } from "../domain/answer-question.ts";
import { listText } from "../domain/format.ts";
import { checkReading } from "./check-reading.ts";
import { readPhrases } from "./phrase-book.ts";
import { readTripDays } from "./read-days.ts";
import { readLengths } from "./read-lengths.ts";
import { readParty } from "./read-party.ts";
import { citiesIn, type Place, readRoute, strangePlaces, worldIn } from "./read-places.ts";
import { readHotel, readMoney } from "./read-prices.ts";
import { readHome, readProfile } from "./read-profile.ts";
import { readFlightTimes } from "./read-times.ts";
import { spelled } from "./spelling.ts";
import { DAYS, MESSAGE, says, SMALL } from "./words.ts";
import { emptyReading, type Intent, type Reading, type ReadingContext } from "./reading.ts";

/**
 * Reads a message by rules. Each reader claims the words that it uses; what nobody claims is in `unread`.
 *
 * What cannot be, such as a date in the past, is in `problems` and not in the trip.
 */
export const readMessage = (text: string, context: ReadingContext): Reading => readWithClaims(text, context).reading;

/** Words that a reader claimed. */
export interface Claim {
  readonly by: string;
  readonly text: string;
  readonly at: number;
}

/** Reads a message, and returns the sheet and the claimed words too. */
export function readWithClaims(
  typed: string,
  context: ReadingContext,
): { readonly reading: Reading; readonly sheet: Sheet; readonly claims: readonly Claim[] } {
  const sheet = new Sheet(spelled(typed), { small: SMALL });
  const reading = emptyReading();
  const { destination: open = null } = context.trip ?? {};
  let places: readonly Place[] = [];
  const readers: Readonly<Record<string, () => void>> = {
    command: () => readPhrases(sheet, reading, "commands"),
    places: () => {
      const cities = readHome(sheet, citiesIn(sheet, context.airports), reading);
      places = [...cities, ...worldIn(sheet)];
    },
    profile: () => readProfile(sheet, reading),
    budget: () => readMoney(sheet, reading, context),
    hotel: () => readHotel(sheet, reading),
    duration: () => readLengths(sheet, reading),
    dates: () => readTripDays(sheet, reading, context),
    party: () => readParty(sheet, reading, context.trip?.travelers),
    wishes: () => readPhrases(sheet, reading, "wishes"),
    "flight times": () => readFlightTimes(sheet, reading),
    sights: () => readPhrases(sheet, reading, "sights"),
    route: () => {
      const isOpen = open === null && !places.some(({ code }) => code !== null);
      readRoute(sheet, [...places, ...strangePlaces(sheet, context.airports, isOpen)], reading, context);
    },
  };
  const claims = Object.entries(readers).flatMap(([by, read]): readonly Claim[] => {
    const before = sheet.left;
    read();
    return claimedSince(before, sheet).map((part) => ({ by, ...part }));
  });
  // A negation that nobody understood may turn its clause around, so nothing of the clause is used.
  const clause = deniedClause(sheet, claims);
  if (clause !== null) {
    const rest = readWithClaims(sheet.text.replace(clause, " "), context);
    const unread = [...rest.reading.unread, clause.trim()];
    return {
      ...rest,
      reading: { ...rest.reading, unread, ask: [...rest.reading.ask, `what you mean by "${clause.trim()}"`] },
    };
  }
  if (typeof reading.budget.level === "string")
    reading.facts.push({ kind: "price", value: reading.budget.level, certainty: "guessed" });
  reading.unread.push(...sheet.rest().map(({ text }) => text));
  const { startDate: day, endDate: last, nights } = reading.trip;
  const isLone =
    day !== undefined && last === undefined && nights === undefined && (context.trip?.startDate ?? null) !== null;
  // In a correction, a day beside words that nobody read may be the day of something else.
  if (
    isLone &&
    says("\\p{L}{3}", reading.unread.join(" ")) &&
    !says(`${DAYS.leave.slice(0, -1)}|${DAYS.moves.slice(0, -1)}`, sheet.text)
  ) {
    delete reading.trip.startDate;
    reading.ask.push("whether the trip starts or ends on the day that you named");
  }
  reading.ask.push(
    ...reading.unread.filter((words) => says(MESSAGE.turning, words)).map((words) => `what you mean by "${words}"`),
  );
  const { destination = open } = reading.trip;
  if (open !== null && destination !== open && reading.intent !== "new_trip" && says(MESSAGE.second, sheet.text)) {
    const problem = `I plan one trip at a time, so I did not use "${sheet.text}". Ask for it when this trip is done.`;
    const second: Reading = { ...emptyReading(), intent: "plan_trip", problems: [problem] };
    return { reading: second, sheet, claims };
  }
  reading.intent = intentOf(reading, sheet.text, open !== null);
  const others = claims.filter(({ by }) => by !== "command" && by !== "profile");
  if (ALONE.has(reading.intent) && others.length > 0) {
    const words = listText(others.map(({ text }) => `"${text}"`));
    reading.problems.push(`I do one thing at a time, so I did not use ${words}. Please say it again.`);
  }
  const used = listText([...new Set(claims.map(({ by }) => by))]);
  const { datesAssumed } = reading.trip;
  reading.reasoning = `The rules recognized ${used || "nothing"}.${datesAssumed ? ` Days: ${datesAssumed}.` : ""}`;
  return { reading: checkReading(reading, context), sheet, claims };
}

/** The clause of a negation that no reader claimed, if something else of the clause was claimed. */
function deniedClause({ text, left }: Sheet, claims: readonly Claim[]): string | null {
  for (const { index: start, 0: clause } of text.matchAll(/(?:(?!\s(?:and|but)\s|[,;!?]|\.\s).)+/gu)) {
    const end = start + clause.length;
    const isDenied = says(
      "\\b(?:not|no|never|without|avoid|don't|won't|doesn't|can't|isn't|aren't)(?![\\p{L}'])",
      left.slice(start, end),
    );
    if (isDenied && claims.some(({ by, at }) => by !== "dates" && at >= start && at < end)) return clause;
  }
  return null;
}

/** Stretches that a reader claimed. */
function claimedSince(before: string, { left, text }: Sheet): readonly Pick<Claim, "at" | "text">[] {
  const marks = Array.from({ length: left.length }, (_, at) => (left[at] === before[at] ? " " : "x")).join("");
  return [...marks.matchAll(/x+(?: x+)*/gu)].map(({ index: at, 0: marked }) => ({
    at,
    text: text.slice(at, at + marked.length).trim(),
  }));
}

/** Intents that come alone: what else such a message says is named. */
const ALONE: ReadonlySet<string | null> = new Set(["forget_me", "cancel_booking", "undo"]);

const isAny = (...parts: readonly object[]): boolean => parts.some((part) => Object.keys(part).length > 0);

/** Derives the intent. A message that both changes and books the trip only changes it, so that the change is seen first. */
function intentOf(reading: Reading, text: string, isOpen: boolean): Intent {
  const command = reading.intent === "unclear" ? null : reading.intent;
  if (command === "new_trip" || (command !== null && ALONE.has(command))) return command;
  const { trip, budget, problems, ask, facts, takenBack, changes, skip, want, unavailable, wishes } = reading;
  const { several, ...stated } = trip;
  if (isAny(stated, budget, problems, ask)) return "plan_trip";
  const { startShift, endShift, moreTravelers, outboundShift, returnShift, choice, notTo } = reading;
  const isMoved = [startShift, endShift, moreTravelers, outboundShift, returnShift].some((number) => number !== 0);
  if (isMoved || isAny(changes, skip, want, unavailable, wishes) || choice !== null || notTo !== null)
    return "change_trip";
  if (command === "book_trip" || command === "show_profile") return command;
  if (facts.length + takenBack.length > 0) return "tell_profile";
  if (command === null && several !== true && (text.endsWith("?") || (isOpen && isQuestion(text)))) return "question";
  return command ?? (several === true ? "plan_trip" : "unclear");
}
