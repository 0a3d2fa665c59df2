import { parseArgs, type ParseArgsOptionDescriptor } from "node:util";
import { Temporal } from "temporal-polyfill";
import { travelErrors } from "../errors.ts";

/** Options of the command line. */
export interface Options {
  /** Single request to answer; null starts a conversation. */
  readonly request: string | null;
  readonly help: boolean;
  readonly database: string;
  readonly thread: string;
  readonly traveler: string;
  /** Fixed current time, for demos and tests; null uses the system clock. */
  readonly now: string | null;
  /** Model as `provider:name`; null uses the rules. */
  readonly model: string | null;
  readonly exportFile: string | null;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Default database file, relative to the working directory. */
const DEFAULT_DATABASE = ".tidemark/travel.db";

/** Traveler of a conversation that names none. */
const DEFAULT_TRAVELER = "traveler";

/** Default thread. */
const DEFAULT_THREAD = "trip";

/** Output of `--help`. */
export const HELP = `Plans a trip. Describe it, change what you do not like, and approve the booking.

  npx -y pnpm@12.21.0 --filter travel start                     start a conversation
  npx -y pnpm@12.21.0 --filter travel start -- "REQUEST"        send one request or answer
  npx -y pnpm@12.21.0 --filter travel start -- OPTIONS < FILE   read one request or answer per line

Requests
  "a long weekend in Lisbon from Copenhagen in May, mid budget, I'm vegetarian and hate early flights"
  "fly back earlier"    "cheaper hotel"    "skip the castle"    "one night longer"    "1" (chooses an alternative)
  "what do you know about me?"    "forget me"    "I'm not vegetarian"    "book it"    "cancel my booking"

Options
  --as NAME      name of the traveler (default: ${DEFAULT_TRAVELER}); the profile is shared by all of their conversations
  --thread NAME  conversation to start or continue (default: ${DEFAULT_THREAD})
  --yes          approve the booking without asking
  --json         print one JSON object per line
  --db FILE      database of conversations, profiles and bookings (default: ${DEFAULT_DATABASE})
  --export FILE  write the trip to an iCalendar file (.ics) at the end
  --now ISO      use this time as the current time: 2026-11-21T09:00:00Z
  --model P:NAME read messages with a chat model, such as openai:gpt-5-mini
  --help         show this help

Environment
  TIDEMARK_MODEL sets the model, like --model. Without a model, no key is needed.`;

const FLAG = { type: "boolean", default: false } satisfies ParseArgsOptionDescriptor;
const VALUE = { type: "string" } satisfies ParseArgsOptionDescriptor;
const OPTIONS = {
  help: FLAG,
  yes: FLAG,
  json: FLAG,
  as: VALUE,
  thread: VALUE,
  db: VALUE,
  export: VALUE,
  now: VALUE,
  model: VALUE,
};

/**
 * Parses the command line. Words outside of options are the request.
 *
 * Throws `travel/invalidOption` for an unknown option, or for a missing or invalid value.
 */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const request = positionals.join(" ").trim();
  return {
    request: request === "" ? null : request,
    help: values.help,
    database: values.db ?? DEFAULT_DATABASE,
    thread: readName("--thread", values.thread ?? DEFAULT_THREAD),
    traveler: readName("--as", values.as ?? DEFAULT_TRAVELER),
    now: values.now === undefined ? null : readNow(values.now),
    model: values.model ?? null,
    exportFile: values.export === undefined ? null : readExport(values.export),
    yes: values.yes,
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    // `pnpm start -- …` passes the separator to the program; without it, options may follow the request.
    const withoutSeparator = args.filter((arg, index) => arg !== "--" || args.indexOf("--") !== index);
    return parseArgs({ args: withoutSeparator, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [problem = "cannot be read"] = error instanceof Error ? error.message.split(/\. |\.$/) : [];
    throw travelErrors.invalidOption({ option: "The command line", problem });
  }
}

function readName(option: string, name: string): string {
  if (/^[\w.@-]{1,100}$/.test(name)) return name;
  throw travelErrors.invalidOption({ option, problem: "a name may contain only letters, digits, and . _ @ -" });
}

function readNow(text: string): string {
  try {
    return Temporal.Instant.from(text).toString({ smallestUnit: "second" });
  } catch {
    const problem = `"${text}" is not a valid time; write it like 2026-11-21T09:00:00Z`;
    throw travelErrors.invalidOption({ option: "--now", problem });
  }
}

function readExport(file: string): string {
  if (file.endsWith(".ics")) return file;
  throw travelErrors.invalidOption({ option: "--export", problem: `"${file}" must end in .ics` });
}
