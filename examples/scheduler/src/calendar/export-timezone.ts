import ICAL from "ical.js";
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
 * Describes a time zone as a VTIMEZONE. Changes that follow a yearly rule to the end of the span are written as that rule, which
 * then also applies later; all others are listed one by one.
 */
export function timeZoneComponent(timeZone: string, span: Span): ICAL.Component {
  const found = transitions(timeZone, span);
  const zone = new ICAL.Component("vtimezone");
  zone.addPropertyWithValue("tzid", timeZone);
  const [first] = found;
  const offset = first?.from ?? offsetAt(timeZone, span.from);
  const startsInSummer = first !== undefined && first.to < first.from;
  addObservance(zone, startsInSummer, [{ wall: 0, from: offset, to: offset }], null);
  for (const group of Map.groupBy(found, ({ from, to }) => `${from} ${to}`).values()) {
    const last = group.at(-1);
    if (last === undefined) continue;
    const continues = last.wall > span.to - 400 * dayMilliseconds;
    const [best] = yearlyRules(last)
      .map((rule) => ({ rule, count: continues ? matching(group, rule, last) : 0 }))
      .toSorted((one, other) => other.count - one.count);
    const regular = best !== undefined && best.count > 1 ? best.count : 0;
    const isDaylight = last.to > last.from;
    addObservance(zone, isDaylight, group.slice(0, group.length - regular), null);
    addObservance(
      zone,
      isDaylight,
      regular === 0 ? [] : group.slice(-regular, group.length - regular + 1),
      best?.rule ?? null,
    );
  }
  return zone;
}

/** Adds the transitions as one observance: the first as its start, the others as RDATE, or a rule for those that follow. */
function addObservance(
  zone: ICAL.Component,
  isDaylight: boolean,
  [first, ...others]: readonly Transition[],
  rule: string | null,
): void {
  if (first === undefined) return;
  const observance = new ICAL.Component(isDaylight ? "daylight" : "standard");
  observance.addProperty(new ICAL.Property(["dtstart", {}, "date-time", local(first.wall)]));
  observance.addProperty(new ICAL.Property(["tzoffsetfrom", {}, "utc-offset", offsetText(first.from)]));
  observance.addProperty(new ICAL.Property(["tzoffsetto", {}, "utc-offset", offsetText(first.to)]));
  for (const { wall } of rule === null ? [first, ...others] : [])
    observance.addProperty(new ICAL.Property(["rdate", {}, "date-time", local(wall)]));
  if (rule !== null) observance.addProperty(ICAL.Property.fromString(`RRULE:${rule}`));
  zone.addSubcomponent(observance);
}

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

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Yearly rules that a transition matches: "the second Sunday of March", and "the last Sunday of March". */
function yearlyRules({ wall }: Transition): readonly string[] {
  const date = new Date(wall);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return [Math.ceil(date.getUTCDate() / 7), -Math.ceil((days - date.getUTCDate() + 1) / 7)].map(
    (nth) => `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};BYDAY=${nth}${weekdays[date.getUTCDay()]}`,
  );
}

/** Number of the latest transitions that match the rule at the time of the last, one per year without a gap. */
function matching(group: readonly Transition[], rule: string, last: Transition): number {
  const lastYear = new Date(last.wall).getUTCFullYear();
  const backwards = group.toReversed();
  const end = backwards.findIndex(
    (transition, index) =>
      !yearlyRules(transition).includes(rule) ||
      (transition.wall - last.wall) % dayMilliseconds !== 0 ||
      new Date(transition.wall).getUTCFullYear() !== lastYear - index,
  );
  return end < 0 ? group.length : end;
}

const local = (wall: number): string => new Date(wall).toISOString().slice(0, 19);

function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
