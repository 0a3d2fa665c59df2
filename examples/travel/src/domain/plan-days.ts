import { Temporal } from "temporal-polyfill";
import { minutesOf, timeText } from "./format.ts";
import type { Flight, Sight, TripOffers } from "./offers.ts";
import { kilometers, minutesBetween, type Point, type Transport } from "./places.ts";
import { factValues, type Profile } from "./profile.ts";
import type { Day, Visit, Wishes } from "./trip.ts";

/** Flights, hotel, sights and preferences that the days are planned for. */
export interface DaysRequest extends Pick<TripOffers, "sights" | "restaurants"> {
  readonly outbound: Flight;
  /** Null for a one-way trip, whose last day ends at noon. */
  readonly return: Flight | null;
  readonly lastDay: string;
  /** Place where each day begins. */
  readonly hotel: Point;
  readonly transport: Transport;
  readonly profile: Profile;
  readonly wishes: Pick<Wishes, "skippedSights" | "wantedSights">;
}

/** Largest number of visits on one day. */
const MAX_VISITS = 3;
/** Shortest free time, in minutes, of a day that sights are spread over. */
const SHORT_DAY = 150;
/** Start and end of a day of visits, in minutes after midnight. */
const MORNING = 9 * 60 + 30;
const EVENING = 20 * 60;
/** End of the last day of a trip without a flight back. */
const CHECKOUT = 12 * 60;
/** Minutes between the landing and the first visit, and between the last visit and the departure. */
const AFTER_LANDING = 90;
const BEFORE_DEPARTURE = 180;

/**
 * Plans the visits and the dinner of each day. Visits fit the opening hours and the travel times, and favor what the traveler likes.
 *
 * The search compares every order of up to three visits a day. No sight is visited twice. Dinner is at the nearest restaurant
 * that serves the traveler's diet and has not been used yet.
 */
export function planDays(request: DaysRequest): readonly Day[] {
  const days = planWith(request, []);
  const seen = new Set(days.flatMap(({ visits }) => visits.map(({ sight }) => sight.id)));
  // Give requested sights priority only if a normal plan leaves one out.
  const { wantedSights } = request.wishes;
  return wantedSights.every((id) => seen.has(id)) ? days : planWith(request, wantedSights);
}

/** Plans the days with sights that have priority over all others. */
function planWith(request: DaysRequest, first: readonly string[]): readonly Day[] {
  const { outbound, return: back, lastDay, hotel, transport, profile, wishes } = request;
  const left = new Set(request.sights.filter(({ id }) => !wishes.skippedSights.includes(id)));
  const tables = request.restaurants
    .filter(({ diets }) => factValues(profile, "food_preference").every((diet) => diets.includes(diet)))
    .toSorted((a, b) => kilometers(hotel, a) - kilometers(hotel, b));
  const begin = Temporal.PlainDate.from(outbound.arrives.slice(0, 10));
  const lands = minutesOf(outbound.arrives) + AFTER_LANDING;
  const leaves = back === null ? CHECKOUT : minutesOf(back.departs) - BEFORE_DEPARTURE;
  const last = begin.until(lastDay).days;
  const windows = Array.from({ length: Math.max(0, last + 1) }, (_, index) => ({
    date: begin.add({ days: index }),
    from: index === 0 ? Math.max(lands, MORNING) : MORNING,
    until: index === last ? leaves : EVENING,
  }));
  // Highest for a requested sight, double for a liked one, negative for a disliked one.
  const worthOf = ({ id, kind }: Sight): number => {
    if (first.includes(id)) return 60;
    if (factValues(profile, "dislikes").includes(kind)) return -10;
    return factValues(profile, "likes").includes(kind) ? 24 : 12;
  };
  let daysLeft = windows.filter(isLong).length;
  return windows.map(({ date, ...window }, index): Day => {
    const most = Math.min(MAX_VISITS, Math.ceil(left.size / Math.max(1, daysLeft)));
    if (isLong(window)) daysLeft -= 1;
    const open = [...left].filter(({ closedOn }) => !closedOn.includes(date.dayOfWeek));
    const visits = bestVisits(open, { ...window, most, hotel, transport }, worthOf);
    for (const { sight } of visits) left.delete(sight);
    const dinner = index === last ? null : (tables[index % Math.max(1, tables.length)] ?? null);
    return { date: date.toString(), visits, dinner };
  });
}

/** The free time of a day, in minutes after midnight, with the number of visits and the place where it begins. */
interface FreeDay {
  readonly from: number;
  readonly until: number;
  readonly most: number;
  readonly hotel: Point;
  readonly transport: Transport;
}

const isLong = ({ from, until }: Pick<FreeDay, "from" | "until">): boolean => until - from >= SHORT_DAY;

/** Compares every order of visits on one day. */
function bestVisits(
  open: readonly Sight[],
  { from, until, most, hotel, transport }: FreeDay,
  worthOf: (sight: Sight) => number,
) {
  let best: { readonly visits: readonly Visit[]; readonly worth: number } = { visits: [], worth: 0 };
  const search = (visits: readonly Visit[], worth: number, time: number, place: Point): void => {
    if (worth > best.worth) best = { visits, worth };
    if (visits.length === most) return;
    for (const sight of open) {
      if (visits.some((visit) => visit.sight === sight)) continue;
      const travelMinutes = minutesBetween(place, sight, transport);
      const start = Math.ceil(Math.max(time + travelMinutes, minutesOf(sight.opens)) / 5) * 5;
      const end = start + sight.minutes;
      if (end > minutesOf(sight.closes) || end > until) continue;
      const distance = Math.round(kilometers(place, sight) * 10) / 10;
      const visit = { sight, from: timeText(start), to: timeText(end), kilometers: distance, travelMinutes };
      search([...visits, visit], worth + worthOf(sight) - (start - time) * 0.02, end, sight);
    }
  };
  search([], 0, from, hotel);
  return best.visits;
}
