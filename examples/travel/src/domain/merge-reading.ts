import { Temporal } from "temporal-polyfill";
import { MAX_TRAVELERS } from "../reading/check-reading.ts";
import type { Reading, ReadingContext } from "../reading/reading.ts";
import { dayText } from "./format.ts";
import type { Sight } from "./offers.ts";
import { factValue, type Profile } from "./profile.ts";
import { type Alternative, BudgetLevel, type Itinerary, newTrip, noWishes, type TravelInfo, Wishes } from "./trip.ts";

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
  if (reading.intent === "drop_trip") return { trip: newTrip(), missing: [], remarks: [] };
  const isNew = reading.intent === "new_trip";
  const before = isNew ? newTrip() : context.info;
  const { budget } = reading;
  const remarks: string[] = [];
  const places = placesOf(reading, before);
  const merged: TravelInfo = {
    ...before,
    ...places,
    ...datesOf(reading, before, { today: context.today, remarks }),
    ...partyOf(reading, before, context.itinerary !== null && !isNew, remarks),
    budget: {
      total: budget.total === undefined ? before.budget.total : budget.total,
      perPerson: budget.perPerson ?? before.budget.perPerson,
      level: budget.level ?? before.budget.level ?? levelOf(context.profile),
    },
    wishes: wishesOf(
      reading,
      places.destination === before.destination ? before.wishes : withoutPlaces(before.wishes),
      context,
      remarks,
    ),
  };
  const trip = withoutLoop(merged, reading, { ...context, info: before }, remarks);
  return { trip, remarks, missing: missingOf(trip, reading, context) };
}

/** True when something was said about the trip. */
export const isBegun = ({ destination, origin, startDate, nights, period }: TravelInfo): boolean =>
  [destination, origin, startDate, nights, period].some((detail) => detail !== null);

function placesOf({ trip, notTo, ask }: Reading, before: TravelInfo): Pick<TravelInfo, "origin" | "destination"> {
  // A correction such as "not Rome" without another city asks for one, and so does an unknown city before there is a plan.
  const kept = (code: string | null): string | null => (notTo === code ? null : code);
  const isOpen = before.outbound.flightSelection === null && ask.includes("where you would like to go");
  const { destination = isOpen ? null : kept(before.destination), origin = kept(before.origin) } = trip;
  return { destination, origin };
}

/** Undoes the change of a place that would make the trip end where it starts. */
function withoutLoop(trip: TravelInfo, reading: Reading, context: MergeContext, remarks: string[]): TravelInfo {
  const { destination, origin } = context.info;
  if (trip.destination === null || startOf(trip, context.profile, context.airports) !== trip.destination) return trip;
  remarks.push("The destination must be different from the origin.");
  if (reading.trip.destination === undefined) return { ...trip, origin };
  return { ...trip, destination: destination === trip.destination ? null : destination };
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

function partyOf(
  { trip, moreTravelers, ask, unread }: Reading,
  { travelers: before, travelersAssumed, several }: TravelInfo,
  isPlanned: boolean,
  remarks: string[],
): Pick<TravelInfo, "travelers" | "travelersAssumed" | "several"> {
  // A number that is out of range leaves a party of unknown size, and so do words that may be about it.
  const isGroup = trip.several === true || ask.includes("how many of you travel") || (unread.length > 0 && !isPlanned);
  const kept = { travelers: before, travelersAssumed, several: before === null && (isGroup || several) };
  if (trip.travelers !== undefined)
    return { travelers: trip.travelers, travelersAssumed: trip.travelersAssumed ?? null, several: false };
  // Who joins a group of unknown size does not make its size known.
  if (moreTravelers === 0 || kept.several) return kept;
  const travelers = (before ?? 1) + moreTravelers;
  if (travelers < 1 || travelers > MAX_TRAVELERS) {
    remarks.push(`A trip for ${travelers} is not possible: I plan for 1 to ${MAX_TRAVELERS}.`);
    return kept;
  }
  return {
    travelers,
    travelersAssumed: before === null ? `I counted you and ${moreTravelers} more` : null,
    several: false,
  };
}

/** Lists the missing details that have no default, as phrases for a question. */
function missingOf(trip: TravelInfo, { ask }: Reading, { profile, airports }: MergeContext): readonly string[] {
  const { destination, startDate, endDate, nights, period, several, travelers, wishes } = trip;
  const isDated = startDate !== null && (endDate !== null || nights !== null || wishes.oneWay);
  const known =
    startDate === null
      ? period === null
        ? endDate === null
          ? ""
          : ` (from when, until ${dayText(endDate)})`
        : ` (${period.words} is not exact)`
      : ` (until when, or for how many nights from ${dayText(startDate)})`;
  const isAsked = (start: string): boolean => ask.some((phrase) => phrase.startsWith(start));
  const missing = [
    ...(destination === null && !isAsked("which one city") ? ["where you would like to go"] : []),
    ...(startOf(trip, profile, airports) === null ? ["where you start from"] : []),
    ...(isDated || isAsked("on which days") ? [] : [`on which days you travel${known}`]),
    ...(travelers === null && several ? ["how many of you travel"] : []),
  ];
  return [...new Set([...ask, ...missing])];
}

const levelOf = (profile: Profile): BudgetLevel | null =>
  BudgetLevel.safeParse(factValue(profile, "price")).data ?? null;

type Dates = Pick<TravelInfo, "startDate" | "endDate" | "nights" | "period" | "datesAssumed">;

/**
 * Combines new dates with the earlier ones: a new start keeps the length, and a length without dates waits for them.
 *
 * Impossible dates change nothing, which a remark says.
 */
function datesOf(
  { trip, moreNights, startShift, endShift }: Reading,
  before: TravelInfo,
  { today, remarks }: { readonly today: string; readonly remarks: string[] },
): Dates {
  const says = trip.startDate !== undefined || trip.endDate !== undefined || trip.period !== undefined;
  const isMoved = moreNights !== 0 || startShift !== 0 || endShift !== 0;
  const { startDate, endDate, nights } = before;
  const kept = { startDate, endDate, nights, period: before.period, datesAssumed: before.datesAssumed };
  if (!says && !isMoved && trip.nights === undefined) return kept;
  const period = trip.period ?? (says ? null : before.period);
  const length =
    trip.nights ??
    before.nights ??
    (before.startDate !== null && before.endDate !== null ? daysBetween(before.startDate, before.endDate) : null);
  let start = trip.startDate ?? (trip.period === undefined || trip.period === null ? before.startDate : null);
  let end =
    trip.endDate ??
    (trip.nights === undefined && start !== null && (trip.startDate === undefined || before.startDate === null)
      ? before.endDate
      : null);
  let datesAssumed = says ? (trip.datesAssumed ?? null) : before.datesAssumed;
  if (start === null && period !== null && length !== null) {
    start = sameDayIn(period, before.startDate) ?? firstIn(period, today);
    datesAssumed = `from ${dayText(start)}, for ${period.words}`;
  }
  if (start === null && end !== null && length !== null) start = plusDays(end, -length);
  if (start !== null && end === null && length !== null) end = plusDays(start, length);
  // What was assumed about the days is outdated when they are moved: only the start may still be an assumption.
  if (!says && startDate !== null && datesAssumed !== null)
    datesAssumed = startShift === 0 && start !== null ? `${dayText(start)} as the first day` : null;
  if (start !== null) start = plusDays(start, startShift);
  if (end !== null) end = plusDays(end, endShift + moreNights);
  const problem = start === null || end === null ? null : problemOf(start, end, today);
  if (problem !== null) {
    remarks.push(`${problem} The days stay as they were.`);
    return kept;
  }
  return {
    startDate: start,
    endDate: end,
    // Without days, a longer or shorter stay waits for them too.
    nights: start !== null ? null : length === null ? null : Math.max(1, length + moreNights),
    period: start === null ? period : null,
    datesAssumed,
  };
}

function problemOf(start: string, end: string, today: string): string | null {
  const nights = daysBetween(start, end);
  if (start <= today) return `${dayText(start)} is not in the future.`;
  if (nights < 1) return `A trip from ${dayText(start)} to ${dayText(end)} is not possible.`;
  return nights > 30 ? `${nights} nights are not possible; I plan 1 to 30 nights.` : null;
}

/** The day of the earlier start in another month; null without one. */
function sameDayIn({ from, to }: NonNullable<TravelInfo["period"]>, start: string | null): string | null {
  const day = start === null ? null : `${from.slice(0, 8)}${start.slice(8)}`;
  return day !== null && daysBetween(from, to) > 20 && day >= from && day <= to ? day : null;
}

/** The first Saturday of a month, the Monday of a week; at least tomorrow. */
function firstIn({ from, to }: NonNullable<TravelInfo["period"]>, today: string): string {
  const first = from > today ? from : plusDays(today, 1);
  const saturday = plusDays(first, (6 - Temporal.PlainDate.from(first).dayOfWeek + 7) % 7);
  return daysBetween(from, to) > 6 && saturday <= to ? saturday : first;
}

const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
const daysBetween = (start: string, end: string): number => Temporal.PlainDate.from(start).until(end).days;

/** Wishes that also hold in another city. */
const withoutPlaces = (wishes: Wishes): Wishes => {
  const { near, outboundFlight, returnFlight, room, skipped, skippedSights, wantedSights } = noWishes();
  return { ...wishes, near, outboundFlight, returnFlight, room, skipped, skippedSights, wantedSights };
};

function wishesOf(
  reading: Reading,
  wishes: Wishes,
  { itinerary, alternatives, sights }: MergeContext,
  remarks: string[],
): Wishes {
  const next: Wishes = Wishes.parse({ ...wishes, ...reading.wishes });
  // A day of the return takes back a one-way trip.
  if (reading.trip.endDate !== undefined && reading.wishes.oneWay === undefined) next.oneWay = false;
  next.unavailable = [...new Set([...wishes.unavailable, ...reading.unavailable])];
  const isChange = reading.changes.length > 0 || reading.outboundShift !== 0 || reading.returnShift !== 0;
  if (isChange && itinerary === null) remarks.push("There is no planned trip yet that could be changed.");
  if (itinerary !== null) {
    const { outbound, return: back } = itinerary;
    for (const change of reading.changes) Object.assign(next, wishesFor(change, itinerary, next));
    if (reading.outboundShift !== 0)
      Object.assign(next, shifted("outbound", outbound.flight.departs, reading.outboundShift));
    if (reading.returnShift !== 0 && back !== null)
      Object.assign(next, shifted("return", back.flight.departs, reading.returnShift));
  }
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
  { hotel, outbound, return: back }: Itinerary,
  { skipped }: Wishes,
): Partial<Wishes> {
  if (change === "cheaperTrip")
    return { cheapFlights: true, cheapStay: true, outboundFlight: null, returnFlight: null, room: null };
  if (change === "otherOutbound") return { skipped: [...skipped, outbound.flight.number], outboundFlight: null };
  if (change === "otherReturn")
    return back === null ? {} : { skipped: [...skipped, back.flight.number], returnFlight: null };
  if (hotel === null) return {};
  if (change === "otherHotel") return { skipped: [...skipped, hotel.id], room: null };
  const anyStars = { starsAtLeast: null, starsAtMost: null, nightAtMost: null, room: null };
  if (change === "betterHotel") return { ...anyStars, starsAtLeast: Math.min(5, hotel.stars + 1), cheapStay: false };
  return { ...anyStars, nightAtMost: Math.max(1, hotel.room.pricePerNight * hotel.rooms - 1) };
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
