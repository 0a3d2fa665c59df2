import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { tripIcs } from "../src/trip-ics.ts";
import { itineraryOf, LISBON, now, TestApp, sendAll } from "./test-app.ts";

const trip = itineraryOf(await new TestApp().conversation().send(LISBON));
const booked = await sendAll(new TestApp().conversation(), LISBON, "book it", "yes");

/** Two flights, the hotel, the visits and the dinners. */
const entries = 3 + trip.days.flatMap(({ visits, dinner }) => [...visits, ...(dinner === null ? [] : [dinner])]).length;

const parse = (text: string) =>
  ICAL.Component.fromString(text)
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component));

describe("a trip as iCalendar", () => {
  test("contains the flights in UTC, the hotel as whole days, and every visit and dinner", () => {
    const events = parse(tripIcs(trip, { now, booking: null, sample: true }));
    expect(events).toHaveLength(entries);
    const out = events.find(({ summary }) => summary.startsWith(trip.outbound.flight.number));
    expect(out?.startDate.toJSDate().toISOString()).toBe("2027-05-07T08:20:00.000Z");
    expect(out?.endDate.toJSDate().toISOString()).toBe("2027-05-07T12:10:00.000Z");
    const stay = events.find(({ summary }) => summary === trip.hotel?.name);
    expect([stay?.startDate.isDate, stay?.startDate.toString(), stay?.endDate.toString()]).toEqual([
      true,
      "2027-05-07",
      "2027-05-10",
    ]);
    const names = events.map(({ summary }) => summary);
    for (const { visits } of trip.days) for (const { sight } of visits) expect(names).toContain(sight.name);
  });

  test("is tentative until it is booked, is marked as sample data, and keeps its ids across exports", () => {
    const before = tripIcs(trip, { now, booking: null, sample: true });
    const after = tripIcs(trip, { now: "2026-12-01T00:00:00Z", booking: booked.booking, sample: false });
    expect(before.match(/STATUS:TENTATIVE/g)).toHaveLength(entries);
    // iCalendar splits long lines.
    expect(before.replaceAll("\r\n ", "")).toContain(
      "Sample data: flights\\, hotels\\, restaurants and prices are made up.",
    );
    expect(after).not.toContain("TENTATIVE");
    expect(parse(after).map(({ uid }) => uid)).toEqual(parse(before).map(({ uid }) => uid));
  });
});
