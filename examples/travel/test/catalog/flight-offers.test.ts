import { setTimeout as delay } from "node:timers/promises";
import { fixedClock } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { configuredCatalog } from "../../src/catalog/configured-catalog.ts";
import { type ClientOptions, offersClient } from "../../src/catalog/flight-offers/client.ts";
import { flightOffers } from "../../src/catalog/flight-offers/flights.ts";
import { readSampleData } from "../../src/catalog/sample-data.ts";
import { LISBON, now, TestApp } from "../test-app.ts";
import { offer, OffersServer } from "./offers-server.ts";

const airports = readSampleData().cities.map(({ hotels: _h, sights: _s, restaurants: _r, ...airport }) => airport);
const query = { origin: "CPH", destination: "LIS", date: "2027-05-07", travelers: 2 };
const page = (data: readonly unknown[], next?: string) => ({
  data,
  meta: { count: data.length, links: { ...(next !== undefined && { next }) } },
  dictionaries: { carriers: { X9: "NINTH AIR" } },
});

function search({ url }: OffersServer, rest: Partial<ClientOptions> = {}) {
  const clock = fixedClock(now);
  const client = offersClient({ url, id: "id", secret: "secret", clock, ...rest });
  return { clock, flights: flightOffers({ client, airports }) };
}

describe("flights from a flight-offers API", () => {
  test("are requested in euros with a token, and parsed with time zones and the price for one traveler", async () => {
    await using server = await OffersServer.start((context) => context.json(page([offer("12", "10:20", "342.00")])));
    const { items, problem } = await search(server).flights(query);
    expect(problem).toBeNull();
    expect(items).toEqual([
      {
        id: "X9 12 2027-05-07",
        number: "X9 12",
        carrier: "NINTH AIR",
        origin: "CPH",
        destination: "LIS",
        departs: "2027-05-07T10:20",
        arrives: "2027-05-07T13:00",
        departsAt: "2027-05-07T08:20:00Z",
        arrivesAt: "2027-05-07T12:00:00Z",
        minutes: 220,
        stops: 0,
        price: 171,
      },
    ]);
    expect(Object.fromEntries(server.searches[0]?.searchParams ?? [])).toEqual({
      originLocationCode: "CPH",
      destinationLocationCode: "LIS",
      departureDate: "2027-05-07",
      adults: "2",
      currencyCode: "EUR",
    });
  });

  test("come from all pages, with the cheapest offer of each flight and a single token", async () => {
    await using server = await OffersServer.start((context, previous) =>
      context.json(
        previous === 0
          ? page([offer("1", "09:00", "200"), offer("2", "12:00", "300")], "/v2/shopping/flight-offers?page=2")
          : page([offer("1", "09:00", "180"), offer("2", "12:00", "320")]),
      ),
    );
    const { items } = await search(server).flights(query);
    expect(items.map(({ number, price }) => [number, price])).toEqual([
      ["X9 1", 90],
      ["X9 2", 150],
    ]);
    expect(server.tokens).toHaveLength(1);
  });

  test("found before a page fails are returned with the problem", async () => {
    await using server = await OffersServer.start((context, previous) =>
      previous === 0
        ? context.json(page([offer("1", "09:00", "200")], "/v2/shopping/flight-offers?page=2"))
        : context.text("", 503),
    );
    const { items, problem } = await search(server).flights(query);
    expect(items).toHaveLength(1);
    expect(problem).toBe("the service answered 503");
    expect(server.searches).toHaveLength(4);
  });

  test("are read from a limited number of pages", async () => {
    await using server = await OffersServer.start((context, previous) =>
      context.json(page([offer(String(previous), "09:00", "200")], `/v2/shopping/flight-offers?page=${previous + 2}`)),
    );
    const { items, problem } = await search(server).flights(query);
    expect([items.length, problem]).toEqual([5, "only the first 5 pages were read"]);
  });

  test("that are invalid are skipped and counted, and the others are kept", async () => {
    const offers = [
      offer("1", "09:00", "200"),
      offer("2", "09:00", "-5"),
      offer("3", "09:00", "200", { price: { currency: "XXX", grandTotal: "1" } }),
      offer("4", "09:00", "200", { itineraries: [] }),
      { lc: 1, type: "constructor", id: ["x"], kwargs: {} },
      null,
    ];
    await using server = await OffersServer.start((context) => context.json(page(offers)));
    const { items, problem } = await search(server).flights(query);
    expect([items.length, problem]).toEqual([1, "5 offers were invalid"]);
  });

  test("are requested again after the delay that the service asks for", async () => {
    await using server = await OffersServer.start((context, previous) =>
      previous === 0 ? context.text("", 429, { "retry-after": "7" }) : context.json(page([offer("1", "09:00", "200")])),
    );
    const { flights, clock } = search(server);
    expect(await flights(query)).toMatchObject({ items: [{ number: "X9 1" }], problem: null });
    expect(clock.now()).toBe("2026-11-21T09:00:07.000Z");
  });

  test("are given up if the service asks for too long a delay", async () => {
    await using server = await OffersServer.start((context) => context.text("", 429, { "retry-after": "3600" }));
    const { flights, clock } = search(server);
    expect(await flights(query)).toEqual({
      items: [],
      problem: "the service received too many requests (retry after 3600 seconds)",
    });
    expect([clock.now().slice(0, 19), server.searches.length]).toEqual(["2026-11-21T09:00:00", 1]);
  });

  test("an expired token is renewed, and rejected credentials are reported", async () => {
    await using server = await OffersServer.start((context) => context.json(page([offer("1", "09:00", "200")])), {
      lifetime: 60,
    });
    const { flights, clock } = search(server);
    await flights(query);
    await clock.wait(120_000);
    expect((await flights(query)).items).toHaveLength(1);
    expect(server.tokens).toHaveLength(2);
    const { flights: refused } = search(server, { secret: "wrong" });
    expect(await refused(query)).toEqual({ items: [], problem: "the service rejected the credentials" });
  });

  test("a service that does not respond in time is reported", async () => {
    await using server = await OffersServer.start(async (context) => {
      await delay(2_000);
      return context.json(page([]));
    });
    const { flights } = search(server, { timeoutSeconds: 0.05, maxAttempts: 2 });
    expect(await flights(query)).toEqual({
      items: [],
      problem: "the service did not respond within 0.05 seconds",
    });
  });

  test("aborting the turn aborts the search", async () => {
    const stop = new AbortController();
    await using server = await OffersServer.start(async (context) => {
      stop.abort(new Error("enough"));
      await delay(1_000);
      return context.json(page([]));
    });
    await expect(search(server).flights({ ...query, signal: stop.signal })).rejects.toThrow("enough");
  });

  test("credentials are never sent to another address, neither by a link nor by a redirect", async () => {
    const visits: string[] = [];
    await using other = await OffersServer.start((context) => {
      visits.push(context.req.header("authorization") ?? "");
      return context.json(page([]));
    });
    const elsewhere = `${other.url}/v2/shopping/flight-offers`;
    await using linking = await OffersServer.start((context) =>
      context.json(page([offer("1", "09:00", "200")], elsewhere)),
    );
    await using redirecting = await OffersServer.start((context) => context.redirect(elsewhere));
    expect(await search(linking).flights(query)).toMatchObject({
      items: [{}],
      problem: "the service points to another address",
    });
    expect((await search(redirecting).flights(query)).problem).toBe("the service cannot be reached");
    expect(visits).toEqual([]);
  });

  test("that could not be found are reported in the answer and in the task ledger", async () => {
    await using server = await OffersServer.start((context) => {
      const from = context.req.query("originLocationCode");
      if (from !== "CPH") return context.text("", 500);
      return context.json(page([offer("12", "10:20", "171.00")]));
    });
    using catalog = configuredCatalog({
      TRAVEL_FLIGHTS_URL: server.url,
      TRAVEL_FLIGHTS_ID: "id",
      TRAVEL_FLIGHTS_SECRET: "secret",
    });
    const conversation = new TestApp({ catalog }).conversation();
    const reply = await conversation.send(LISBON);
    expect(reply.itinerary).toBeNull();
    expect(reply.message).toContain("Some flights back may be missing: the service answered 500.");
    expect(reply.message).toContain("This trip cannot be planned: no flight back fits.");
    const failed = (await conversation.state())?.task_ledger.filter(({ status }) => status === "failed");
    expect(failed?.map(({ intent }) => intent)).toEqual(["Find flights back"]);
  });

  test("an invalid address is refused", () => {
    expect(() => configuredCatalog({ TRAVEL_FLIGHTS_URL: "ftp://example.org" })).toThrow(
      "TRAVEL_FLIGHTS_URL is not an http(s) address",
    );
  });
});
