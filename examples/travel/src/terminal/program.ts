import { inspect } from "node:util";
import { openDatabase, type Program, writeNamedFile } from "@tidemark/terminal";
import { sqliteSaver } from "tidemark/sqlite";
import { type Planned, travelApplication } from "../application.ts";
import { bookingOf } from "../domain/booked.ts";
import { travelErrors } from "../errors.ts";
import { travelGraph } from "../graph.ts";
import { openServices, type TravelServices } from "../services.ts";
import type { TravelValue } from "../state.ts";
import { tripIcs } from "../trip-ics.ts";
import { HELP, type Options, readOptions } from "./options.ts";

/** The travel planner in a terminal. */
export const travelProgram: Program<Options, TravelValue, Planned> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 --filter travel start",
  example: `npx -y pnpm@12.21.0 --filter travel start -- "a weekend in Rome from Oslo in May"`,
  page: "npx -y pnpm@12.21.0 --filter travel web",
  readOptions,
  open(options, { env, errors }) {
    // An error with a code, such as the missing key of a model, ends the program, which prints it.
    const onError: TravelServices["onError"] = ({ error, isProgrammingError }) => {
      const code = String(Reflect.get(Object(error), "code"));
      if (isProgrammingError && !code.includes("/")) errors.write(`${inspect(error)}\n`);
    };
    const database = openDatabase(options.db);
    const model = options.model ?? env["TIDEMARK_MODEL"];
    const services = { ...openServices(database, { now: options.now, model }), onError };
    const application = travelApplication(travelGraph(services, sqliteSaver({ database })), services, options);
    return {
      application,
      greeting: 'Where would you like to go? Type "help" for help, or "quit" to leave.',
      converses: options.request !== null || options.export === null,
      async finish() {
        const { thread, export: file } = options;
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
