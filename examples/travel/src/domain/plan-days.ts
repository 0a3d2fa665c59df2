import { timeText } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { timeOf } from "./format.ts";
import type { Flight, Restaurant, Sight } from "./offers.ts";
import { kilometers, minutesBetween, type Point } from "./places.ts";
import { factValues, type Profile } from "./profile.ts";
import type { Day, Visit, Wishes } from "./trip.ts";

/** Flights, hotel, sights and preferences that the days are planned for. */
export interface DaysRequest {
  readonly outbound: Flight;
  /** Null for a one-way trip, whose last day ends at noon. */
  readonly return: Flight | null;
  readonly lastDay: string;
  /** Place where each day begins. */
  readonly hotel: Point;
  readonly sights: readonly Sight[];
  readonly restaurants: readonly Restaurant[];
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
/** Minutes between the landing and the first visit. */
const AFTER_LANDING = 90;
/** Minutes between the last visit and the departure. */
const BEFORE_DEPARTURE = 180;

/**
 * Plans the visits and the dinner of each day. Visits fit the opening hours and the travel times, and favor what the traveler likes.
 *
 * The search compares every order of up to three visits a day. No sight is visited twice. Dinner is at the nearest restaurant
 * that serves the traveler's diet and has not been used yet.
 */
export function planDays(request: DaysRequest): readonly Day[] {
  const days = planFirst(request, []);
  const seen = new Set(days.flatMap(({ visits }) => visits.map(({ sight }) => sight.id)));
  // Give requested sights priority only if a normal plan leaves one out.
  const { wantedSights } = request.wishes;
  return wantedSights.every((id) => seen.has(id)) ? days : planFirst(request, wantedSights);
}

function planFirst(request: DaysRequest, first: readonly string[]): readonly Day[] {
  const { outbound, return: back, wishes } = request;
  const left = new Set(request.sights.filter(({ id }) => !wishes.skippedSights.includes(id)));
  const tables = tablesFor(request);
  const begin = Temporal.PlainDate.from(outbound.arrives.slice(0, 10));
  const length = Math.max(0, begin.until(request.lastDay).days + 1);
  const windows = Array.from({ length }, (_, index): Window => {
    const isLast = index === length - 1;
    const from = index === 0 ? Math.max(minutesOf(timeOf(outbound.arrives)) + AFTER_LANDING, MORNING) : MORNING;
    const leaves = back === null ? CHECKOUT : minutesOf(timeOf(back.departs)) - BEFORE_DEPARTURE;
    return { date: begin.add({ days: index }), isLast, from, until: isLast ? leaves : EVENING };
  });
  let daysLeft = windows.filter(isLong).length;
  return windows.map((window, index): Day => {
    const most = Math.min(MAX_VISITS, Math.ceil(left.size / Math.max(1, daysLeft)));
    if (isLong(window)) daysLeft -= 1;
    const visits = bestDay([...left], { ...window, most }, { ...request, first });
    for (const { sight } of visits) left.delete(sight);
    const dinner = window.isLast ? null : (tables[index % Math.max(1, tables.length)] ?? null);
    return { date: window.date.toString(), visits, dinner };
  });
}

/** The free time of a day, in minutes after midnight. */
interface Window {
  readonly date: Temporal.PlainDate;
  readonly isLast: boolean;
  readonly from: number;
  readonly until: number;
}

const isLong = ({ from, until }: Window): boolean => until - from >= SHORT_DAY;

/** Request with the ids of the sights that have priority over all others. */
type SearchRequest = DaysRequest & { readonly first: readonly string[] };

function bestDay(
  sights: readonly Sight[],
  { date, from, until, most }: Window & { readonly most: number },
  request: SearchRequest,
): readonly Visit[] {
  const open = sights.filter(({ closedOn }) => !closedOn.includes(date.dayOfWeek));
  let best: { readonly visits: readonly Visit[]; readonly worth: number } = { visits: [], worth: 0 };
  const search = (visits: readonly Visit[], worth: number, time: number, place: Point): void => {
    if (worth > best.worth) best = { visits, worth };
    if (visits.length === most) return;
    for (const sight of open) {
      if (visits.some((visit) => visit.sight === sight)) continue;
      const travelMinutes = minutesBetween(place, sight);
      const start = Math.ceil(Math.max(time + travelMinutes, minutesOf(sight.opens)) / 5) * 5;
      const end = start + sight.minutes;
      if (end > minutesOf(sight.closes) || end > until) continue;
      const distance = Math.round(kilometers(place, sight) * 10) / 10;
      const visit = { sight, from: timeText(start), to: timeText(end), kilometers: distance, travelMinutes };
      search([...visits, visit], worth + worthOf(sight, request) - (start - time) * 0.02, end, sight);
    }
  };
  search([], 0, from, request.hotel);
  return best.visits;
}

/** Scores a sight: highest for a requested one, double for a liked one, negative for a disliked one. */
function worthOf({ id, kind }: Sight, { profile, first }: SearchRequest): number {
  if (first.includes(id)) return 60;
  if (factValues(profile, "dislike").includes(kind)) return -10;
  return factValues(profile, "like").includes(kind) ? 24 : 12;
}

function tablesFor({ restaurants, profile, hotel }: DaysRequest): readonly Restaurant[] {
  const diets = factValues(profile, "food");
  return restaurants
    .filter((restaurant) => diets.every((diet) => restaurant.diets.includes(diet)))
    .toSorted((a, b) => kilometers(hotel, a) - kilometers(hotel, b));
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}
