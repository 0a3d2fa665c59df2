import type { Airport, Flight } from "../../domain/offers.ts";
import type { FlightQuery, SearchResult } from "../travel-catalog.ts";
import type { Client } from "./client.ts";
import { OffersPage, readOffer } from "./format.ts";

/** Options of a flight search. */
export interface FlightOffersOptions {
  readonly client: Client;
  /** Airports to search between, with their time zones. */
  readonly airports: readonly Airport[];
  /** Maximum number of result pages to read. Defaults to 5. */
  readonly maxPages?: number;
}

/**
 * Searches flights with a flight-offers API, page by page.
 *
 * If a page fails, the flights found so far are returned with the problem. Invalid offers are skipped and counted. For offers
 * of the same flight, the cheapest wins.
 */
export function flightOffers({
  client,
  airports,
  maxPages = 5,
}: FlightOffersOptions): (query: FlightQuery) => Promise<SearchResult<Flight>> {
  return async ({ origin: from, destination: to, date, travelers, signal }) => {
    const origin = airports.find(({ code }) => code === from);
    const destination = airports.find(({ code }) => code === to);
    if (origin === undefined || destination === undefined)
      return { items: [], problem: `${from} or ${to} is an unknown airport` };
    const found = new Map<string, Flight>();
    let invalid = 0;
    const result = (problem: string | null): SearchResult<Flight> => {
      const problems = [
        ...(problem === null ? [] : [problem]),
        ...(invalid === 0 ? [] : [invalid === 1 ? "1 offer was invalid" : `${invalid} offers were invalid`]),
      ];
      const items = [...found.values()].toSorted((a, b) => (a.departsAt < b.departsAt ? -1 : 1));
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
      if (page > maxPages) return result(`only the first ${maxPages} pages were read`);
      const answer = await client.get(address, signal);
      if (answer.outcome === "failed") return result(answer.problem);
      const parsed = OffersPage.safeParse(answer.body);
      if (!parsed.success) return result("the response is not a list of offers");
      for (const offer of parsed.data.data) {
        const flight = readOffer(offer, parsed.data.dictionaries?.carriers ?? {}, { origin, destination, travelers });
        if (flight === null || !flight.departs.startsWith(date)) invalid += 1;
        else if (flight.price < (found.get(flight.id)?.price ?? Number.POSITIVE_INFINITY)) found.set(flight.id, flight);
      }
      address = parsed.data.meta?.links?.next;
    }
    return result(null);
  };
}
