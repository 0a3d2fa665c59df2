import { Temporal } from "temporal-polyfill";
import type { Flight, Restaurant, Sight } from "./offers.ts";
import { kilometres, minutesBetween, type Point } from "./places.ts";
import { known, type Profile } from "./profile.ts";
import type { Day, Visit, Wishes } from "./trip.ts";

/** What the days are planned around. */
export interface DaysWish {
  readonly outbound: Flight;
  readonly return: Flight;
  readonly hotel: Point;
  readonly sights: readonly Sight[];
  readonly restaurants: readonly Restaurant[];
  readonly profile: Profile;
  readonly wishes: Pick<Wishes, "skippedSights" | "wantedSights">;
}

const MOST_VISITS = 3;
/** A day with less time than this, in minutes, does not count when sights are spread over days. */
const SHORT_DAY = 150;
const MORNING = 9 * 60 + 30;
const EVENING = 20 * 60;
/** From the landing to the hotel, and from the last visit to the departure. */
const AFTER_LANDING = 90;
const BEFORE_DEPARTURE = 180;

/**
 * Plans what to see on each day: visits within the opening hours, ways between them counted, what the traveler likes first.
 *
 * A plain search over the orders of up to three visits a day; a sight is seen once. Dinner is where the diet is served, the
 * nearest first.
 */
export function planDays(wish: DaysWish): readonly Day[] {
  const days = planFirst(wish, []);
  const seen = new Set(days.flatMap(({ visits }) => visits.map(({ sight }) => sight.id)));
  // What was asked for and is in anyway must not cost anything else its place.
  const { wantedSights } = wish.wishes;
  return wantedSights.every((id) => seen.has(id)) ? days : planFirst(wish, wantedSights);
}

function planFirst(wish: DaysWish, first: readonly string[]): readonly Day[] {
  const begin = Temporal.PlainDate.from(wish.outbound.arrives.slice(0, 10));
  const last = Temporal.PlainDate.from(wish.return.departs.slice(0, 10));
  const left = new Set(wish.sights.filter(({ id }) => !wish.wishes.skippedSights.includes(id)));
  const tables = tablesFor(wish);
  const dates = Array.from({ length: begin.until(last).days + 1 }, (_, index) => begin.add({ days: index }));
  const windows = dates.map((date): Window => {
    const from = date.equals(begin) ? minutesOf(wish.outbound.arrives) + AFTER_LANDING : MORNING;
    const until = date.equals(last) ? minutesOf(wish.return.departs) - BEFORE_DEPARTURE : EVENING;
    return { date, from: Math.max(from, MORNING), until };
  });
  let daysLeft = windows.filter(isLong).length;
  const days: Day[] = [];
  for (const window of windows) {
    const { date } = window;
    const most = Math.min(MOST_VISITS, Math.ceil(left.size / Math.max(1, daysLeft)));
    if (isLong(window)) daysLeft -= 1;
    const visits = bestDay([...left], { ...window, most }, { ...wish, first });
    for (const { sight } of visits) left.delete(sight);
    const dinner = date.equals(last) ? null : (tables[days.length % Math.max(1, tables.length)] ?? null);
    days.push({ date: date.toString(), visits, dinner });
  }
  return days;
}

interface Window {
  readonly date: Temporal.PlainDate;
  readonly from: number;
  readonly until: number;
}

const isLong = ({ from, until }: Window): boolean => until - from >= SHORT_DAY;

interface SearchWish extends DaysWish {
  /** Sights that come before all others, by id. */
  readonly first: readonly string[];
}

interface DayPlan {
  readonly visits: readonly Visit[];
  readonly worth: number;
}

function bestDay(
  sights: readonly Sight[],
  window: Window & { readonly most: number },
  wish: SearchWish,
): readonly Visit[] {
  const open = sights.filter(({ closedOn }) => !closedOn.includes(window.date.dayOfWeek));
  const search = (plan: DayPlan, at: { readonly time: number; readonly place: Point }): DayPlan => {
    let best = plan;
    if (plan.visits.length === window.most) return best;
    for (const sight of open) {
      if (plan.visits.some((each) => each.sight === sight)) continue;
      const wayMinutes = minutesBetween(at.place, sight);
      const start = Math.ceil(Math.max(at.time + wayMinutes, wallMinutes(sight.opens)) / 5) * 5;
      const end = start + sight.minutes;
      if (end > wallMinutes(sight.closes) || end > window.until) continue;
      const visit: Visit = {
        sight,
        from: wall(start),
        to: wall(end),
        kilometres: Math.round(kilometres(at.place, sight) * 10) / 10,
        wayMinutes,
      };
      const worth = plan.worth + worthOf(sight, wish) - (start - at.time) * 0.02;
      const next = search({ visits: [...plan.visits, visit], worth }, { time: end, place: sight });
      if (next.worth > best.worth) best = next;
    }
    return best;
  };
  return search({ visits: [], worth: 0 }, { time: window.from, place: wish.hotel }).visits;
}

/** What is liked counts double, what was asked for most of all, what is disliked hardly. */
function worthOf({ id, kind }: Sight, { profile, first }: SearchWish): number {
  if (first.includes(id)) return 60;
  if (known(profile, "dislike").includes(kind)) return -10;
  return known(profile, "like").includes(kind) ? 24 : 12;
}

function tablesFor({ restaurants, profile, hotel }: DaysWish): readonly Restaurant[] {
  const diets = known(profile, "food");
  return restaurants
    .filter((each) => diets.every((diet) => each.diets.includes(diet)))
    .toSorted((one, other) => kilometres(hotel, one) - kilometres(hotel, other));
}

const minutesOf = (moment: string): number => wallMinutes(moment.slice(11));

function wallMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}

const wall = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
