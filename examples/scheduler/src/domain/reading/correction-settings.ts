import { NUMBER, numberOf, type Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { Request } from "../request.ts";
import type { ReadContext } from "./pieces.ts";
import { endingWith, readCount, untilOf } from "./repeat.ts";

/** Wordings that set a part of the request by themselves, and the requests that have that part. */
export const SETTINGS: readonly (readonly [
  pattern: string,
  applies: (open: Request) => boolean,
  set: (open: Request, text: string) => Partial<Request>,
])[] = [
  // "Keep it, it is just an hour later" changes what was to be canceled.
  [
    "(?:don't|do not|not) (?:cancel|delete|remove)(?: it)?|keep (?:it|that)|it stays|is not cancel\\p{L}*|(?:move|reschedule|shift|push|postpone) (?:it|that)",
    ({ eventType }) => eventType === "cancel",
    () => ({ eventType: "modify", participants: [], resources: [] }),
  ],
  [
    "(?:it )?(?:keep|leave|at|same|the same|usual|stays?)(?: at)?(?: the)? (?:same |usual |old )?(?:hour|time)(?: alone| as (?:it (?:is|was)|before|usual))?",
    ({ eventType, start }) => eventType === "modify" || start !== null,
    ({ eventType, assumed }) =>
      eventType === "modify"
        ? { start: null, end: null, part: null, assumed: assumed.filter((note) => !/^\d\d:/u.test(note)) }
        : {},
  ],
  [
    "(?:it )?(?:(?:stays?|keep|leave)(?: it)? )?(?:on )?the same (?:day|date)",
    ({ eventType }) => eventType === "modify",
    () => ({ day: null, lastDay: null }),
  ],
  [
    "(?<!(?:hours?|minutes?|mins?|days?|weeks?|bit|little) )(?:earlier|later)(?:\\W+not (?:earlier|later))?(?=\\W*$)",
    ({ shift }) => shift !== null,
    ({ shift }, text) => ({ shift: Math.abs(shift ?? 0) * (/^e/iu.test(text) ? -1 : 1) }),
  ],
  [
    "(?:just |only )?(?:once|this one time|one time|one[- ]time|this once)(?: only)?|not every (?:week|day|month|year)|one[- ]off",
    () => true,
    () => ({ repeat: null }),
  ],
  [
    "(?:with )?(?:no|without (?:an?|the)) end(?: date)?|open[- ]end(?:ed)?|forever",
    ({ repeat }) => repeat !== null,
    ({ repeat }) => ({ repeat: repeat && { ...repeat, rule: repeat.rule.replace(/;(?:UNTIL|COUNT)=[^;]*/u, "") } }),
  ],
  [
    "(?:the )?(?:time )?(?:does not|doesn?'?t) matter(?: when)?|(?:just )?(?:put (?:it )?)?on the day",
    ({ eventType }) => eventType === "create",
    () => ({ allDay: true }),
  ],
  [
    "not (?:the |for the )?(?:whole|all|entire|full) day",
    ({ allDay }) => allDay,
    () => ({ allDay: false, lastDay: null }),
  ],
  [
    `(?:for |just |only |it's )*(?:${NUMBER}) (?:full |whole )?days(?! (?:later|earlier|longer|shorter|less|more|after|before|from))`,
    ({ allDay, day, repeat }) => allDay && day !== null && repeat === null,
    ({ day }, text) => ({ lastDay: lastOf(day ?? "", text) }),
  ],
];
const countIn = (text: string): number => numberOf(new RegExp(NUMBER, "iu").exec(text)?.[0] ?? "");
const lastOf = (day: string, text: string): string =>
  Temporal.PlainDate.from(day)
    .add({ days: countIn(text) - 1 })
    .toString();

/** The open request with what its wordings set, and with another number of dates. */
export function withSettings(open: Request, sheet: Sheet, context: ReadContext): Request {
  const set: Request = { ...open, problems: [], unread: [] };
  for (const [pattern, applies, change] of SETTINGS) {
    const found = applies(open) ? sheet.take(pattern) : null;
    if (found !== null) Object.assign(set, change(open, found[0]));
  }
  if (set.repeat === null) return set;
  // "8 weeks only" of a series with one day a week are dates.
  const isWeekly = /^FREQ=WEEKLY;(?!INTERVAL)BYDAY=\p{L}\p{L}(?:;|$)/u.test(set.repeat.rule);
  const weeks = isWeekly
    ? sheet.take(`(?<!every )(?:only )?(${NUMBER}) weeks?(?: (?:only|long))?(?! (?:later|earlier|from|after))`)
    : null;
  const { count: times, lasts } = readCount(sheet);
  if (lasts !== null && set.day !== null) {
    const last = Temporal.PlainDate.from(set.day).add(lasts).subtract({ days: 1 });
    return { ...set, repeat: endingWith(set.repeat, untilOf(last, set.allDay, context.calendar.household.timeZone)) };
  }
  const count = times ?? (weeks === null ? null : numberOf(weeks[1] ?? ""));
  if (count === null) return set;
  sheet.take("(?:stops?|ends?|finish(?:es)?|over|done) after");
  return { ...set, repeat: endingWith(set.repeat, `COUNT=${count}`) };
}
