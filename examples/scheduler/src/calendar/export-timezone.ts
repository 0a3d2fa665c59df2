import { generateIcsUtcDateTime } from "ts-ics";
import { Temporal } from "temporal-polyfill";
import { dayMilliseconds } from "../domain/wall-clock.ts";

/** A change of the offset of a zone; `wall` is the wall-clock time just before it. */
interface Transition {
  readonly wall: number;
  readonly from: number;
  readonly to: number;
}

/** Range in which a zone is described, in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Describes a time zone as the lines of a VTIMEZONE. Changes that follow a yearly rule to the end of the span are written as that
 * rule, which then also applies later; all others are listed one by one.
 */
export function timeZoneLines(timeZone: string, span: Span): readonly string[] {
  const found = transitions(timeZone, span);
  const offset = offsetAt(timeZone, span.from);
  const [first] = found;
  const startsInSummer = first !== undefined && first.to < first.from;
  const beforeFirst = observance({
    kind: startsInSummer ? "DAYLIGHT" : "STANDARD",
    start: 0,
    from: offset,
    to: offset,
    extra: [],
  });
  const kinds = [...new Set(found.map(kindOf))];
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    ...beforeFirst,
    ...kinds.flatMap((kind) =>
      groupLines(
        found.filter((transition) => kindOf(transition) === kind),
        span,
      ),
    ),
    "END:VTIMEZONE",
  ];
}

const kindOf = ({ from, to }: Transition): string => `${from} ${to}`;

const offsetAt = (timeZone: string, instant: number): number =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000;

function transitions(timeZone: string, span: Span): readonly Transition[] {
  const found: Transition[] = [];
  let moment = Temporal.Instant.fromEpochMilliseconds(span.from).toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = moment.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds > span.to) return found;
    const [from, to] = [offsetAt(timeZone, next.epochMilliseconds - 1), offsetAt(timeZone, next.epochMilliseconds)];
    // A zone can change its name without changing its offset.
    if (from !== to) found.push({ wall: next.epochMilliseconds + from, from, to });
    moment = next;
  }
}

/** Lines of one kind of transition: the last ones as a yearly rule if it continues to the end of the span, others as dates. */
function groupLines(group: readonly Transition[], span: Span): readonly string[] {
  const last = group.at(-1);
  if (last === undefined) return [];
  const continues = last.wall > span.to - 400 * dayMilliseconds;
  const best = yearlyRules(last)
    .map((rule) => ({ rule, length: continues ? matchingTransitions(group, rule) : 0 }))
    .reduce((one, other) => (other.length > one.length ? other : one));
  const regular = best.length >= 2 ? group.slice(-best.length) : [];
  const single = group.slice(0, group.length - regular.length);
  const kind = last.to > last.from ? "DAYLIGHT" : "STANDARD";
  const { from, to } = last;
  const lines: string[] = [];
  const [firstSingle, ...others] = single;
  if (firstSingle !== undefined)
    lines.push(
      ...observance({
        kind,
        start: firstSingle.wall,
        from,
        to,
        extra: others.map(({ wall }) => `RDATE:${local(wall)}`),
      }),
    );
  const [firstRegular] = regular;
  if (firstRegular !== undefined)
    lines.push(...observance({ kind, start: firstRegular.wall, from, to, extra: [`RRULE:${best.rule.text}`] }));
  return lines;
}

interface YearlyRule {
  readonly text: string;
  readonly matches: (wall: number) => boolean;
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Yearly rules that match a transition: "the last Sunday of March" and "the second Sunday of March". */
function yearlyRules(transition: Transition): readonly YearlyRule[] {
  const date = new Date(transition.wall);
  const [month, weekday, time] = [date.getUTCMonth(), date.getUTCDay(), transition.wall % dayMilliseconds];
  return [nthFromStart, nthFromEnd].map((nth) => {
    const wanted = nth(date);
    return {
      text: `FREQ=YEARLY;BYMONTH=${month + 1};BYDAY=${wanted}${weekdays[weekday]}`,
      matches(wall) {
        const other = new Date(wall);
        return (
          other.getUTCMonth() === month &&
          other.getUTCDay() === weekday &&
          nth(other) === wanted &&
          wall % dayMilliseconds === time
        );
      },
    };
  });
}

const nthFromStart = (date: Date): number => Math.ceil(date.getUTCDate() / 7);

function nthFromEnd(date: Date): number {
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return -Math.ceil((days - date.getUTCDate() + 1) / 7);
}

/** Number of latest transitions that match the rule, one per year without a gap. */
function matchingTransitions(group: readonly Transition[], rule: YearlyRule): number {
  let year: number | null = null;
  let length = 0;
  for (const { wall } of group.toReversed()) {
    const current = new Date(wall).getUTCFullYear();
    if (!rule.matches(wall) || (year !== null && current !== year - 1)) return length;
    year = current;
    length += 1;
  }
  return length;
}

interface Observance {
  readonly kind: "STANDARD" | "DAYLIGHT";
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly extra: readonly string[];
}

const observance = ({ kind, start, from, to, extra }: Observance): readonly string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${local(start)}`,
  `TZOFFSETFROM:${offsetText(from)}`,
  `TZOFFSETTO:${offsetText(to)}`,
  ...extra,
  `END:${kind}`,
];

const local = (wall: number): string => generateIcsUtcDateTime(new Date(wall)).slice(0, -1);

function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${offset < 0 ? "-" : "+"}${parts[0]}${parts[1]}${parts[2] === "00" ? "" : parts[2]}`;
}
