import { type Days, WEEKDAY } from "@tidemark/reading";
import { isExcept, isTo, isUntil, type Pieces } from "./pieces.ts";
import { RULE_DAYS, type Repeat } from "./repeat.ts";

const PLAIN = new RegExp(
  `^(?:(?:on|from) )?(?:the )?${WEEKDAY}s?(?:\\s?(?:-|to|till|until|through|thru)\\s?${WEEKDAY})?$`,
  "iu",
);
const BEGINS = /^(?:from|starting|beginning|as of|since)/u;
const isPlain = ({ text }: Days): boolean => PLAIN.test(text);
const byDay = (days: readonly number[]): string =>
  `BYDAY=${days
    .toSorted((one, other) => one - other)
    .map((day) => RULE_DAYS[day - 1])
    .join(",")}`;

/** Numbers of the weekdays of a list, or of a range such as "Monday to Thursday". */
const weekdaysOf = (days: readonly Days[]): number[] =>
  days.flatMap(({ first, last }) =>
    Array.from({ length: first.until(last).days + 1 }, (_, index) => first.add({ days: index }).dayOfWeek),
  );

/**
 * Several days on which a new event is at the same time, as a series: "Mon, Wed and Fri", "24, 25 and 26 November", "1-3 December
 * 9-15", and each day of a named week or month. Days without a common step stay as they are.
 */
export function seriesOf(pieces: Pieces): Pick<Pieces, "repeat" | "days"> {
  const { repeat, times, sheet } = pieces;
  // "Hand in the forms by Friday" is on Friday, and "find an hour by Friday" is a search.
  const days = pieces.days.map((each) =>
    each.role === "by" && !pieces.open && pieces.lengths.minutes === null ? { ...each, role: "on" } : each,
  );
  const own = days.filter((each) => !isUntil(each) && !isExcept(each) && each.problem === null);
  const [first, second] = own;
  if (first === undefined) return { repeat, days };
  const rest = days.filter((each) => !own.includes(each));
  const fixed = (parts: Partial<Days>): Days => ({ ...first, kind: "day", weekday: null, assumed: null, ...parts });
  if (repeat !== null) {
    // "Every weekday next week".
    const isWhole =
      own.length === 1 && first.kind !== "day" && /^(?:in|for|during|over|on|within|of|)$/u.test(first.role);
    const end =
      Array.from({ length: 7 }, (_, index) => first.last.subtract({ days: index })).find(
        (day) => !repeat.rule.includes("BYDAY") || repeat.rule.includes(RULE_DAYS[day.dayOfWeek - 1] ?? ""),
      ) ?? first.last;
    return isWhole && rest.length === 0
      ? {
          repeat,
          days: [fixed({ role: "from", last: first.first }), fixed({ role: "through", first: end, last: end })],
        }
      : { repeat, days };
  }
  if (second !== undefined && own.length === 2 && BEGINS.test(first.role) && second.kind === "days" && isPlain(second))
    return { repeat: dated(`FREQ=WEEKLY;${byDay(weekdaysOf([second]))}`), days: [first, ...rest] };
  const isRange =
    (own.length === 1 && first.kind === "days") ||
    (own.length === 2 && second !== undefined && isTo(second) && first.kind === "day");
  const last = own.at(-1) ?? first;
  const length = first.first.until(last.last).days + 1;
  if (isRange) {
    const [time] = times;
    const isDaily = times.length === 1 && time?.end != null && length > 1 && length <= 31;
    if (!isDaily || rest.length > 0) return { repeat, days };
    sheet.take(
      "(?:(?:on )?(?:both|all|each|every)(?: (?:two|three|four|five))?(?: of)?(?: the)? (?:days?|evenings?|nights?|mornings?|afternoons?)|daily)",
    );
    return { repeat: dated(`FREQ=DAILY;COUNT=${length}`), days: [fixed({ role: "", last: first.first })] };
  }
  const isList = own.length > 1 && own.every(({ kind, listed }, index) => kind === "day" && listed === index > 0);
  if (!isList) return { repeat, days };
  sheet.take(
    "(?:on )?(?:both|all|each)(?: (?:two|three|four|five))?(?: of)?(?: the)? (?:days?|evenings?|nights?|mornings?|afternoons?)",
  );
  if (own.every(isPlain)) return { repeat: dated(`FREQ=WEEKLY;${byDay(weekdaysOf(own))}`), days: rest };
  const steps = own.slice(1).map((each, index) => (own[index] ?? first).first.until(each.first).days);
  const [step = 0] = steps;
  const start = [fixed({ role: "", last: first.first }), ...rest];
  if (steps.some((each) => each < 1)) return { repeat, days };
  if (steps.every((each) => each === step && (each === 1 || length > 7)))
    return step === 7
      ? { repeat: dated(`FREQ=WEEKLY;${byDay([first.first.dayOfWeek])};COUNT=${own.length}`), days: start }
      : { repeat: { ...dated(`FREQ=DAILY;COUNT=${own.length}`), interval: step }, days: start };
  if (length > 7) return { repeat, days };
  return { repeat: dated(`FREQ=WEEKLY;${byDay(weekdaysOf(own))};COUNT=${own.length}`), days: start };
}

const dated = (rule: string): Repeat => ({ rule, interval: 1, isDated: true, lasts: null });
