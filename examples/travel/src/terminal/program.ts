import { inspect } from "node:util";
import { modelName, type Program, readCommandLine, readName } from "@tidemark/terminal";
import { openTravel, type Options, type Planned } from "../application.ts";
import type { TravelValue } from "../state.ts";

/** Database file, relative to the working directory, and conversation. */
const DEFAULTS = { db: ".tidemark/travel.db", thread: "trip" };

/** Output of `--help`. */
export const HELP = `Plans a trip. Describe it, change what you do not like, and approve the booking.

  npx -y pnpm@12.21.0 --filter travel start                     start a conversation
  npx -y pnpm@12.21.0 --filter travel start -- "REQUEST"        send one request or answer
  npx -y pnpm@12.21.0 --filter travel start -- OPTIONS < FILE   read one request or answer per line

Requests: "Rome from Oslo, 7 to 10 May", "fly back earlier", "skip the castle", "1", "book it", "cancel my booking"

Options
  --as NAME      name of the traveler (default: traveler); the profile is shared by all of their conversations
  --thread NAME  conversation to start or continue (default: ${DEFAULTS.thread})
  --yes          approve the booking without asking
  --json         print one JSON object per line
  --db FILE      database of conversations, profiles and bookings (default: ${DEFAULTS.db})
  --now ISO      use this time as the current time: 2026-11-21T09:00:00Z
  --model P:NAME read messages with a chat model, such as openai:gpt-5-mini (default: TIDEMARK_MODEL, else none)
  --help         show this help`;

/** Parses the command line. Throws `terminal/invalidOption`. */
export function readOptions(words: readonly string[]): Options {
  const options = readCommandLine(words, { ...DEFAULTS, own: ["as", "now"] });
  return { ...options, traveler: readName("--as", options.as ?? "traveler") };
}

/** The travel planner in a terminal. */
export const travelProgram: Program<Options, TravelValue, Planned> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 --filter travel start",
  example: `npx -y pnpm@12.21.0 --filter travel start -- "Rome from Oslo, 7 to 10 May"`,
  page: "npx -y pnpm@12.21.0 --filter travel web",
  sample: {
    options: ["--db", ":memory:", "--now", "2026-11-21T09:00:00Z"],
    lines: [
      "Lisbon from Copenhagen, 7 to 10 May, mid budget, I'm vegetarian and hate early flights",
      "fly back earlier",
      "book it",
      "yes",
    ],
  },
  readOptions,
  open(options, { env, errors }) {
    const { application, database } = openTravel(options, {
      model: modelName(options.model ?? env["TIDEMARK_MODEL"]),
      // An error with a code, such as the missing key of a model, ends the program, which prints it.
      onError({ error, isProgrammingError }) {
        const code = String(Reflect.get(Object(error), "code"));
        if (isProgrammingError && !code.includes("/")) errors.write(`${inspect(error)}\n`);
      },
    });
    return { application, close: () => database.close() };
  },
};
