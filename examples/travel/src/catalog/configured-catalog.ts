import { systemClock } from "tidemark";
import { travelErrors } from "../errors.ts";
import { offersClient } from "./flight-offers/client.ts";
import { flightOffers } from "./flight-offers/flights.ts";
import { openSampleCatalog, type SampleCatalog } from "./sqlite-catalog.ts";

/**
 * Opens the configured catalog: the sample data, with flights from the flight-offers API at `TRAVEL_FLIGHTS_URL` if it is set.
 *
 * Hotels and sights are sample data in both cases, so `sample` is always true. Throws `travel/invalidFlightsService`.
 */
export function configuredCatalog(env: Readonly<Record<string, string | undefined>>): SampleCatalog {
  const url = env["TRAVEL_FLIGHTS_URL"]?.trim() ?? "";
  const sample = openSampleCatalog();
  if (url === "") return sample;
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== "https:" && protocol !== "http:") {
    sample.close();
    throw travelErrors.invalidFlightsService({ problem: "TRAVEL_FLIGHTS_URL is not an http(s) address" });
  }
  const access = { id: env["TRAVEL_FLIGHTS_ID"] ?? "", secret: env["TRAVEL_FLIGHTS_SECRET"] ?? "" };
  const client = offersClient({ url, ...access, clock: systemClock });
  return {
    ...sample,
    flights: flightOffers({ client, airports: sample.airports() }),
    // Flight offers do not list free seats.
    seats: () => Promise.resolve([]),
  };
}
