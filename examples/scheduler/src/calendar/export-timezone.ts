import { Temporal } from "temporal-polyfill";
import { formatWallTime } from "../domain/wall-clock.ts";
import type { JcalProperty } from "./ics-file.ts";

/** Component as jCal (RFC 7265): name, properties and components. */
type JcalComponent = readonly [string, readonly JcalProperty[], readonly JcalComponent[]];

/** Describes a time zone as a VTIMEZONE, which lists the changes of its offset within a span of epoch milliseconds. */
export function timeZoneComponent(timeZone: string, span: { from: number; to: number }): JcalComponent {
  let at = Temporal.Instant.fromEpochMilliseconds(span.from).toZonedDateTimeISO(timeZone);
  const observances = new Map([["", observance("1970-01-01T00:00:00", at.offset, at.offset)]]);
  for (let next = at.getTimeZoneTransition("next"); next !== null; next = at.getTimeZoneTransition("next")) {
    if (next.epochMilliseconds > span.to) break;
    const from = next.subtract({ nanoseconds: 1 });
    // A zone can change its name without changing its offset.
    if (from.offset !== next.offset) {
      const wall = formatWallTime(next.epochMilliseconds + from.offsetNanoseconds / 1_000_000, false);
      const key = `${from.offset} ${next.offset}`;
      const found = observances.get(key) ?? observance(wall, from.offset, next.offset);
      observances.set(key, [found[0], [...found[1], ["rdate", {}, "date-time", wall]], []]);
    }
    at = next;
  }
  return ["vtimezone", [["tzid", {}, "text", timeZone]], [...observances.values()]];
}

const observance = (wall: string, from: string, to: string): JcalComponent => [
  Number(to.replace(":", "")) > Number(from.replace(":", "")) ? "daylight" : "standard",
  [
    ["dtstart", {}, "date-time", wall],
    ["tzoffsetfrom", {}, "utc-offset", from.slice(0, 6)],
    ["tzoffsetto", {}, "utc-offset", to.slice(0, 6)],
  ],
  [],
];
