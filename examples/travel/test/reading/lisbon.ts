import { emptyReading } from "../../src/reading/reading.ts";

/** A message in a language that the rules do not support. */
export const danish = "en forlænget weekend i Lissabon fra København i maj";

/** A model's reading of that message. */
export const lisbon = {
  ...emptyReading(),
  intent: "plan_trip",
  trip: { origin: "CPH", destination: "LIS", startDate: "2027-05-07", endDate: "2027-05-10" },
  used: [danish],
  reasoning: "Danish for a long weekend.",
};
