import { inspect } from "node:util";
import type { Program } from "@tidemark/terminal";
import type { Planned } from "../application.ts";
import { openTravel } from "../open-travel.ts";
import type { TravelValue } from "../state.ts";
import { HELP, type Options, readOptions } from "./options.ts";

/** The travel planner in a terminal. */
export const travelProgram: Program<Options, TravelValue, Planned> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 --filter travel start",
  example: `npx -y pnpm@12.21.0 --filter travel start -- "a weekend in Rome from Oslo in May"`,
  page: "npx -y pnpm@12.21.0 --filter travel web",
  readOptions,
  open(options, { errors }) {
    const { application, database } = openTravel(options, {
      // An error with a code, such as the missing key of a model, ends the program, which prints it.
      onError({ error, isProgrammingError }) {
        const code = String(Reflect.get(Object(error), "code"));
        if (isProgrammingError && !code.includes("/")) errors.write(`${inspect(error)}\n`);
      },
    });
    return { application, close: () => database.close() };
  },
};
