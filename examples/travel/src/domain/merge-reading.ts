import { isDeepStrictEqual } from "node:util";
import { HOW_MANY, type Reading, type ReadingContext, WHENCE, WHERE } from "../reading/reading.ts";
import { dayText, euro, texts } from "./format.ts";
import { mergeDates } from "./merge-dates.ts";
import { mergeWishes, type WishContext } from "./merge-wishes.ts";
import type { Airport } from "./offers.ts";
import { factValue, type Profile } from "./profile.ts";
import { BudgetLevel, newTrip, noWishes, type TravelInfo } from "./trip.ts";

/** Largest party that the flights are sold for. */
const MAX_TRAVELERS = 9;

/** Current state that a message is merged into. */
interface MergeContext extends ReadingContext, WishContext {
  readonly profile: Profile;
}

/**
 * Merges a message into the current trip: what it names replaces what was there, and what it does not name stays.
 *
 * A new destination resets the wishes about places. `missing` are the details that are still needed, and `remarks` name the parts that could
 * not be applied, or that changed without being named.
 */
export function mergeReading(reading: Reading, context: MergeContext) {
  if (reading.intent === "drop_trip") return { trip: newTrip(), missing: [], remarks: [] };
  const before = reading.intent === "new_trip" ? newTrip() : context.trip;
  // A trip to an unknown place is another one: its days do not move the planned trip.
  const isElsewhere = reading.notTo === null && reading.trip.destination === undefined && reading.ask.includes(WHERE);
  if (isElsewhere && context.itinerary !== null)
    return { trip: before, missing: [WHERE], remarks: ["Nothing of the planned trip has changed."] };
  const [remarks, asked] = [[] as string[], [...reading.ask]];
  const { dates, problems } = mergeDates(reading, before, context);
  // A correction such as "not Rome" without another city asks for one, and so does an unknown city before there is a plan.
  const kept = (code: string | null): string | null => (reading.notTo === code ? null : code);
  const isOpen = context.itinerary === null && reading.ask.includes(WHERE);
  const { destination = isOpen ? null : kept(before.destination), origin = kept(before.origin) } = reading.trip;
  const level = BudgetLevel.safeParse(factValue(context.profile, "price_sensitivity")).data ?? null;
  // Wishes about places do not hold in another city.
  const { near, chosen, skipped, skippedSights, wantedSights } = noWishes();
  const elsewhere = { ...before.wishes, near, chosen, skipped, skippedSights, wantedSights };
  // Another city on other days is another trip. Another city alone corrects this one.
  const isOther = before.destination !== null && destination !== before.destination;
  const isNext = isOther && before.startDate !== null && dates.startDate !== before.startDate;
  const { budget, wishes } = isNext ? newTrip() : { ...before, wishes: isOther ? elsewhere : before.wishes };
  const [price, thing] = isNext ? ["the price, ", "trip"] : ["", "city"];
  if (!isDeepStrictEqual([wishes, budget.total], [before.wishes, before.budget.total]))
    remarks.push(`Your wishes for ${price}flights, the hotel and sights of the other ${thing} do not hold any more.`);
  if (isOther && !isNext && !isDeepStrictEqual([wishes, budget.total], [noWishes(), null]))
    remarks.push("Your other wishes for flights, the hotel and the price still hold.");
  const isPriced = (reading.budget.total ?? 1) > 0;
  if (!isPriced) remarks.push(`A budget of ${euro(reading.budget.total ?? 0)} is not possible.`);
  const { total = budget.total, perPerson = budget.perPerson } = isPriced ? reading.budget : {};
  const trip: TravelInfo = {
    ...before,
    ...dates,
    destination,
    origin,
    ...partyOf(reading, before, remarks, asked),
    budget: { total, perPerson, level: reading.budget.level ?? before.budget.level ?? level },
    wishes: mergeWishes(reading, wishes, context, remarks),
  };
  if (destination !== null && startOf(trip, context.profile, context.airports) === destination) {
    remarks.push("The destination must be different from the origin.");
    Object.assign(trip, { origin: before.origin, destination: before.destination });
  }
  return { trip, remarks: [...problems, ...remarks], missing: missingOf(trip, asked, context) };
}

/** True when something was said about the trip. */
export const isBegun = ({ destination, origin, startDate, nights }: TravelInfo): boolean =>
  [destination, origin, startDate, nights].some((detail) => detail !== null);

/** Returns the origin of a trip: the one that was said, else the home in the profile. */
export function startOf({ origin }: TravelInfo, profile: Profile, airports: readonly Airport[]): string | null {
  const home = factValue(profile, "home_address");
  return origin ?? (airports.some(({ code }) => code === home) ? home : null);
}

function partyOf({ trip, moreTravelers }: Reading, info: TravelInfo, remarks: string[], asked: string[]) {
  const { travelers: before, children, travelersAssumed, several } = info;
  // Who joins a group of unknown size does not make its size known.
  const isGroup = before === null && (trip.several === true || several || asked.includes(HOW_MANY));
  const kept = { travelers: before, children, travelersAssumed, several: isGroup };
  if (trip.travelers === undefined && (moreTravelers === 0 || isGroup)) return kept;
  const travelers = trip.travelers ?? (before ?? 1) + moreTravelers;
  if (travelers < 1 || travelers > MAX_TRAVELERS) {
    const party = `${travelers} ${travelers === 1 ? "person" : "people"}`;
    remarks.push(`A trip for ${party} is not possible: I plan for 1 to ${MAX_TRAVELERS}.`);
    asked.push(HOW_MANY);
    return { ...kept, several: before === null };
  }
  const more = before === null ? `I counted you and ${moreTravelers} more` : null;
  const assumed = trip.travelers === undefined ? more : (trip.travelersAssumed ?? null);
  // Who joins or leaves may be a child, and another total leaves the number of children open.
  const young = trip.children ?? (trip.travelers === undefined ? children : null);
  return {
    travelers,
    children: young === null || young < travelers ? young : null,
    travelersAssumed: assumed,
    several: false,
  };
}

/** Lists the missing details that have no default, as phrases for a question. */
function missingOf(trip: TravelInfo, asked: readonly string[], { profile, airports }: MergeContext): readonly string[] {
  const { destination, startDate, endDate, nights, several, travelers, wishes } = trip;
  const isDated = startDate !== null && (endDate !== null || nights !== null || wishes.oneWay);
  const [known = ""] = texts(
    startDate !== null && ` (until when, or for how many nights from ${dayText(startDate)})`,
    endDate !== null && ` (from when, until ${dayText(endDate)})`,
  );
  const isAsked = (start: string): boolean => asked.some((phrase) => phrase.startsWith(start));
  const missing = texts(
    destination === null && !isAsked("which one city") && WHERE,
    startOf(trip, profile, airports) === null && WHENCE,
    !isDated && !isAsked("on which days") && `on which days you travel${known}`,
    travelers === null && several && HOW_MANY,
  );
  return [...new Set([...asked, ...missing])];
}
