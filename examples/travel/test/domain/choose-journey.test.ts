import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseJourney, type JourneyRequest } from "../../src/domain/choose-journey.ts";
import { byField, type Profile } from "../../src/domain/profile.ts";
import { noWishes } from "../../src/domain/trip.ts";
import { center, flight, hotel } from "./offers.ts";

const request = (rest: Partial<JourneyRequest> = {}, profile: Profile = byField([])): JourneyRequest => ({
  travelers: 1,
  level: "mid",
  limit: null,
  wishes: noWishes(),
  profile,
  nights: 3,
  ...rest,
});

const disliking = (value: string): Profile => ({
  ...byField([]),
  user_dislikes: [
    {
      value,
      certainty: "said",
      status: "holds",
      source: { words: "", thread: null, at: "2026-01-01T00:00:00Z" },
    },
  ],
});

const offers = {
  outbound: [flight(6, 80), flight(10, 120), flight(18, 90)],
  return: [flight(12, 100), flight(19, 100)],
  hotels: [hotel("A", 3, 60), hotel("B", 4, 150)],
  center,
};

describe("chooseJourney", () => {
  test("skips an early flight that the traveler dislikes, and states what that costs", () => {
    const early = chooseJourney(offers, request());
    const later = chooseJourney(offers, request({}, disliking("early flights")));
    expect(early).toMatchObject({ outbound: { id: "F6-80" } });
    expect(later).toMatchObject({ outbound: { id: "F10-120" } });
    expect(typeof later !== "string" && later.reasons[0]).toBe(
      "You dislike early flights, so those before 09:00 were skipped, which costs 40 €.",
    );
  });

  test("compares close alternatives by price and departure time", () => {
    const chosen = chooseJourney({ ...offers, return: [flight(17, 100), flight(19, 110)] }, request());
    expect(typeof chosen !== "string" && chosen.alternatives).toEqual([
      { part: "return", id: "F 17", label: "F 17, 17:00–20:00", compared: "leaves 2 h earlier", difference: -10 },
    ]);
  });

  test("names the part that does not fit", () => {
    expect(chooseJourney({ ...offers, hotels: [] }, request())).toBe("no room fits");
    const late = request({ wishes: { ...noWishes(), outboundAfter: "20:00" } });
    expect(chooseJourney(offers, late)).toBe("no flight out leaves at 20:00 or later");
    expect(chooseJourney(offers, request({ limit: 200 }))).toBe(
      "no combination costs 200 € or less. The cheapest trip costs 360 €",
    );
  });

  const price = fc.integer({ min: 1, max: 400 });
  const flights = fc.array(
    fc.tuple(fc.integer({ min: 5, max: 20 }), price).map(([hour, cost]) => flight(hour, cost)),
    { minLength: 1, maxLength: 5 },
  );
  const hotels = fc.uniqueArray(
    fc.record({ id: fc.constantFrom("A", "B", "C"), stars: fc.integer({ min: 1, max: 5 }), cost: price }),
    { selector: ({ id }) => id, minLength: 1 },
  );
  const search = fc.record({
    outbound: flights,
    return: flights,
    hotels: hotels.map((all) => all.map(({ id, stars, cost }) => hotel(id, stars, cost))),
    limit: fc.option(fc.integer({ min: 100, max: 2000 })),
  });

  test("never exceeds the budget, and finds a journey whenever one fits", () => {
    fc.assert(
      fc.property(search, ({ limit, ...found }) => {
        const result = chooseJourney({ ...found, center }, request({ limit }));
        const totals = found.outbound.flatMap((out) =>
          found.return.flatMap((back) =>
            found.hotels.map(({ rooms }) => out.price + back.price + 3 * (rooms[0]?.pricePerNight ?? 0)),
          ),
        );
        const fits = limit === null || Math.min(...totals) <= limit;
        expect(typeof result !== "string").toBe(fits);
        if (typeof result === "string") return;
        const { outbound, return: back, stay, total } = result;
        expect(total).toBe(outbound.price + (back?.price ?? 0) + 3 * (stay?.room.pricePerNight ?? 0));
        const most = limit ?? Number.POSITIVE_INFINITY;
        expect(total).toBeLessThanOrEqual(most);
        for (const { difference } of result.alternatives) expect(total + difference).toBeLessThanOrEqual(most);
      }),
    );
  });

  test("does not depend on the order of the offers", () => {
    fc.assert(
      fc.property(search, ({ limit, ...found }) => {
        const wanted = request({ limit });
        const reversed = {
          outbound: found.outbound.toReversed(),
          return: found.return.toReversed(),
          hotels: found.hotels.toReversed(),
        };
        expect(chooseJourney({ ...reversed, center }, wanted)).toEqual(chooseJourney({ ...found, center }, wanted));
      }),
    );
  });
});
