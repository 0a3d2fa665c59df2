import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { timeZoneLines } from "../../src/calendar/export-timezone.ts";
import { readComponents, type Component } from "../../src/calendar/ics-lines.ts";

const span = { from: Date.parse("2025-01-01T00:00:00Z"), to: Date.parse("2036-12-31T00:00:00Z") };

const described = (timeZone: string): Component => {
  const components = readComponents(timeZoneLines(timeZone, span).join("\r\n"));
  const [zone] = "problem" in components ? [] : components;
  if (zone === undefined) throw new Error("no VTIMEZONE");
  return zone;
};

const value = ({ lines }: Component, name: string): string => lines.find((line) => line.name === name)?.value ?? "";
const minutes = (offset: string): number =>
  Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)));
const readLocal = (text: string): Temporal.ZonedDateTime => Temporal.PlainDateTime.from(text).toZonedDateTime("UTC");

/** The onsets of an observance, as instants, by the rules of RFC 5545, 3.6.5. */
function onsets(observance: Component): readonly { readonly at: number; readonly to: number }[] {
  const start = readLocal(value(observance, "DTSTART"));
  const rule = value(observance, "RRULE");
  const [from, to] = [minutes(value(observance, "TZOFFSETFROM")), minutes(value(observance, "TZOFFSETTO"))];
  const walls = [
    start,
    ...observance.lines.filter(({ name }) => name === "RDATE").map((line) => readLocal(line.value)),
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

describe("timeZoneLines", () => {
  test.each([
    "Europe/Copenhagen",
    "America/New_York",
    "Australia/Sydney",
    "Asia/Kolkata",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Tehran",
  ])("describes %s as it is, every six hours", (timeZone) => {
    const all = described(timeZone)
      .components.flatMap(onsets)
      .toSorted((one, other) => one.at - other.at);
    const wrong: string[] = [];
    for (let instant = span.from; instant < span.to; instant += 6 * 3_600_000 + 60_000) {
      const wanted =
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9;
      if (offsetAt(all, instant) !== wanted) wrong.push(new Date(instant).toISOString());
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["Europe/Copenhagen", ["FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"]],
    ["America/New_York", ["FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"]],
    ["Australia/Sydney", ["FREQ=YEARLY;BYMONTH=4;BYDAY=1SU", "FREQ=YEARLY;BYMONTH=10;BYDAY=1SU"]],
    ["Asia/Kolkata", []],
  ])("gives %s the rules that it follows", (timeZone, rules) => {
    expect(
      described(timeZone)
        .components.map((observance) => value(observance, "RRULE"))
        .filter((rule) => rule !== ""),
    ).toEqual(rules);
  });
});
