import { readFileSync } from "node:fs";
import { z } from "zod";
import { Airport, Hotel, Restaurant, Sight } from "../domain/offers.ts";
import { travelErrors } from "../errors.ts";

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

/** Reads the sample data. Throws `travel/invalidCatalogue`. */
export function readSampleData(file = new URL("../../data/sample-catalog.json", import.meta.url)): SampleData {
  try {
    return SampleData.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const text = error instanceof z.ZodError ? z.prettifyError(error).split("\n")[0] : null;
    throw travelErrors.invalidCatalogue({ problem: text ?? (error instanceof Error ? error.message : String(error)) });
  }
}
