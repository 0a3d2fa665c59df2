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
const MORNING = 9 * 60 + 30;
const EVENING = 20 * 60;
/** From the landing to the hotel, and from the last visit to the departure. */
const AFTER_LANDING = 90;
const BEFORE_DEPARTURE = 180;

/**
 * Plans what to see on each day: visits within the opening hours, ways between them counted, what the traveller likes first.
 *
 * A plain search over the orders of up to three visits a day; a sight is seen once. Dinner is where the diet is served, the
 * nearest first.
 */
export function planDays(wish: DaysWish): readonly Day[] {
  const first = Temporal.PlainDate.from(wish.outbound.arrives.slice(0, 10));
  const last = Temporal.PlainDate.from(wish.return.departs.slice(0, 10));
  const left = new Set(wish.sights.filter(({ id }) => !wish.wishes.skippedSights.includes(id)));
  const tables = tablesFor(wish);
  const days: Day[] = [];
  for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const from = date.equals(first) ? minutesOf(wish.outbound.arrives) + AFTER_LANDING : MORNING;
    const until = date.equals(last) ? minutesOf(wish.return.departs) - BEFORE_DEPARTURE : EVENING;
    const visits = bestDay([...left], { from: Math.max(from, MORNING), until, weekday: date.dayOfWeek }, wish);
    for (const { sight } of visits) left.delete(sight);
    const dinner = date.equals(last) ? null : (tables[days.length % Math.max(1, tables.length)] ?? null);
    days.push({ date: date.toString(), visits, dinner });
  }
  return days;
}

interface Window {
  readonly from: number;
  readonly until: number;
  readonly weekday: number;
}

interface DayPlan {
  readonly visits: readonly Visit[];
  readonly worth: number;
}

function bestDay(sights: readonly Sight[], window: Window, wish: DaysWish): readonly Visit[] {
  const open = sights.filter(({ closedOn }) => !closedOn.includes(window.weekday));
  const search = (plan: DayPlan, at: { readonly time: number; readonly place: Point }): DayPlan => {
    let best = plan;
    if (plan.visits.length === MOST_VISITS) return best;
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
function worthOf({ id, kind }: Sight, { profile, wishes }: DaysWish): number {
  if (wishes.wantedSights.includes(id)) return 60;
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
