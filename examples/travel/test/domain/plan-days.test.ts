import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Temporal } from "temporal-polyfill";
import { readSampleData } from "../../src/catalog/sample-catalog.ts";
import { planDays } from "../../src/domain/plan-days.ts";
import { byField, type Profile, type ProfileFact } from "../../src/domain/profile.ts";
import { Transport } from "../../src/domain/places.ts";
import { flight } from "./offers.ts";

const { cities } = readSampleData();

const fact = (value: string): ProfileFact => ({
  value,
  certainty: "said",
  status: "holds",
  source: { words: "", thread: null, at: "2026-01-01T00:00:00Z" },
});
const nobody: Profile = byField([]);

const trip = fc.record({
  city: fc.constantFrom(...cities),
  start: fc.integer({ min: 0, max: 800 }),
  nights: fc.integer({ min: 1, max: 6 }),
  lands: fc.integer({ min: 7, max: 22 }),
  leaves: fc.integer({ min: 6, max: 21 }),
  profile: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()).map(([museums, art, isVegetarian]) => ({
    ...nobody,
    user_likes: museums ? [fact("museum")] : [],
    user_dislikes: art ? [fact("art")] : [],
    user_food_preference: isVegetarian ? [fact("vegetarian")] : [],
  })),
  transport: fc.constantFrom(...Transport.options),
});

const dateTime = (date: Temporal.PlainDate, hour: number): string =>
  `${date.toString()}T${String(hour).padStart(2, "0")}:00`;

const planned = ({
  city,
  start,
  nights,
  lands,
  leaves,
  profile,
  transport,
}: typeof trip extends fc.Arbitrary<infer T> ? T : never) => {
  const first = Temporal.PlainDate.from("2026-12-01").add({ days: start });
  const [hotel] = city.hotels;
  if (hotel === undefined) throw new Error("The city has no hotels.");
  return planDays({
    outbound: flight(lands, 1, { arrives: dateTime(first, lands) }),
    return: flight(leaves, 1, { departs: dateTime(first.add({ days: nights }), leaves) }),
    lastDay: first.add({ days: nights }).toString(),
    hotel,
    sights: city.sights,
    restaurants: city.restaurants,
    profile,
    transport,
    wishes: { skippedSights: [], wantedSights: [] },
  });
};

describe("planDays", () => {
  test("respects opening hours and closing days, visits no sight twice, and leaves time for travel and flights", () => {
    fc.assert(
      fc.property(trip, (request) => {
        const days = planned(request);
        expect(days).toHaveLength(request.nights + 1);
        const seen = days.flatMap(({ visits }) => visits.map(({ sight }) => sight.id));
        expect(new Set(seen).size).toBe(seen.length);
        for (const [index, { date, visits, dinner }] of days.entries()) {
          let free = index === 0 ? request.lands * 60 + 90 : 0;
          for (const { sight, from, to, travelMinutes } of visits) {
            expect(sight.closedOn).not.toContain(Temporal.PlainDate.from(date).dayOfWeek);
            expect(from >= sight.opens && to <= sight.closes).toBe(true);
            expect(minutes(from)).toBeGreaterThanOrEqual(free + travelMinutes);
            free = minutes(to);
          }
          const most = index === days.length - 1 && visits.length > 0 ? request.leaves * 60 - 180 : 24 * 60;
          expect(free).toBeLessThanOrEqual(most);
          const isVegetarian = request.profile.user_food_preference.length > 0;
          expect(dinner === null || !isVegetarian || dinner.diets.includes("vegetarian")).toBe(true);
        }
      }),
    );
  });

  test("includes requested sights and omits skipped ones", () => {
    const city = cities.find(({ code }) => code === "LIS");
    const [wanted, skipped] = city?.sights ?? [];
    if (city === undefined || wanted === undefined || skipped === undefined) throw new Error("Lisbon is missing.");
    const [hotel] = city.hotels;
    const days = planDays({
      outbound: flight(10, 1, { arrives: "2027-05-11T13:00" }),
      return: flight(18, 1, { departs: "2027-05-12T18:00" }),
      lastDay: "2027-05-12",
      hotel: hotel ?? city,
      sights: city.sights,
      restaurants: [],
      profile: nobody,
      transport: "walking",
      wishes: { skippedSights: [skipped.id], wantedSights: [wanted.id] },
    });
    const seen = days.flatMap(({ visits }) => visits.map(({ sight }) => sight.id));
    expect(seen).toContain(wanted.id);
    expect(seen).not.toContain(skipped.id);
  });
});

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}
