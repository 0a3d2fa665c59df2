import { type Days, WEEKDAY } from "@tidemark/reading";
import { isExcept, isTo, isUntil, type Pieces } from "./pieces.ts";
import { type Repeat, RULE_DAYS } from "./repeat.ts";

const PLAIN = new RegExp(
  `^(?:(?:on|from) )?(?:the )?${WEEKDAY}s?(?:\\s?(?:-|to|till|until|through|thru)\\s?${WEEKDAY})?$`,
  "iu",
);
const isPlain = ({ text }: Days): boolean => PLAIN.test(text);
const WHOLE = /^(?:in|for|during|over|on|within|of|)$/u;
const rule = (text: string, interval = 1): Repeat => ({ rule: text, interval, isDated: true, lasts: null });
const nameOf = ({ dayOfWeek }: Days["first"]): string => RULE_DAYS[dayOfWeek - 1] ?? "";
/** A weekly rule on the weekdays of a list, or of a range such as "Monday to Thursday". */
const weekly = (days: readonly Days[], count = ""): Repeat => {
  const all = days.flatMap(({ first, last }) =>
    Array.from({ length: first.until(last).days + 1 }, (_, index) => nameOf(first.add({ days: index }))),
  );
  return rule(`FREQ=WEEKLY;BYDAY=${RULE_DAYS.filter((name) => all.includes(name)).join(",")}${count}`);
};

interface Series extends Pick<Pieces, "repeat" | "days"> {
  readonly assumed: readonly string[];
}

/**
 * Several days on which a new event is at the same time, as a series: "Mon, Wed and Fri", "24, 25 and 26 November", "1-3 December
 * 9-15", and each day of a named week or month. Days without a common step stay as they are.
 */
export function seriesOf({ repeat, times, sheet, open, lengths, ...pieces }: Pieces): Series {
  // "Hand in the forms by Friday" is on Friday, and "find an hour by Friday" is a search.
  const isDue = !open && lengths.minutes === null;
  const days = pieces.days.map((each) => (each.role === "by" && isDue ? { ...each, role: "on" } : each));
  const own = days.filter((each) => !isUntil(each) && !isExcept(each) && each.problem === null);
  const [first, second] = own;
  const last = own.at(-1)?.last;
  const [plain, rest] = [{ repeat, days, assumed: [] }, days.filter((each) => !own.includes(each))];
  if (first === undefined || last === undefined) return plain;
  const start: Days = { ...first, role: "", kind: "day", weekday: null, assumed: null, last: first.first };
  if (repeat !== null) {
    // "Every weekday next week" ends with the last of its days.
    if (own.length > 1 || rest.length > 0 || first.kind === "day") return plain;
    // "Every three days from the 1st to the 22nd" has both ends; "from December" only begins.
    if (!WHOLE.test(first.role) && !(first.role === "from" && first.kind === "days")) return plain;
    const names = /BYDAY=([^;]*)/u.exec(repeat.rule)?.[1];
    const week = [0, 1, 2, 3, 4, 5, 6].map((index) => last.subtract({ days: index }));
    const end = week.find((day) => names?.includes(nameOf(day)) !== false) ?? last;
    return {
      ...plain,
      days: [
        { ...start, role: "from" },
        { ...start, role: "through", first: end, last: end },
      ],
    };
  }
  // "Mon, Wed and Fri" can be those of one week too.
  const everyWeek = { assumed: ["every week, not only once"] };
  const length = first.first.until(last).days + 1;
  const isRange = own.length === 1 ? first.kind === "days" : own.length === 2 && second !== undefined && isTo(second);
  const isDaily = isRange && rest.length === 0 && times.length === 1 && (times[0]?.end ?? null) !== null;
  const isList = own.length > 1 && own.every(({ kind, listed }, index) => kind === "day" && listed === index > 0);
  if (!(isList || isDaily) || length < 2 || length > 366) return plain;
  sheet.take("(?:on )?(?:both|all|each|every) days?|daily");
  if (isDaily) return { ...plain, repeat: rule(`FREQ=DAILY;COUNT=${length}`), days: [start] };
  if (own.every(isPlain)) return { ...everyWeek, repeat: weekly(own), days: rest };
  const [step = 0, ...steps] = own.slice(1).map((each, index) => (own[index] ?? first).first.until(each.first).days);
  const isEven = step > 0 && steps.every((each) => each === step);
  const count = `;COUNT=${own.length}`;
  const isForward = [step, ...steps].every((each) => each > 0);
  const isDatedWeek = isForward && length <= 7 && step > 1;
  const repeated = isDatedWeek ? weekly(own, count) : isEven ? rule(`FREQ=DAILY${count}`, step) : null;
  return repeated === null ? plain : { ...plain, repeat: repeated, days: [start, ...rest] };
}
