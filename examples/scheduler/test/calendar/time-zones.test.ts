import type ICAL from "ical.js";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { timeZoneComponent } from "../../src/calendar/export-ics.ts";

const span = { from: Date.parse("2026-11-01T00:00:00Z"), to: Date.parse("2036-12-31T00:00:00Z") };

const text = (component: ICAL.Component, name: string): string =>
  component.getFirstPropertyValue(name)?.toString() ?? "";
const minutes = (offset: string): number =>
  Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)));
const readLocal = (wall: string): Temporal.ZonedDateTime => Temporal.PlainDateTime.from(wall).toZonedDateTime("UTC");

/** The onsets of an observance, as instants, by the rules of RFC 5545, 3.6.5. */
function onsets(observance: ICAL.Component): readonly { readonly at: number; readonly to: number }[] {
  const start = readLocal(text(observance, "dtstart"));
  const rule = text(observance, "rrule");
  const [from, to] = [minutes(text(observance, "tzoffsetfrom")), minutes(text(observance, "tzoffsetto"))];
  const walls = [
    start,
    ...observance.getAllProperties("rdate").map((each) => readLocal(each.getFirstValue()?.toString() ?? "")),
  ];
  const repeated =
    rule === ""
      ? []
      : new RRuleTemporal({ rruleString: rule, dtstart: start }).between(
          new Date(0),
          new Date("2050-01-01T00:00:00Z"),
          true,
        );
  return [...walls, ...repeated].map(({ epochMilliseconds }) => ({ at: epochMilliseconds - from * 60_000, to }));
}

type Onsets = ReturnType<typeof onsets>;

const offsetAt = (all: Onsets, instant: number): number | undefined => all.findLast(({ at }) => at <= instant)?.to;

describe("timeZoneComponent", () => {
  test.each([
    "Europe/Copenhagen",
    "America/New_York",
    "Australia/Sydney",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Tehran",
  ])("describes %s as it is, every six hours", (timeZone) => {
    const all = timeZoneComponent(timeZone)
      .getAllSubcomponents()
      .flatMap(onsets)
      .toSorted((one, other) => one.at - other.at);
    const wrong: string[] = [];
    for (let instant = span.from; instant < span.to; instant += 6 * 3_600_000 + 60_000) {
      const wanted =
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9;
      if (offsetAt(all, instant) !== wanted) wrong.push(new Date(instant).toISOString());
    }
    expect(wrong).toEqual([]);
  });
});
