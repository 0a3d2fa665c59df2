import { type Day, type Days, dayText, isBefore } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { Request } from "../request.ts";
import { type ReadContext, todayOf } from "./pieces.ts";
import { firstDayOf, type Repeat, ruleDay, ruleOf, untilOf } from "./repeat.ts";

/** A request while it is read. */
export type Writable = { -readonly [Key in keyof Request]: Request[Key] };

/** Last possible day: "until June" ends before June, "through June" with it. */
export const limitOf = ({ first, last, kind, role, text }: Days): Day =>
  role === "before" || (kind === "span" && !role.startsWith("thr") && !/\bend of\b/iu.test(text))
    ? first.subtract({ days: 1 })
    : last;

const datesOf = ({ first, last }: Days): string[] =>
  Array.from({ length: Math.min(62, first.until(last).days + 1) }, (_, index) => first.add({ days: index }).toString());

interface Series {
  readonly from: Day | null;
  /** True if `from` must be one of its days. */
  readonly isExact: boolean;
  readonly limits: readonly Days[];
  readonly excepted: readonly Days[];
}

/** Gives a request the rule of a repetition, and its first day. */
export function withSeries(
  request: Writable,
  repeat: Repeat,
  { from, isExact, limits: [limit, more], excepted }: Series,
  context: ReadContext,
): void {
  const today = todayOf(context);
  const zone = context.calendar.household.timeZone;
  const now = Temporal.Instant.from(context.now).toZonedDateTimeISO(zone);
  const isOver = request.start !== null && now.hour * 60 + now.minute >= request.start;
  const first = firstDayOf(repeat, from ?? (isOver ? today.add({ days: 1 }) : today)) ?? from;
  const end = limit === undefined ? null : limitOf(limit);
  const last = repeat.lasts === null ? end : (first?.add(repeat.lasts).subtract({ days: 1 }) ?? null);
  const { interval, count, monthDay } = repeat;
  const isCount = [interval, count ?? 1].every((each) => Number.isInteger(each) && each >= 1 && each <= 1000);
  const isOther = isExact && first !== null && from !== null && !first.equals(from);
  const isBackwards = first !== null && last !== null && isBefore(last, first);
  const problems = [
    ...(isCount ? [] : ["A repetition needs a whole number from 1 to 1000."]),
    ...(monthDay === null || (monthDay >= 1 && monthDay <= 31) ? [] : [`There is no day ${monthDay} of a month.`]),
    ...(isOther
      ? [`${dayText(from, today)} is not one of its days; the first would be ${dayText(first, today)}.`]
      : []),
    ...(more === undefined ? [] : [`I did not understand "${more.text}".`]),
    ...(isBackwards ? [`It would end on ${dayText(last, today)}, before it begins.`] : []),
  ];
  request.problems.push(...problems);
  if (first === null && problems.length === 0) request.missing.push("time");
  if (limit?.kind === "span" && last !== null)
    request.assumed.push(`"${limit.text.trim()}" as until ${dayText(last, today)}`);
  if (first === null || problems.length > 0) return;
  if (interval > 1 && (from === null || !first.equals(from)))
    request.assumed.push(`the first one on ${dayText(first, today)}`);
  const until = last === null ? null : untilOf(last, { allDay: request.allDay, zone });
  const rule = ruleOf(repeat, first, until);
  const except = excepted.flatMap(datesOf);
  Object.assign(request, { day: first.toString(), lastDay: null, open: false, repeat: { rule, except } });
}

type Rule = NonNullable<Request["repeat"]>;

/** The repetition of a request with another end, or without further days. */
export function limited(
  { repeat, allDay }: Request,
  [last]: readonly Days[],
  excepted: readonly Days[],
  zone: string,
): Request["repeat"] {
  if (repeat === null) return null;
  const end = last && `UNTIL=${untilOf(limitOf(last), { allDay, zone })}`;
  const rule = end === undefined ? repeat.rule : endingWith(repeat.rule, end);
  return { rule, except: [...repeat.except, ...excepted.flatMap(datesOf)] };
}

/** A rule with another end. */
export const endingWith = (rule: string, end: string): string =>
  [...rule.split(";").filter((part) => !/^(?:UNTIL|COUNT)=/u.test(part)), end].join(";");

/** A series that begins on another weekday repeats on that weekday. */
export function movedRule(repeat: Rule, day: Day, old: string | null): Rule {
  const before = old === null ? null : ruleDay(Temporal.PlainDate.from(old));
  const rule = repeat.rule.replace(/BYDAY=([-\d]*)([A-Z]{2})(?=;|$)/u, (text, place: string, named: string) =>
    before === null || named === before ? `BYDAY=${place}${ruleDay(day)}` : text,
  );
  return { ...repeat, rule };
}
