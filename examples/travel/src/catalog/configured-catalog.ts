import { systemClock } from "tidemark";
import { travelErrors } from "../errors.ts";
import { offersClient } from "./flight-offers/client.ts";
import { flightOffers } from "./flight-offers/flights.ts";
import { openSampleCatalog, type SampleCatalog } from "./sqlite-catalog.ts";

/**
 * Gives the catalogue that the environment asks for: the sample data, with flights from a flight-offers API where
 * `TRAVEL_FLIGHTS_URL` names one.
 *
 * Hotels and sights stay sample data, so the whole counts as sample. Throws `travel/invalidFlightsService`.
 */
export function configuredCatalog(env: Readonly<Record<string, string | undefined>>): SampleCatalog {
  const url = env["TRAVEL_FLIGHTS_URL"]?.trim() ?? "";
  const sample = openSampleCatalog();
  if (url === "") return sample;
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== "https:" && protocol !== "http:") {
    sample.close();
    throw travelErrors.invalidFlightsService({ problem: "TRAVEL_FLIGHTS_URL is no http(s) address" });
  }
  const access = { id: env["TRAVEL_FLIGHTS_ID"] ?? "", secret: env["TRAVEL_FLIGHTS_SECRET"] ?? "" };
  const client = offersClient({ url, ...access, clock: systemClock });
  return {
    ...sample,
    flights: flightOffers({ client, airports: sample.airports() }),
    // Offers do not say which seats are free.
    seats: () => Promise.resolve([]),
  };
}
