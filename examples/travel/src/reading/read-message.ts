import { isQuestion } from "../domain/answer-question.ts";
import { listText } from "../domain/format.ts";
import { checkReading } from "./check-reading.ts";
import { Message, PLAIN_NUMBER } from "./message.ts";
import { readPhrases } from "./phrase-book.ts";
import { readAmounts } from "./read-amounts.ts";
import { readDates } from "./read-dates.ts";
import { readMoney } from "./read-money.ts";
import { readParty } from "./read-party.ts";
import { readPlaces, readStrangePlaces } from "./read-places.ts";
import { readProfile } from "./read-profile.ts";
import { readTimes } from "./read-times.ts";
import { emptyReading, type Intent, type Reading, type ReadingContext } from "./reading.ts";

/**
 * Reads a message by rules. Each reader claims the words that it uses; what nobody claims is in `unread`.
 *
 * What cannot be, such as a date in the past, is in `problems` and not in the trip.
 */
export const readMessage = (text: string, context: ReadingContext): Reading => readWithClaims(text, context).reading;

/** Reads a message and returns the claimed words too. */
export function readWithClaims(
  text: string,
  context: ReadingContext,
): { readonly reading: Reading; readonly message: Message } {
  const message = new Message(text);
  const reading = emptyReading();
  readPhrases(message, reading, "commands");
  readProfile(message, reading, context.airports);
  readPlaces(message, reading, context);
  readMoney(message, reading, context);
  readAmounts(message, reading, context);
  readDates(message, reading, context);
  readParty(message, reading, context.trip?.travelers);
  readPhrases(message, reading, "wishes");
  readTimes(message, reading);
  readPhrases(message, reading, "sights");
  // "Four nights, not three" corrects a number of the trip.
  if ((context.trip?.destination ?? null) !== null && message.claims.length > 0)
    void message.take(
      new RegExp(`,?\\s*\\bnot (?:for )?${PLAIN_NUMBER}\\b(?: (?:nights?|days?|people|persons?))?`),
      "correction",
    );
  readStrangePlaces(message, reading, context);
  if (typeof reading.budget.level === "string")
    reading.facts.push({ kind: "price", value: reading.budget.level, certainty: "guessed" });
  reading.unread.push(...message.unread());
  reading.ask.push(
    ...reading.unread.filter((words) => TURNING.test(words)).map((words) => `what you mean by "${words}"`),
  );
  const { destination: open = null } = context.trip ?? {};
  const { destination = open } = reading.trip;
  if (open !== null && destination !== open && reading.intent !== "new_trip" && SECOND.test(message.text)) {
    const problem = `I plan one trip at a time, so I did not use "${message.text}". Ask for it when this trip is done.`;
    return { reading: { ...emptyReading(), intent: "plan_trip", problems: [problem] }, message };
  }
  const used = [...new Set(message.claims.map(({ by }) => by))];
  reading.intent = intentOf(reading, message.text, open !== null);
  const others = message.claims.filter(({ by }) => !WITHOUT_WISH.test(by));
  if (ALONE.has(reading.intent) && others.length > 0) {
    const words = others.map(({ start, end }) => `"${message.text.slice(start, end).trim()}"`);
    reading.problems.push(`I do one thing at a time, so I did not use ${listText(words)}. Please say it again.`);
  }
  const { datesAssumed } = reading.trip;
  const days = typeof datesAssumed === "string" ? ` Days: ${datesAssumed}.` : "";
  reading.reasoning =
    used.length === 0 ? "The rules recognized nothing." : `The rules recognized ${listText(used)}.${days}`;
  return { reading: checkReading(reading, context), message };
}

/** Words that can turn the meaning of a request, so it is not planned without an answer. */
const TURNING =
  /\d|\b(?:not|no|nor|neither|without|don't|won't|isn't|never|except|or|unless|after|before|least|between|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?! of))\b/i;

/** Words that ask for a second trip beside the open one. */
const SECOND = /^(?!.*\b(?:instead|not)\b).*(?:\b(?:also|as well|in addition|a second trip)\b|\btoo\W*$)|^\W*plus\b/i;

/** Intents that come alone: what else such a message says is named. */
const ALONE: ReadonlySet<string | null> = new Set(["forget_me", "cancel_booking", "undo"]);

/** Readers whose words do not change the trip. */
const WITHOUT_WISH = /^(?:command|correction|reference|purpose|diet|allergy|likes|dislikes|seat|home|passport|forget)$/;

/** Derives the intent. A message that both changes and books the trip only changes it, so that the change is seen first. */
function intentOf(reading: Reading, text: string, isOpen: boolean): Intent {
  const command = reading.intent === "unclear" ? null : reading.intent;
  if (command === "new_trip" || (command !== null && ALONE.has(command))) return command;
  const { trip, budget, problems, ask, facts, takenBack } = reading;
  const { several, ...stated } = trip;
  if ([stated, budget, problems, ask].some((part) => Object.keys(part).length > 0)) return "plan_trip";
  const { startShift, endShift, moreTravelers, outboundShift, returnShift } = reading;
  const numbers = [startShift, endShift, moreTravelers, outboundShift, returnShift];
  const { changes, skip, want, unavailable, wishes, choice, notTo } = reading;
  const lists = [changes, skip, want, unavailable, wishes];
  const isChange = numbers.some((number) => number !== 0) || lists.some((list) => Object.keys(list).length > 0);
  if (isChange || choice !== null || notTo !== null) return "change_trip";
  if (command === "book_trip" || command === "show_profile") return command;
  if (facts.length + takenBack.length > 0) return "tell_profile";
  if (command === null && several !== true && (text.endsWith("?") || (isOpen && isQuestion(text)))) return "question";
  return command ?? (several === true ? "plan_trip" : "unclear");
}
