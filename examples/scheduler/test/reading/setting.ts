import { calendar, now } from "../../evaluation/household.ts";
import type { ReadContext } from "../../src/domain/reading/pieces.ts";
import { emptyRequest, type Request } from "../../src/domain/request.ts";

/** Saturday, 21 November 2026, 10:00: the household of the evaluation, and nobody known speaks. */
export const context: ReadContext = { calendar: calendar(), now, speaker: null };

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The named parts of a request, with times of day as "16:00". */
export const named = (request: Request): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).flatMap(([key, value]) => {
      const isEmpty = JSON.stringify(value) === JSON.stringify(emptyRequest[key as keyof Request]); // oxlint-disable-line typescript/no-unsafe-type-assertion -- a key of the request
      if (isEmpty) return [];
      return [[key, (key === "start" || key === "end") && typeof value === "number" ? timeOf(value) : value]];
    }),
  );
