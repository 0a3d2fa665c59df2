import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { readSampleData } from "../../src/catalog/sample-catalog.ts";
import { openSampleCatalog } from "../../src/catalog/sample-catalog.ts";
import { Flight } from "../../src/domain/offers.ts";
import { kilometers } from "../../src/domain/places.ts";

const data = readSampleData();
const codes = data.cities.map(({ code }) => code);

const instantOf = (time: string, code: string) =>
  Temporal.PlainDateTime.from(time).toZonedDateTime(data.cities.find((city) => city.code === code)?.timeZone ?? "UTC");

describe("the sample catalog", () => {
  test("is marked as sample data in the file, in the names of the airlines, and in the catalog", () => {
    const catalog = openSampleCatalog();
    expect(data.note).toMatch(/^Sample data/);
    for (const { code, name } of data.carriers)
      expect([code, name]).toEqual([expect.stringMatching(/^X\d$/), expect.stringContaining("(sample)")]);
    expect(catalog.sample).toBe(true);
  });

  test("has at least 12 cities with hotels, rooms, sights and vegetarian restaurants", () => {
    expect(codes.length).toBeGreaterThanOrEqual(12);
    for (const { hotels, sights, restaurants, timeZone } of data.cities) {
      expect(hotels.length).toBeGreaterThanOrEqual(3);
      expect(hotels.every(({ rooms }) => rooms.length > 0)).toBe(true);
      expect(sights.length).toBeGreaterThanOrEqual(5);
      expect(restaurants.some(({ diets }) => diets.includes("vegetarian"))).toBe(true);
      expect(Intl.supportedValuesOf("timeZone")).toContain(timeZone);
    }
  });

  test("has every sight and hotel near its airport, and unique ids", () => {
    const ids = data.cities.flatMap(({ hotels, sights, restaurants }) =>
      [...hotels, ...sights, ...restaurants].map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const city of data.cities)
      for (const place of [...city.hotels, ...city.sights]) expect(kilometers(city, place)).toBeLessThan(60);
  });

  test("has the same flights between any two cities on any date in every copy", async () => {
    const catalog = openSampleCatalog();
    const copy = openSampleCatalog();
    const pair = fc.tuple(fc.constantFrom(...codes), fc.constantFrom(...codes)).filter(([from, to]) => from !== to);
    const date = fc
      .date({ min: new Date("2026-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
      .map((value) => value.toISOString().slice(0, 10));
    await fc.assert(
      fc.asyncProperty(pair, date, async ([origin, destination], day) => {
        const query = { origin, destination, date: day, travelers: 1 };
        const { items, problem } = await catalog.flights(query);
        expect(problem).toBeNull();
        expect(items.length).toBeGreaterThanOrEqual(4);
        for (const flight of items) {
          expect(Flight.safeParse(flight).success).toBe(true);
          const [departs, arrives] = [instantOf(flight.departs, origin), instantOf(flight.arrives, destination)];
          expect(departs.toInstant().until(arrives.toInstant()).total("minutes")).toBe(flight.minutes);
        }
        expect((await copy.flights(query)).items).toEqual(items);
      }),
    );
  });
});
