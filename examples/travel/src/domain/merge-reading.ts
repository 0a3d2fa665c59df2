import type { Reading, ReadingContext } from "../reading/reading.ts";
import { dayText, euro, texts, travelersText } from "./format.ts";
import { mergeDates } from "./merge-dates.ts";
import { mergeWishes, type WishContext, withoutPlaces } from "./merge-wishes.ts";
import { factValue, type Profile } from "./profile.ts";
import { BudgetLevel, newTrip, type TravelInfo } from "./trip.ts";

/** Largest party that the flights are sold for. */
export const MAX_TRAVELERS = 9;

/** Current state that a message is merged into. */
interface MergeContext extends ReadingContext, WishContext {
  readonly info: TravelInfo;
  readonly profile: Profile;
}

/** Trip after a message, with the details that are still missing. */
export interface MergedTrip {
  readonly trip: TravelInfo;
  readonly missing: readonly string[];
  /** Messages for the traveler about the parts that could not be applied, or that changed without being named. */
  readonly remarks: readonly string[];
}

/** Merges a message into the current trip. Later messages win, and a new destination resets the wishes about places. */
export function mergeReading(reading: Reading, context: MergeContext): MergedTrip {
  if (reading.intent === "drop_trip") return { trip: newTrip(), missing: [], remarks: [] };
  const isNew = reading.intent === "new_trip";
  const before = isNew ? newTrip() : context.info;
  const remarks: string[] = [];
  const places = placesOf(reading, before, context, remarks);
  const { dates, problem } = mergeDates(reading, before, context.today);
  const { total = before.budget.total, perPerson = before.budget.perPerson } = reading.budget;
  const level = BudgetLevel.safeParse(factValue(context.profile, "price")).data ?? null;
  const wishes = places.destination === before.destination ? before.wishes : withoutPlaces(before.wishes);
  const trip: TravelInfo = {
    ...before,
    ...places,
    ...dates,
    ...partyOf(reading, before, context.itinerary !== null && !isNew, remarks),
    budget: { total, perPerson, level: reading.budget.level ?? before.budget.level ?? level },
    wishes: mergeWishes(reading, wishes, context, remarks),
  };
  const isCorrection = before.destination !== null;
  if (isCorrection) remarks.push(...unnamedChanges(reading, before, trip));
  const missing = missingOf(trip, reading, context);
  const repeated = isCorrection ? repeatedDetails(reading, before, trip, context.airports) : [];
  return {
    trip,
    remarks: texts(problem, ...remarks),
    missing: missing.length > 0 || repeated.length === 0 ? missing : [`what to change: ${repeated.join(", ")}`],
  };
}

/** True when something was said about the trip. */
export const isBegun = ({ destination, origin, startDate, nights, period }: TravelInfo): boolean =>
  [destination, origin, startDate, nights, period].some((detail) => detail !== null);

type Places = Pick<TravelInfo, "origin" | "destination">;

function placesOf({ trip, notTo, ask }: Reading, before: Places, context: MergeContext, remarks: string[]): Places {
  // A correction such as "not Rome" without another city asks for one, and so does an unknown city before there is a plan.
  const kept = (code: string | null): string | null => (notTo === code ? null : code);
  const isOpen = context.itinerary === null && ask.includes("where you would like to go");
  const { destination = isOpen ? null : kept(before.destination), origin = kept(before.origin) } = trip;
  if (destination === null || startOf({ origin }, context.profile, context.airports) !== destination)
    return { destination, origin };
  remarks.push("The destination must be different from the origin.");
  if (trip.destination === undefined) return { destination, origin: before.origin };
  return { origin, destination: before.destination === destination ? null : before.destination };
}

/** Returns the origin of a trip: the one that was said, else the home in the profile. */
export function startOf(
  { origin }: Pick<TravelInfo, "origin">,
  profile: Profile,
  airports: ReadingContext["airports"],
): string | null {
  const home = factValue(profile, "home");
  return origin ?? (airports.some(({ code }) => code === home) ? home : null);
}

type Party = Pick<TravelInfo, "travelers" | "travelersAssumed" | "several">;

function partyOf(
  { trip, moreTravelers, ask, unread }: Reading,
  { travelers: before, travelersAssumed, several }: Party,
  isPlanned: boolean,
  remarks: string[],
): Party {
  // A number that is out of range leaves a party of unknown size, and so do words that may be about it.
  const isGroup = trip.several === true || ask.includes("how many of you travel") || (unread.length > 0 && !isPlanned);
  const kept = { travelers: before, travelersAssumed, several: before === null && (isGroup || several) };
  if (trip.travelers !== undefined)
    return { travelers: trip.travelers, travelersAssumed: trip.travelersAssumed ?? null, several: false };
  // Who joins a group of unknown size does not make its size known.
  if (moreTravelers === 0 || kept.several) return kept;
  const travelers = (before ?? 1) + moreTravelers;
  const assumed = before === null ? `I counted you and ${moreTravelers} more` : null;
  if (travelers >= 1 && travelers <= MAX_TRAVELERS) return { travelers, travelersAssumed: assumed, several: false };
  remarks.push(`A trip for ${travelers} is not possible: I plan for 1 to ${MAX_TRAVELERS}.`);
  return kept;
}

/** Lists the missing details that have no default, as phrases for a question. */
function missingOf(trip: TravelInfo, { ask }: Reading, { profile, airports }: MergeContext): readonly string[] {
  const { destination, startDate, endDate, nights, period, several, travelers, wishes } = trip;
  const isDated = startDate !== null && (endDate !== null || nights !== null || wishes.oneWay);
  const [known = ""] = texts(
    startDate !== null && ` (until when, or for how many nights from ${dayText(startDate)})`,
    period !== null && ` (${period.words} is not exact)`,
    endDate !== null && ` (from when, until ${dayText(endDate)})`,
  );
  const isAsked = (start: string): boolean => ask.some((phrase) => phrase.startsWith(start));
  const missing = texts(
    destination === null && !isAsked("which one city") && "where you would like to go",
    startOf(trip, profile, airports) === null && "where you start from",
    !isDated && !isAsked("on which days") && `on which days you travel${known}`,
    travelers === null && several && "how many of you travel",
  );
  return [...new Set([...ask, ...missing])];
}

const isSaid = (...details: readonly unknown[]): boolean =>
  details.some((detail) => detail !== undefined && detail !== 0);

/** Says what a correction changes without naming it. */
function unnamedChanges({ trip, endShift }: Reading, before: TravelInfo, after: TravelInfo): readonly string[] {
  const isMoved = before.endDate !== null && after.endDate !== null && before.endDate !== after.endDate;
  const hasPlaces = JSON.stringify(withoutPlaces(before.wishes)) !== JSON.stringify(before.wishes);
  return texts(
    isMoved &&
      !isSaid(trip.endDate, trip.nights, trip.period, endShift) &&
      `The return moves to ${dayText(after.endDate ?? "")}, so that the trip keeps its length.`,
    before.destination !== after.destination &&
      hasPlaces &&
      "Your wishes for flights, the hotel and sights of the other city do not hold any more.",
  );
}

/** What a correction names although it is so already, if it changes nothing at all. */
function repeatedDetails(
  { trip, budget, moreTravelers, startShift, endShift, wishes, changes, unavailable }: Reading,
  before: TravelInfo,
  after: TravelInfo,
  airports: ReadingContext["airports"],
): readonly string[] {
  const hasMore = Object.keys(wishes).length + changes.length + unavailable.length > 0;
  const [old, now] = [before, after].map((each) => JSON.stringify({ ...each, datesAssumed: 0, travelersAssumed: 0 }));
  if (hasMore || old !== now) return [];
  const city = (code: string | null): string => airports.find((airport) => airport.code === code)?.city ?? "";
  const saysDays = isSaid(trip.startDate, trip.endDate, trip.nights, trip.period, startShift, endShift);
  return texts(
    isSaid(trip.destination) && `the trip already goes to ${city(after.destination)}`,
    isSaid(trip.origin) && `it already starts in ${city(after.origin)}`,
    saysDays && after.startDate !== null && `the first day is already ${dayText(after.startDate)}`,
    saysDays && after.endDate !== null && `the last day is already ${dayText(after.endDate)}`,
    isSaid(trip.travelers, moreTravelers) && `it is already for ${travelersText(after.travelers ?? 1)}`,
    typeof budget.total === "number" && `the limit is already ${euro(budget.total)}`,
  );
}
