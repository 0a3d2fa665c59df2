import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { formatWallTime } from "../domain/wall-clock.ts";

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

/** Describes a time zone as a VTIMEZONE, which lists the changes of its offset within the span. */
export function timeZoneComponent(timeZone: string, span: Span): ICAL.Component {
  const found = transitions(timeZone, span);
  const zone = new ICAL.Component("vtimezone");
  zone.addPropertyWithValue("tzid", timeZone);
  const offset = found[0]?.from ?? offsetAt(timeZone, span.from);
  addObservance(zone, [{ wall: 0, from: offset, to: offset }]);
  for (const group of Map.groupBy(found, ({ from, to }) => `${from} ${to}`).values()) addObservance(zone, group);
  return zone;
}

/** Adds transitions between the same offsets as one observance. */
function addObservance(zone: ICAL.Component, group: readonly Transition[]): void {
  const [first] = group;
  if (first === undefined) return;
  const observance = new ICAL.Component(first.to > first.from ? "daylight" : "standard");
  const add = (name: string, type: string, value: string) =>
    observance.addProperty(new ICAL.Property([name, {}, type, value]));
  add("dtstart", "date-time", formatWallTime(first.wall, false));
  add("tzoffsetfrom", "utc-offset", offsetText(first.from));
  add("tzoffsetto", "utc-offset", offsetText(first.to));
  for (const { wall } of group) add("rdate", "date-time", formatWallTime(wall, false));
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

function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
