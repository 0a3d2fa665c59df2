import { generateIcsUtcDateTime } from "ts-ics";
import { Temporal } from "temporal-polyfill";
import { dayMilliseconds } from "../domain/wall-clock.ts";

/** One change of a zone's offset; `wall` is what the clock shows just before, as a wall-time number. */
interface Transition {
  readonly wall: number;
  readonly from: number;
  readonly to: number;
}

/** From when to when a zone has to be described, as epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Describes a time zone as the lines of a VTIMEZONE: changes that follow a yearly rule up to the end of the span
 * as that rule, so that they go on after it, and all others one by one.
 */
export function timeZoneLines(timeZone: string, span: Span): readonly string[] {
  const found = transitions(timeZone, span);
  const offset = offsetAt(timeZone, span.from);
  const [first] = found;
  const startsInSummer = first !== undefined && first.to < first.from;
  const initial = observance({
    kind: startsInSummer ? "DAYLIGHT" : "STANDARD",
    start: 0,
    from: offset,
    to: offset,
    more: [],
  });
  const kinds = [...new Set(found.map(kindOf))];
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    ...initial,
    ...kinds.flatMap((kind) =>
      groupLines(
        found.filter((each) => kindOf(each) === kind),
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
    // A zone may change its name and keep its offset.
    if (from !== to) found.push({ wall: next.epochMilliseconds + from, from, to });
    moment = next;
  }
}

/** The last transitions of a group that one yearly rule gives, if it goes on to the end of the span. */
function groupLines(group: readonly Transition[], span: Span): readonly string[] {
  const last = group.at(-1);
  if (last === undefined) return [];
  const goesOn = last.wall > span.to - 400 * dayMilliseconds;
  const best = yearlyRules(last)
    .map((rule) => ({ rule, length: goesOn ? followed(group, rule) : 0 }))
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
        more: others.map(({ wall }) => `RDATE:${local(wall)}`),
      }),
    );
  const [firstRegular] = regular;
  if (firstRegular !== undefined)
    lines.push(...observance({ kind, start: firstRegular.wall, from, to, more: [`RRULE:${best.rule.text}`] }));
  return lines;
}

interface YearlyRule {
  readonly text: string;
  readonly gives: (wall: number) => boolean;
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** "The last Sunday of March" and "the second Sunday of March": what a transition may be an example of. */
function yearlyRules(example: Transition): readonly YearlyRule[] {
  const date = new Date(example.wall);
  const [month, weekday, time] = [date.getUTCMonth(), date.getUTCDay(), example.wall % dayMilliseconds];
  return [nthFromStart, nthFromEnd].map((nth) => {
    const wanted = nth(date);
    return {
      text: `FREQ=YEARLY;BYMONTH=${month + 1};BYDAY=${wanted}${weekdays[weekday]}`,
      gives(wall) {
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

/** How many of the last transitions the rule gives, one a year without a gap. */
function followed(group: readonly Transition[], rule: YearlyRule): number {
  let year: number | null = null;
  let length = 0;
  for (const { wall } of group.toReversed()) {
    const its = new Date(wall).getUTCFullYear();
    if (!rule.gives(wall) || (year !== null && its !== year - 1)) return length;
    year = its;
    length += 1;
  }
  return length;
}

interface Observance {
  readonly kind: "STANDARD" | "DAYLIGHT";
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly more: readonly string[];
}

const observance = ({ kind, start, from, to, more }: Observance): readonly string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${local(start)}`,
  `TZOFFSETFROM:${offsetText(from)}`,
  `TZOFFSETTO:${offsetText(to)}`,
  ...more,
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
