import { readSampleData } from "../../src/catalog/sample-catalog.ts";
import { newTrip } from "../../src/domain/trip.ts";
import type { ReadingContext } from "../../src/reading/reading.ts";

/** Context of a message on 21 November 2026. */
export const context: ReadingContext = {
  airports: readSampleData().cities,
  today: "2026-11-21",
  lastDate: "2027-10-17",
  trip: newTrip(),
};
