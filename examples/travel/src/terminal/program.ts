import { inspect } from "node:util";
import { type Program, writeNamedFile } from "@tidemark/terminal";
import { defineErrors, type Errors } from "tidemark/rules";
import type { Planned } from "../application.ts";
import { bookingOf } from "../domain/trip.ts";
import { openTravel } from "../open-travel.ts";
import type { TravelValue } from "../state.ts";
import { tripIcs } from "../trip-ics.ts";
import { HELP, type Options, readOptions } from "./options.ts";

const table = {
  nothingToExport: (details: { thread: string }) =>
    `Conversation "${details.thread}" has no itinerary yet, so nothing was written. Plan a trip first.`,
};

/** Errors of the travel planner. */
const travelErrors: Errors<"travel", typeof table> = defineErrors("travel", table);

/** The travel planner in a terminal. */
export const travelProgram: Program<Options, TravelValue, Planned> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 --filter travel start",
  example: `npx -y pnpm@12.21.0 --filter travel start -- "a weekend in Rome from Oslo in May"`,
  page: "npx -y pnpm@12.21.0 --filter travel web",
  readOptions,
  open(options, { errors }) {
    const { thread, export: file } = options;
    const { application, services, database } = openTravel(options, {
      // An error with a code, such as the missing key of a model, ends the program, which prints it.
      onError({ error, isProgrammingError }) {
        const code = String(Reflect.get(Object(error), "code"));
        if (isProgrammingError && !code.includes("/")) errors.write(`${inspect(error)}\n`);
      },
    });
    return {
      application,
      converses: options.request !== null || file === null,
      async finish() {
        if (file === null) return null;
        const state = await application.session(thread).state();
        const itinerary = state?.travel_itinerary ?? null;
        if (state === null || itinerary === null) throw travelErrors.nothingToExport({ thread });
        const notes = { now: services.clock.now(), sample: services.catalog.sample, booking: bookingOf(state) };
        writeNamedFile(file, tripIcs(itinerary, notes));
        return `Wrote ${file}.`;
      },
      close: () => database.close(),
    };
  },
};
