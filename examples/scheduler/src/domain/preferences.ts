import { listNames } from "./format.ts";
import type { Span } from "./free-busy.ts";
import type { LocalClock } from "./free-busy-clock.ts";
import type { Household, Preference } from "./household.ts";

const DAY_MINUTES = 1440;
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const NAMES = { MO: "Mon", TU: "Tue", WE: "Wed", TH: "Thu", FR: "Fri", SA: "Sat", SU: "Sun" } as const;

/** A member whose wish a time goes against, and the wish in words: "would rather not before 09:00". */
export interface UnmetWish {
  readonly memberId: string;
  readonly wish: string;
}

/**
 * Says whose wishes a stretch of time goes against, each member once.
 *
 * What somebody would rather avoid counts when the time touches it; what they prefer, when the time lies in none of the
 * stretches that they prefer.
 */
export function unmetWishes(
  span: Span,
  memberIds: readonly string[],
  { household, clock }: { readonly household: Household; readonly clock: LocalClock },
): readonly UnmetWish[] {
  return memberIds.flatMap((memberId) => {
    const wishes = household.members.find((member) => member.id === memberId)?.preferences ?? [];
    if (wishes.length === 0) return [];
    const avoided = wishes.find((each) => each.rather === "avoid" && touches(span, each, clock));
    if (avoided !== undefined) return [{ memberId, wish: `would rather not ${words(avoided)}` }];
    const preferred = wishes.filter(({ rather }) => rather === "prefer");
    const isMet = preferred.length === 0 || preferred.some((each) => contains(span, each, clock));
    return isMet ? [] : [{ memberId, wish: `prefers ${preferred.map(words).join(" or ")}` }];
  });
}

/** The wishes in one sentence: `Emma would rather not before 09:00, and Noah prefers on Sat and Sun`. */
export function wishesText(unmet: readonly UnmetWish[], { members }: Household): string {
  const told = new Map(unmet.map((each) => [JSON.stringify(each), each]));
  return [...told.values()]
    .map(({ memberId, wish }) => `${members.find(({ id }) => id === memberId)?.name ?? memberId} ${wish}`)
    .join(", and ");
}

/** The stretch of a wish on a day and the days around it, as minutes of that day. */
function stretches(day: string, { weekdays, from, to }: Preference, clock: LocalClock) {
  const start = minutesOf(from ?? "00:00");
  const until = to === undefined ? DAY_MINUTES : minutesOf(to);
  const end = until > start ? until : until + DAY_MINUTES;
  return [-1, 0, 1].flatMap((shift) => {
    const weekday = WEEKDAYS[clock.weekdayOf(clock.addDays(day, shift)) - 1];
    const offset = shift * DAY_MINUTES;
    return weekday !== undefined && (weekdays ?? WEEKDAYS).includes(weekday)
      ? [{ start: start + offset, end: end + offset }]
      : [];
  });
}

function inMinutes(span: Span, clock: LocalClock) {
  const start = clock.minutesOf(span.start);
  return { start, end: start + (clock.wallOf(span.end) - clock.wallOf(span.start)) / 60_000 };
}

function touches(span: Span, wish: Preference, clock: LocalClock): boolean {
  const own = inMinutes(span, clock);
  return stretches(clock.dayOf(span.start), wish, clock).some(({ start, end }) => own.start < end && start < own.end);
}

function contains(span: Span, wish: Preference, clock: LocalClock): boolean {
  const own = inMinutes(span, clock);
  return stretches(clock.dayOf(span.start), wish, clock).some(({ start, end }) => start <= own.start && own.end <= end);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function words({ weekdays, from, to }: Preference): string {
  const hours =
    from !== undefined && to !== undefined
      ? `between ${from} and ${to}`
      : from === undefined
        ? to === undefined
          ? ""
          : `before ${to}`
        : `after ${from}`;
  const days = weekdays === undefined ? "" : `on ${listNames(weekdays.map((each) => NAMES[each]))}`;
  return [hours, days].filter((each) => each !== "").join(" ");
}
