import { Temporal } from "temporal-polyfill";
import { MAX_TRAVELERS } from "../reading/check-reading.ts";
import type { Reading, ReadingContext } from "../reading/reading.ts";
import { dayText } from "./describe-trip.ts";
import type { Sight } from "./offers.ts";
import { factValue, type Profile } from "./profile.ts";
import { type Alternative, type Itinerary, newTrip, noWishes, type TravelInfo, Wishes } from "./trip.ts";

/** Current state that a message is merged into. */
export interface MergeContext extends ReadingContext {
  readonly info: TravelInfo;
  readonly itinerary: Itinerary | null;
  readonly alternatives: readonly Alternative[];
  readonly profile: Profile;
  /** Sights at the destination, to find the ones that a message names. */
  readonly sights: readonly Sight[];
}

/** Trip after a message, with the details that are still missing. */
export interface MergedTrip {
  readonly trip: TravelInfo;
  readonly missing: readonly string[];
  /** Messages for the traveler about the parts that could not be applied. */
  readonly remarks: readonly string[];
}

/** Merges a message into the current trip. Later messages win, and a new destination resets the wishes about places. */
export function mergeReading(reading: Reading, context: MergeContext): MergedTrip {
  const before = reading.intent === "new_trip" ? newTrip() : context.info;
  const { notTo, moreTravelers, budget } = reading;
  const remarks: string[] = [];
  const said = {
    destination: reading.trip.destination ?? before.destination,
    origin: reading.trip.origin ?? before.origin,
  };
  // A correction such as "not Rome" without another city asks for one.
  if (notTo !== null && reading.trip.destination === undefined && notTo === before.destination) said.destination = null;
  if (notTo !== null && reading.trip.origin === undefined && notTo === before.origin) said.origin = null;
  const dates = datesOf(reading, before, context);
  const travelers =
    reading.trip.travelers ?? (moreTravelers === 0 ? before.travelers : (before.travelers ?? 1) + moreTravelers);
  const fits = travelers === null || (travelers >= 1 && travelers <= MAX_TRAVELERS);
  if (!fits) remarks.push(`A trip for ${travelers} is not possible: I plan for 1 to ${MAX_TRAVELERS}.`);
  const trip: TravelInfo = {
    ...before,
    ...said,
    ...dates,
    travelers: fits ? travelers : before.travelers,
    travelersAssumed:
      reading.trip.travelers === undefined ? before.travelersAssumed : (reading.trip.travelersAssumed ?? null),
    several: travelers === null && (reading.trip.several ?? before.several),
    budget: {
      total: budget.total === undefined ? before.budget.total : budget.total,
      perPerson: budget.perPerson ?? before.budget.perPerson,
      level: budget.level ?? before.budget.level ?? levelOf(context.profile),
    },
    wishes: wishesOf(reading, said.destination === before.destination ? before.wishes : withoutPlaces(before.wishes), {
      context,
      remarks,
      dates,
    }),
  };
  if (startOf(trip, context.profile, context.airports) === trip.destination && trip.destination !== null) {
    remarks.push("The destination must be different from the origin.");
    const kept = {
      ...trip,
      ...(reading.trip.destination === undefined
        ? { origin: before.origin }
        : { destination: before.destination === trip.destination ? null : before.destination }),
    };
    return { trip: kept, missing: missingOf(kept, reading, context), remarks };
  }
  return { trip, missing: missingOf(trip, reading, context), remarks };
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

/** Lists the missing details that have no default, as phrases for a question. */
function missingOf(trip: TravelInfo, { ask }: Reading, { profile, airports }: MergeContext): readonly string[] {
  const { destination, startDate, endDate, nights, period, several, travelers, wishes } = trip;
  const isDated = startDate !== null && (endDate !== null || nights !== null || wishes.oneWay);
  const open =
    startDate === null
      ? period === null
        ? ""
        : ` (${period.words} is not exact)`
      : ` (until when, or for how many nights from ${dayText(startDate)})`;
  const missing = [
    ...(destination === null ? ["where you would like to go"] : []),
    ...(startOf(trip, profile, airports) === null ? ["where you start from"] : []),
    ...(isDated ? [] : [`on which days you travel${open}`]),
    ...(several && travelers === null ? ["how many of you travel"] : []),
  ];
  const asked = ask.filter((phrase) => !missing.includes(phrase));
  return [
    ...asked,
    ...missing.filter(
      (phrase) => !asked.some((other) => other.startsWith("which one city") && phrase.startsWith("where you would")),
    ),
  ];
}

function levelOf(profile: Profile): "low" | "mid" | "high" | null {
  const level = factValue(profile, "price");
  return level === "low" || level === "mid" || level === "high" ? level : null;
}

type Dates = Pick<TravelInfo, "startDate" | "endDate" | "nights" | "period" | "datesAssumed">;

/** Combines new dates with the earlier ones: a new start keeps the length, and a length without dates waits for them. */
function datesOf(
  { trip, moreNights, startShift, endShift }: Reading,
  before: TravelInfo,
  { today }: MergeContext,
): Dates {
  const says = trip.startDate !== undefined || trip.endDate !== undefined || trip.period !== undefined;
  const length =
    trip.nights ??
    before.nights ??
    (before.startDate !== null && before.endDate !== null ? daysBetween(before.startDate, before.endDate) : null);
  let start = trip.startDate ?? (trip.period === undefined || trip.period === null ? before.startDate : null);
  let end =
    trip.endDate ??
    (trip.startDate === undefined && trip.nights === undefined && start !== null ? before.endDate : null);
  let assumed = says ? (trip.datesAssumed ?? null) : before.datesAssumed;
  const period = trip.period ?? (says ? null : before.period);
  if (start === null && period !== null && length !== null) {
    start = sameDayIn(period, before.startDate) ?? firstIn(period, today);
    assumed = `from ${dayText(start)}, for ${period.words}`;
  }
  if (start === null && end !== null && length !== null) start = plusDays(end, -length);
  if (start !== null && end === null && length !== null) end = plusDays(start, length);
  if (start !== null) start = plusDays(start, startShift);
  if (end !== null) end = plusDays(end, endShift + moreNights);
  const isPossible = start !== null && end !== null && end > start && start > today && daysBetween(start, end) <= 30;
  if (
    start !== null &&
    end !== null &&
    !isPossible &&
    (moreNights !== 0 || startShift !== 0 || endShift !== 0 || !says)
  )
    return before;
  return {
    startDate: start,
    endDate: end !== null && start !== null && end <= start ? null : end,
    nights: start === null ? length : null,
    period: start === null ? period : null,
    datesAssumed: assumed,
  };
}

/** The day of the earlier start in another month; null without one. */
function sameDayIn({ from, to }: NonNullable<TravelInfo["period"]>, start: string | null): string | null {
  const day = start === null ? null : `${from.slice(0, 8)}${start.slice(8)}`;
  return day !== null && daysBetween(from, to) > 20 && day >= from && day <= to ? day : null;
}

/** The first Saturday of a month, the Monday of a week; at least tomorrow. */
function firstIn({ from, to }: NonNullable<TravelInfo["period"]>, today: string): string {
  const first = from > today ? from : plusDays(today, 1);
  const { dayOfWeek } = Temporal.PlainDate.from(first);
  const saturday = plusDays(first, (6 - dayOfWeek + 7) % 7);
  return daysBetween(from, to) > 6 && saturday <= to ? saturday : first;
}

const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
const daysBetween = (start: string, end: string): number => Temporal.PlainDate.from(start).until(end).days;

/** Wishes that also hold in another city. */
const withoutPlaces = (wishes: Wishes): Wishes => {
  const {
    near: _near,
    outboundFlight: _out,
    returnFlight: _back,
    room: _room,
    skippedHotels: _hotels,
    skippedSights: _skipped,
    wantedSights: _wanted,
    ...kept
  } = wishes;
  return { ...noWishes(), ...kept };
};

interface WishContext {
  readonly context: MergeContext;
  readonly remarks: string[];
  readonly dates: Dates;
}

function wishesOf(
  reading: Reading,
  wishes: Wishes,
  { context: { info, itinerary, alternatives, sights }, remarks, dates }: WishContext,
): Wishes {
  const next: Wishes = Wishes.parse({ ...wishes, ...reading.wishes });
  next.unavailable = [...new Set([...wishes.unavailable, ...reading.unavailable])];
  // A flight id contains its date, so new dates drop the chosen flights.
  if (dates.startDate !== info.startDate) next.outboundFlight = null;
  if (dates.endDate !== info.endDate) next.returnFlight = null;
  if (itinerary !== null) {
    for (const change of reading.changes) Object.assign(next, wishesFor(change, itinerary, next));
    if (reading.outboundShift !== 0)
      Object.assign(next, shifted("outbound", itinerary.outbound.flight.departs, reading.outboundShift));
    if (reading.returnShift !== 0 && itinerary.return !== null)
      Object.assign(next, shifted("return", itinerary.return.flight.departs, reading.returnShift));
  } else if (reading.changes.length > 0 || reading.outboundShift !== 0 || reading.returnShift !== 0)
    remarks.push("There is no planned trip yet that could be changed.");
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
  { hotel }: Itinerary,
  { skippedHotels }: Wishes,
): Partial<Wishes> {
  if (change === "cheapestTrip") return { cheapFlights: true };
  if (hotel === null) return {};
  if (change === "cheaperHotel")
    return {
      nightAtMost: Math.max(1, hotel.room.pricePerNight * hotel.rooms - 1),
      starsAtLeast: null,
      starsAtMost: null,
      room: null,
    };
  if (change === "betterHotel")
    return { starsAtLeast: Math.min(5, hotel.stars + 1), starsAtMost: null, nightAtMost: null, room: null };
  return { skippedHotels: [...skippedHotels, hotel.id], room: null };
}

/** Conditions for a flight that leaves some minutes later, or earlier if negative. */
function shifted(part: "outbound" | "return", departs: string, minutes: number): Partial<Wishes> {
  const time = Temporal.PlainTime.from(departs.slice(11)).add({ minutes }).toString({ smallestUnit: "minute" });
  return {
    [`${part}After`]: minutes > 0 ? time : null,
    [`${part}Before`]: minutes < 0 ? time : null,
    [`${part}Flight`]: null,
  };
}

/** Finds the ids of sights by a part of their name or by kind. Adds a remark for a name without a match. */
function findSights(names: readonly string[], sights: readonly Sight[], remarks: string[]): readonly string[] {
  return names.flatMap((name) => {
    const found = sightsCalled(name, sights);
    if (found.length === 0) remarks.push(`I found no sight called "${name}" there.`);
    return found.map(({ id }) => id);
  });
}

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

export function sightsCalled(name: string, sights: readonly Sight[]): readonly Sight[] {
  const query = plain(name).replace(/^the /, "").replace(/s$/, "");
  return sights.filter((sight) => plain(sight.name).includes(query) || sight.kind === query);
}
