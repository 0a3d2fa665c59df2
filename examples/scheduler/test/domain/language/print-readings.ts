import { parseRequest } from "../../../src/domain/language/parse-request.ts";
import { clockTimes } from "./corpus/clock-times.ts";
import { days } from "./corpus/days.ts";
import { repetitions } from "./corpus/repetitions.ts";
import { context } from "./setting.ts";

/** Moments beside changes to summer time, and on either side of midnight in many zones. */
const moments = ["2026-11-21T09:00:00Z", "2026-03-08T10:30:00Z", "2027-03-28T00:30:00Z", "2026-12-31T23:30:00Z"];

for (const now of moments) {
  for (const [text] of [...days, ...clockTimes, ...repetitions]) {
    process.stdout.write(`${JSON.stringify(parseRequest(text, { ...context, now }))}\n`);
  }
}
