import type { Airport, Flight } from "../../domain/offers.ts";
import type { FlightQuery, Found } from "../travel-catalog.ts";
import type { Client } from "./client.ts";
import { OffersPage, readOffer } from "./format.ts";

/** What flights are looked for with. */
export interface FlightOffersOptions {
  readonly client: Client;
  /** Airports whose time zones are known; flights between others cannot be looked for. */
  readonly airports: readonly Airport[];
  /** How many pages are read at most; 5 when not said. */
  readonly pages?: number;
}

/**
 * Looks for flights with a flight-offers API, page by page.
 *
 * What was found before something went wrong is given, together with what went wrong; offers that make no sense are left out and
 * counted. Of the same flight the cheapest offer counts.
 */
export function flightOffers({
  client,
  airports,
  pages = 5,
}: FlightOffersOptions): (query: FlightQuery) => Promise<Found<Flight>> {
  return async ({ origin: from, destination: to, date, travelers, signal }) => {
    const origin = airports.find(({ code }) => code === from);
    const destination = airports.find(({ code }) => code === to);
    if (origin === undefined || destination === undefined)
      return { items: [], problem: `${from} or ${to} is no airport we know` };
    const found = new Map<string, Flight>();
    let left = 0;
    const result = (problem: string | null): Found<Flight> => {
      const senseless = left === 0 ? null : left === 1 ? "1 offer makes no sense" : `${left} offers make no sense`;
      const problems = [problem, senseless].filter((each) => each !== null);
      const items = [...found.values()].toSorted((one, other) => (one.departsAt < other.departsAt ? -1 : 1));
      return { items, problem: problems.length === 0 ? null : problems.join("; ") };
    };
    const search = new URLSearchParams({
      originLocationCode: from,
      destinationLocationCode: to,
      departureDate: date,
      adults: String(travelers),
      currencyCode: "EUR",
    });
    let address: string | undefined = `/v2/shopping/flight-offers?${search.toString()}`;
    for (let page = 1; address !== undefined; page += 1) {
      if (page > pages) return result(`only the first ${pages} pages were read`);
      const answer = await client.get(address, signal);
      if (answer.outcome === "failed") return result(answer.problem);
      const parsed = OffersPage.safeParse(answer.body);
      if (!parsed.success) return result("the answer is no list of offers");
      for (const offer of parsed.data.data) {
        const flight = readOffer(offer, parsed.data.dictionaries?.carriers ?? {}, { origin, destination, travelers });
        if (flight === null || !flight.departs.startsWith(date)) left += 1;
        else if (flight.price < (found.get(flight.id)?.price ?? Number.POSITIVE_INFINITY)) found.set(flight.id, flight);
      }
      address = parsed.data.meta?.links?.next;
    }
    return result(null);
  };
}
