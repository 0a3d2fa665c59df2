import type { Day, Days, Role } from "@tidemark/reading";
import type { readEnd } from "./intent.ts";
import { isDenied, isTo, isUntil } from "./pieces.ts";
import { limitOf } from "./repeat.ts";
import type { Found, Scope } from "./target.ts";
import { isWeekdayOnly } from "./when.ts";

const FROM = /^(?:after|from|since|as of|starting)/u;
/** True for what comes after "to": it is new, and does not find the event. */
export const isNew = ({ role }: Role): boolean => /^(?:to|→|until|till?|for|make it|meant)$/u.test(role);
/** Days on which the occurrences of a target are: "from 24 to 31 December", "until Christmas" and "after 3 January" are ranges. */
export function rangeOf(days: readonly Days[], today: Day): readonly Pick<Days, "first" | "last">[] {
  const [one, two] = days;
  if (one === undefined) return [];
  if (two !== undefined) return days.length === 2 && isTo(two) ? [{ first: one.first, last: two.last }] : days;
  if (one.role === "before" || isUntil(one)) return [{ first: today, last: limitOf(one) }];
  const from = one.role === "after" ? one.last.add({ days: 1 }) : one.first;
  return FROM.test(one.role) && one.kind !== "days" ? [{ first: from, last: today.add({ years: 3 }) }] : days;
}

interface Named {
  readonly days: readonly Days[];
  /** Scope that is said, or that follows from a repetition or a new name. */
  readonly whole: Scope | null;
  readonly end: ReturnType<typeof readEnd>;
  readonly isCancel: boolean;
  readonly isRepeated: boolean;
}

/** Which occurrences of a series are meant: from a day on, several, or those that are said. */
export function scopeOf({ days, whole, end, isCancel, isRepeated }: Named) {
  // "From January" has no end; "from Monday to Tuesday" is a move. "Tuesday's school from January" is on Tuesdays.
  const begin = days.find(({ role, kind }) => FROM.test(role) && kind !== "days");
  const [beside, more] = days.filter((each) => each !== begin);
  const isOnWeekday =
    beside !== undefined && more === undefined && isWeekdayOnly(beside) && !isNew(beside) && !isDenied(beside);
  const isOpen =
    begin !== undefined &&
    (beside === undefined ? isCancel || isRepeated || begin.kind === "span" : (!isCancel && isRepeated) || isOnWeekday);
  const isSeveral = isCancel && (days.length > 1 || days.some((each) => each.kind !== "day" || isUntil(each)));
  const stops = end === "stop" && days.every(({ kind, role }) => kind !== "days" || FROM.test(role));
  const isFollowing =
    (isOpen || stops) && (whole ?? "all") === "all" && !(stops && whole === "all" && days.length === 0);
  const scope: Scope | null = isFollowing ? "following" : (whole ?? (isSeveral ? "several" : null));
  return { begin, weekday: isOpen && isOnWeekday ? beside.weekday : null, scope };
}

/**
 * Finds the occurrences by the days that identify them, or by further days: "make Friday's piano 5pm" names a date of the event, and
 * "reschedule the dentist Friday 10am" its new one.
 */
export function findSource(
  identifying: readonly Days[],
  days: readonly Days[],
  find: (source: readonly Days[]) => Found,
) {
  const found = find(identifying);
  const unmarked = days.filter((each) => !identifying.includes(each) && !isNew(each));
  if (unmarked.length > 0 && !days.some(isNew))
    for (const more of [unmarked, unmarked.slice(0, 1)]) {
      const source = [...identifying, ...more];
      const onDays = find(source);
      if (onDays.target !== null && (found.target === null || found.target.starts !== null))
        return { found: onDays, source };
    }
  return { found, source: identifying };
}
