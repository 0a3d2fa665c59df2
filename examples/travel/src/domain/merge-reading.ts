import { Temporal } from "temporal-polyfill";
import type { Airport, Sight } from "./offers.ts";
import { factValue, type Profile } from "./profile.ts";
import type { Reading } from "./reading.ts";
import { type Alternative, type Itinerary, newTrip, noWishes, type TravelInfo, type Wishes } from "./trip.ts";

/** Current state that a message is merged into. */
export interface MergeContext {
  readonly trip: TravelInfo;
  readonly itinerary: Itinerary | null;
  readonly alternatives: readonly Alternative[];
  readonly profile: Profile;
  readonly airports: readonly Airport[];
  /** Sights at the destination, to find the ones that a message names. */
  readonly sights: readonly Sight[];
  readonly today: string;
}

/** Trip after a message, with the details that are still missing. */
export interface MergedTrip {
  readonly trip: TravelInfo;
  readonly missing: readonly string[];
  /** Messages for the traveler about the parts that could not be applied. */
  readonly remarks: readonly string[];
}

/**
 * Merges a message into the current trip. Later messages win, and a new destination resets the wishes.
 *
 * The origin defaults to the home city in the profile.
 */
export function mergeReading(reading: Reading, context: MergeContext): MergedTrip {
  const before = reading.intent === "new_trip" ? newTrip() : context.trip;
  const remarks: string[] = [];
  const destination = reading.destination ?? before.destination;
  const hasNewDestination = destination !== before.destination;
  const dates = datesOf(reading, before);
  if (dates.startDate !== null && dates.startDate <= context.today) {
    remarks.push(`${dates.startDate} is not in the future.`);
    dates.startDate = null;
    dates.endDate = null;
  }
  const trip: TravelInfo = {
    ...before,
    origin: reading.origin ?? before.origin ?? homeOf(context),
    destination,
    startDate: dates.startDate,
    endDate: dates.endDate,
    travelers: reading.travelers ?? before.travelers,
    budget: {
      level: reading.budgetLevel ?? before.budget.level ?? levelOf(context.profile),
      total: reading.budgetTotal ?? before.budget.total,
    },
    wishes: wishesOf(reading, { ...context, wishes: hasNewDestination ? noWishes() : before.wishes, remarks }),
  };
  if (trip.origin !== null && trip.origin === trip.destination) {
    remarks.push("The destination must be different from the origin.");
    return { trip: { ...trip, destination: null }, missing: missingOf({ ...trip, destination: null }), remarks };
  }
  return { trip, missing: missingOf(trip), remarks };
}

/** Lists the missing details that have no default, as phrases for a question. */
export function missingOf({ origin, destination, startDate, endDate }: TravelInfo): readonly string[] {
  return [
    ...(destination === null ? ["where you would like to go"] : []),
    ...(origin === null ? ["where you start from"] : []),
    ...(startDate === null || endDate === null ? ["on which days you travel"] : []),
  ];
}

function homeOf({ profile, airports }: MergeContext): string | null {
  const home = factValue(profile, "home");
  return airports.some(({ code }) => code === home) ? home : null;
}

function levelOf(profile: Profile): "low" | "mid" | "high" | null {
  const level = factValue(profile, "price");
  return level === "low" || level === "mid" || level === "high" ? level : null;
}

function datesOf(reading: Reading, before: TravelInfo): { startDate: string | null; endDate: string | null } {
  const startDate = reading.startDate ?? before.startDate;
  const kept = reading.startDate === null ? before.endDate : null;
  const nights = reading.nights ?? (reading.startDate !== null && reading.endDate === null ? lengthOf(before) : null);
  let endDate = reading.endDate ?? (startDate !== null && nights !== null ? plusDays(startDate, nights) : kept);
  if (endDate !== null && reading.changes.includes("longer")) endDate = plusDays(endDate, 1);
  if (endDate !== null && startDate !== null && reading.changes.includes("shorter")) {
    endDate = endDate > plusDays(startDate, 1) ? plusDays(endDate, -1) : endDate;
  }
  return startDate !== null && endDate !== null && endDate <= startDate
    ? { startDate, endDate: null }
    : { startDate, endDate };
}

const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

const lengthOf = ({ startDate, endDate }: TravelInfo): number | null =>
  startDate === null || endDate === null ? null : Temporal.PlainDate.from(startDate).until(endDate).days;

function wishesOf(
  reading: Reading,
  {
    wishes,
    itinerary,
    alternatives,
    sights,
    remarks,
  }: MergeContext & { readonly wishes: Wishes; readonly remarks: string[] },
): Wishes {
  const next = {
    ...wishes,
    outboundAfter: reading.outboundAfter ?? wishes.outboundAfter,
    outboundBefore: reading.outboundBefore ?? wishes.outboundBefore,
    returnAfter: reading.returnAfter ?? wishes.returnAfter,
    returnBefore: reading.returnBefore ?? wishes.returnBefore,
  };
  // A flight id contains its date, so new dates drop the chosen flights.
  if (reading.startDate !== null) next.outboundFlight = null;
  if (
    reading.startDate !== null ||
    reading.endDate !== null ||
    reading.changes.some((change) => change === "longer" || change === "shorter")
  )
    next.returnFlight = null;
  if (itinerary !== null) for (const change of reading.changes) Object.assign(next, wishesFor(change, itinerary, next));
  if (reading.choice !== null) {
    const picked = alternatives[reading.choice - 1];
    if (picked === undefined) remarks.push(`Alternative ${reading.choice} does not exist.`);
    else if (picked.part === "hotel") next.room = picked.id;
    else next[picked.part === "outbound" ? "outboundFlight" : "returnFlight"] = picked.id;
  }
  const skipped = findSights(reading.skip, sights, remarks);
  const wanted = findSights(reading.want, sights, remarks);
  next.skippedSights = [...new Set([...wishes.skippedSights, ...skipped])].filter((id) => !wanted.includes(id));
  next.wantedSights = [...new Set([...wishes.wantedSights, ...wanted])].filter((id) => !skipped.includes(id));
  return next;
}

function wishesFor(
  change: Reading["changes"][number],
  { outbound, return: back, hotel }: Itinerary,
  { skippedHotels }: Wishes,
): Partial<Wishes> {
  switch (change) {
    case "laterOutbound":
      return { outboundAfter: timeAfter(outbound.flight.departs, 1), outboundBefore: null, outboundFlight: null };
    case "earlierOutbound":
      return { outboundBefore: timeAfter(outbound.flight.departs, -1), outboundAfter: null, outboundFlight: null };
    case "laterReturn":
      return { returnAfter: timeAfter(back.flight.departs, 1), returnBefore: null, returnFlight: null };
    case "earlierReturn":
      return { returnBefore: timeAfter(back.flight.departs, -1), returnAfter: null, returnFlight: null };
    case "cheaperHotel":
      return { nightAtMost: Math.max(1, hotel.room.pricePerNight - 1), starsAtLeast: null, room: null };
    case "betterHotel":
      return { starsAtLeast: Math.min(5, hotel.stars + 1), nightAtMost: null, room: null };
    case "otherHotel":
      return { skippedHotels: [...skippedHotels, hotel.id], room: null };
    case "longer":
    case "shorter":
    default:
      return {};
  }
}

/** Returns the local time that many minutes after a local date and time. */
function timeAfter(dateTime: string, minutes: number): string {
  return Temporal.PlainTime.from(dateTime.slice(11)).add({ minutes }).toString({ smallestUnit: "minute" });
}

/** Finds the ids of sights by a part of their name or by kind. Adds a remark for a name without a match. */
function findSights(names: readonly string[], sights: readonly Sight[], remarks: string[]): readonly string[] {
  return names.flatMap((name) => {
    const query = name.toLowerCase().replace(/s$/, "");
    const found = sights.filter((sight) => sight.name.toLowerCase().includes(query) || sight.kind === query);
    if (found.length === 0) remarks.push(`I found no sight called "${name}" there.`);
    return found.map(({ id }) => id);
  });
}
