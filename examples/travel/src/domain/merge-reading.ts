import { Temporal } from "temporal-polyfill";
import type { Airport, Sight } from "./offers.ts";
import { knownOne, type Profile } from "./profile.ts";
import type { Reading } from "./reading.ts";
import { type Alternative, type Itinerary, newTrip, noWishes, type TravelInfo, type Wishes } from "./trip.ts";

/** What a message is put together with. */
export interface Known {
  readonly trip: TravelInfo;
  readonly itinerary: Itinerary | null;
  readonly alternatives: readonly Alternative[];
  readonly profile: Profile;
  readonly airports: readonly Airport[];
  /** Those of the destination, to find what is to be skipped. */
  readonly sights: readonly Sight[];
  readonly today: string;
}

/** A trip after a message, and what is still missing of it. */
export interface MergedTrip {
  readonly trip: TravelInfo;
  readonly missing: readonly string[];
  /** What could not be done with the message, for people. */
  readonly remarks: readonly string[];
}

/**
 * Puts a message together with what is known: later words count, a new destination begins with fresh wishes.
 *
 * The home of the profile stands in for an origin that nobody named.
 */
export function mergeReading(reading: Reading, known: Known): MergedTrip {
  const before = reading.intent === "new_trip" ? newTrip() : known.trip;
  const remarks: string[] = [];
  const destination = reading.destination ?? before.destination;
  const moved = destination !== before.destination;
  const dates = datesOf(reading, before);
  if (dates.startDate !== null && dates.startDate <= known.today) {
    remarks.push(`${dates.startDate} is not in the future.`);
    dates.startDate = null;
    dates.endDate = null;
  }
  const trip: TravelInfo = {
    ...before,
    origin: reading.origin ?? before.origin ?? homeOf(known),
    destination,
    startDate: dates.startDate,
    endDate: dates.endDate,
    travelers: reading.travelers ?? before.travelers,
    budget: {
      level: reading.budgetLevel ?? before.budget.level ?? levelOf(known.profile),
      total: reading.budgetTotal ?? before.budget.total,
    },
    wishes: wishesOf(reading, { ...known, wishes: moved ? noWishes() : before.wishes, remarks }),
  };
  if (trip.origin !== null && trip.origin === trip.destination) {
    remarks.push("A trip leads somewhere else than where it begins.");
    return { trip: { ...trip, destination: null }, missing: missingOf({ ...trip, destination: null }), remarks };
  }
  return { trip, missing: missingOf(trip), remarks };
}

/** What nobody has said and nothing can stand in for. */
export function missingOf({ origin, destination, startDate, endDate }: TravelInfo): readonly string[] {
  return [
    ...(destination === null ? ["where you would like to go"] : []),
    ...(origin === null ? ["where you start from"] : []),
    ...(startDate === null || endDate === null ? ["on which days you travel"] : []),
  ];
}

function homeOf({ profile, airports }: Known): string | null {
  const home = knownOne(profile, "home");
  return airports.some(({ code }) => code === home) ? home : null;
}

function levelOf(profile: Profile): "low" | "mid" | "high" | null {
  const level = knownOne(profile, "price");
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
  { wishes, itinerary, alternatives, sights, remarks }: Known & { readonly wishes: Wishes; readonly remarks: string[] },
): Wishes {
  const next = {
    ...wishes,
    outboundAfter: reading.outboundAfter ?? wishes.outboundAfter,
    outboundBefore: reading.outboundBefore ?? wishes.outboundBefore,
    returnAfter: reading.returnAfter ?? wishes.returnAfter,
    returnBefore: reading.returnBefore ?? wishes.returnBefore,
  };
  // Flights of other days have other ids.
  if (reading.startDate !== null) next.outboundFlight = null;
  if (
    reading.startDate !== null ||
    reading.endDate !== null ||
    reading.changes.some((each) => each === "longer" || each === "shorter")
  )
    next.returnFlight = null;
  if (itinerary !== null) for (const change of reading.changes) Object.assign(next, changed(change, itinerary, next));
  if (reading.choice !== null) {
    const picked = alternatives[reading.choice - 1];
    if (picked === undefined) remarks.push(`There is no alternative ${reading.choice}.`);
    else if (picked.part === "hotel") next.room = picked.id;
    else next[picked.part === "outbound" ? "outboundFlight" : "returnFlight"] = picked.id;
  }
  const skipped = namedIn(reading.skip, sights, remarks);
  const wanted = namedIn(reading.want, sights, remarks);
  next.skippedSights = [...new Set([...wishes.skippedSights, ...skipped])].filter((id) => !wanted.includes(id));
  next.wantedSights = [...new Set([...wishes.wantedSights, ...wanted])].filter((id) => !skipped.includes(id));
  return next;
}

function changed(
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

/** The wall time of a moment, some minutes away. */
function timeAfter(wall: string, minutes: number): string {
  return Temporal.PlainTime.from(wall.slice(11)).add({ minutes }).toString({ smallestUnit: "minute" });
}

/** Sights by name, by a part of it, or by kind. */
function namedIn(names: readonly string[], sights: readonly Sight[], remarks: string[]): readonly string[] {
  return names.flatMap((name) => {
    const wanted = name.toLowerCase().replace(/s$/, "");
    const found = sights.filter((each) => each.name.toLowerCase().includes(wanted) || each.kind === wanted);
    if (found.length === 0) remarks.push(`I know no sight called "${name}" there.`);
    return found.map(({ id }) => id);
  });
}
