import { listText } from "../domain/describe-trip.ts";
import { checkReading } from "./check-reading.ts";
import { Message } from "./message.ts";
import { readCommands, readSights } from "./read-commands.ts";
import { readDates } from "./read-dates.ts";
import { readMoney } from "./read-money.ts";
import { readParty } from "./read-party.ts";
import { readPlaces, readUnknownPlaces } from "./read-places.ts";
import { readProfile } from "./read-profile.ts";
import { readWishes } from "./read-wishes.ts";
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
  const { command, ...commands } = readCommands(message);
  const facts = readProfile(message, context.airports);
  const { origin, destination, ...places } = readPlaces(message, context);
  const money = readMoney(message);
  const { problems, ask, doubts, ...dates } = readDates(message, context);
  const { moreTravelers, unavailable, ...party } = readParty(message);
  const wishes = readWishes(message);
  const sights = readSights(message);
  const reading: Reading = {
    ...emptyReading(),
    ...commands,
    ...facts,
    ...sights,
    trip: {
      ...(origin !== undefined && { origin }),
      ...(destination !== undefined && { destination }),
      ...dates,
      ...party,
    },
    notTo: places.notTo,
    budget: money.budget,
    wishes: { ...money.wishes, ...wishes.wishes },
    moreTravelers,
    outboundShift: wishes.outboundShift,
    returnShift: wishes.returnShift,
    changes: wishes.changes,
    unavailable: [...places.unavailable, ...unavailable, ...wishes.unavailable],
    problems: [...problems, ...places.problems, ...money.problems, ...wishes.problems],
    doubts: [...places.doubts, ...doubts, ...money.doubts],
    ask: [...places.ask, ...ask, ...wishes.ask],
  };
  readUnknownPlaces(message, context.airports, reading);
  if (origin !== undefined) reading.facts.push({ kind: "home", value: origin, certainty: "guessed" });
  if (typeof money.budget.level === "string")
    reading.facts.push({ kind: "price", value: money.budget.level, certainty: "guessed" });
  reading.unread = [...message.unread()];
  reading.ask.push(
    ...reading.unread.filter((words) => TURNING.test(words)).map((words) => `what you mean by "${words}"`),
  );
  const used = [...new Set(message.claims.map(({ by }) => by))];
  reading.intent = intentOf(reading, command);
  const days = typeof dates.datesAssumed === "string" ? ` Days: ${dates.datesAssumed}.` : "";
  reading.reasoning =
    used.length === 0 ? "The rules recognized nothing." : `The rules recognized ${listText(used)}.${days}`;
  return { reading: checkReading(reading, context), message };
}

/** Words that can turn the meaning of a request, so it is not planned without an answer. */
const TURNING =
  /\d|\b(?:not|no|nor|neither|without|don't|won't|isn't|never|except|or|unless|after|before|least|between|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?! of))\b/i;

/** Derives the intent. A message that both changes and books the trip only changes it, so that the change is seen first. */
function intentOf(reading: Reading, command: Intent | null): Intent {
  if (command === "new_trip" || command === "forget_me" || command === "cancel_booking") return command;
  const { trip, budget, wishes, choice, changes, skip, want, notTo, problems, ask, unavailable } = reading;
  const { several: _several, ...stated } = trip;
  if (Object.keys(stated).length > 0 || Object.keys(budget).length > 0 || problems.length > 0 || ask.length > 0)
    return "plan_trip";
  const numbers = [
    reading.moreNights,
    reading.startShift,
    reading.endShift,
    reading.moreTravelers,
    reading.outboundShift,
    reading.returnShift,
  ];
  const lists = [changes, skip, want, unavailable, Object.keys(wishes)];
  if (
    numbers.some((number) => number !== 0) ||
    lists.some(({ length }) => length > 0) ||
    choice !== null ||
    notTo !== null
  )
    return "change_trip";
  if (command === "book_trip" || command === "show_profile") return command;
  if (reading.facts.length + reading.takenBack.length > 0) return "tell_profile";
  return command ?? (reading.trip.several === true ? "plan_trip" : "unclear");
}
