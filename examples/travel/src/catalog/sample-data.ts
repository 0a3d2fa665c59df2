import { readFileSync } from "node:fs";
import { z } from "zod";
import { Airport, Hotel, Restaurant, Sight } from "../domain/offers.ts";

const City = Airport.extend({
  hotels: z.array(Hotel),
  sights: z.array(Sight),
  restaurants: z.array(Restaurant),
});

const SampleData = z.strictObject({
  note: z.string(),
  currency: z.literal("EUR"),
  carriers: z.array(z.strictObject({ code: z.string(), name: z.string() })).min(1),
  cities: z.array(City).min(1),
});
/** Contents of `data/sample-catalog.json`. */
export type SampleData = z.infer<typeof SampleData>;

/** Reads the sample data. */
export const readSampleData = (): SampleData =>
  SampleData.parse(JSON.parse(readFileSync(new URL("../../data/sample-catalog.json", import.meta.url), "utf8")));
