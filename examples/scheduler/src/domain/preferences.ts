import { listNames } from "./format.ts";
import type { Span } from "./free-busy.ts";
import type { LocalClock } from "./free-busy-clock.ts";
import type { Household, Preference } from "./household.ts";

const DAY_MINUTES = 1440;
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const NAMES = { MO: "Mon", TU: "Tue", WE: "Wed", TH: "Thu", FR: "Fri", SA: "Sat", SU: "Sun" };

/** Member whose preference a time violates, and the preference in words: "prefers to avoid times before 09:00". */
export interface UnmetWish {
  readonly memberId: string;
  readonly wish: string;
}

/**
 * Finds the preferences that a time span violates, at most one per member.
 *
 * An avoided time is violated if the span touches it; preferred times are violated if the span is not within any of them.
 */
export function unmetWishes(
  span: Span,
  memberIds: readonly string[],
  { household, clock }: { readonly household: Household; readonly clock: LocalClock },
): readonly UnmetWish[] {
  return memberIds.flatMap((memberId) => {
    const wishes = household.members.find((member) => member.id === memberId)?.preferences ?? [];
    if (wishes.length === 0) return [];
    const avoided = wishes.find((wish) => wish.rather === "avoid" && touches(span, wish, clock));
    if (avoided !== undefined) return [{ memberId, wish: `prefers to avoid times ${words(avoided)}` }];
    const preferred = wishes.filter(({ rather }) => rather === "prefer");
    const isMet = preferred.length === 0 || preferred.some((wish) => contains(span, wish, clock));
    return isMet ? [] : [{ memberId, wish: `prefers times ${preferred.map(words).join(" or ")}` }];
  });
}

/** Joins preferences into one sentence: `Emma prefers to avoid times before 09:00, and Noah prefers times on Sat and Sun`. */
export function wishesText(unmet: readonly UnmetWish[], { members }: Household): string {
  const distinct = new Map(unmet.map((wish) => [JSON.stringify(wish), wish]));
  return [...distinct.values()]
    .map(({ memberId, wish }) => `${members.find(({ id }) => id === memberId)?.name ?? memberId} ${wish}`)
    .join(", and ");
}

/** Time spans of a preference on a day and the days around it, in minutes of that day. */
function spansAround(day: string, { weekdays, from, to }: Preference, clock: LocalClock) {
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
  const minutes = inMinutes(span, clock);
  return spansAround(clock.dayOf(span.start), wish, clock).some(
    ({ start, end }) => minutes.start < end && start < minutes.end,
  );
}

function contains(span: Span, wish: Preference, clock: LocalClock): boolean {
  const minutes = inMinutes(span, clock);
  return spansAround(clock.dayOf(span.start), wish, clock).some(
    ({ start, end }) => start <= minutes.start && minutes.end <= end,
  );
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
  const days = weekdays === undefined ? "" : `on ${listNames(weekdays.map((weekday) => NAMES[weekday]))}`;
  return [hours, days].filter((text) => text !== "").join(" ");
}
