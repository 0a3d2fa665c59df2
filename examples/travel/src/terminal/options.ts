import { parseArgs } from "node:util";
import { Temporal } from "temporal-polyfill";
import { travelErrors } from "../errors.ts";
import { ANYBODY } from "../traveler.ts";

/** What the command line asked for. */
export interface Options {
  /** The request of a one-shot run; null starts a conversation. */
  readonly request: string | null;
  readonly help: boolean;
  readonly database: string;
  readonly thread: string;
  readonly traveler: string;
  /** The present moment, for trying things out; null is the real clock. */
  readonly now: string | null;
  /** `provider:name`; null when none was named. */
  readonly model: string | null;
  readonly exportFile: string | null;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Where everything is kept when nothing else was said, in the folder the command was started from. */
const DEFAULT_DATABASE = ".tidemark/travel.db";

/** The conversation that is continued when none was named. */
const DEFAULT_THREAD = "trip";

/** What `--help` prints. */
export const HELP = `Plans a trip: say what you want, change what you do not like, and book it with a yes.

  npx -y pnpm@12.21.0 --filter travel start                     a conversation
  npx -y pnpm@12.21.0 --filter travel start -- "REQUEST"        one request, or one answer
  npx -y pnpm@12.21.0 --filter travel start -- OPTIONS < FILE   one request or answer per line

Requests
  "a long weekend in Lisbon from Copenhagen in May, mid budget, I'm vegetarian and hate early flights"
  "fly back earlier"    "cheaper hotel"    "skip the castle"    "one night longer"    "1" takes an alternative
  "what do you know about me?"             "I'm not vegetarian"                       "book it"

Options
  --as NAME      who is travelling (default: ${ANYBODY}); what is known of them holds in all their conversations
  --thread ID    which conversation to continue (default: ${DEFAULT_THREAD}); also in a new process
  --yes          say yes to what is asked
  --json         one JSON object a line
  --db FILE      where everything is kept (default: ${DEFAULT_DATABASE})
  --export FILE  write the trip as iCalendar (.ics) or Markdown (.md), after everything else
  --now ISO      take this moment as the present: 2026-11-21T09:00:00Z
  --model P:NAME let a chat model read what is typed: openai:gpt-5-mini
  --help         this text

Environment
  TIDEMARK_MODEL is another way to say --model; no key is needed without a model.
  TRAVEL_FLIGHTS_URL, TRAVEL_FLIGHTS_ID and TRAVEL_FLIGHTS_SECRET: flights from a flight-offers API instead of the sample data.`;

const BOOLEAN = { type: "boolean", default: false } as const;
const STRING = { type: "string" } as const;
const FLAGS = { help: BOOLEAN, yes: BOOLEAN, json: BOOLEAN };
const VALUES = { as: STRING, thread: STRING, db: STRING, export: STRING, now: STRING, model: STRING };

/**
 * Reads the command line; words outside options are the request.
 *
 * Throws `travel/invalidOption` with one clear sentence for an unknown option, a missing or an impossible value.
 */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parse(words);
  const request = positionals.join(" ").trim();
  return {
    request: request === "" ? null : request,
    help: values.help,
    database: values.db ?? DEFAULT_DATABASE,
    thread: readName("--thread", values.thread ?? DEFAULT_THREAD),
    traveler: readName("--as", values.as ?? ANYBODY),
    now: values.now === undefined ? null : readNow(values.now),
    model: values.model ?? null,
    exportFile: values.export === undefined ? null : readExport(values.export),
    yes: values.yes,
    json: values.json,
  };
}

function parse(words: readonly string[]) {
  try {
    // `pnpm start -- …` hands its own separator on; options may stand on either side of the request.
    const args = words.filter((word, index) => word !== "--" || words.indexOf("--") !== index);
    return parseArgs({ args, options: { ...FLAGS, ...VALUES }, allowPositionals: true });
  } catch (error) {
    const [problem = "cannot be read"] = error instanceof Error ? error.message.split(/\. |\.$/) : [];
    throw travelErrors.invalidOption({ option: "The command line", problem });
  }
}

function readName(option: string, name: string): string {
  if (/^[\w.@-]{1,100}$/.test(name)) return name;
  throw travelErrors.invalidOption({ option, problem: "a name has letters, digits, . _ @ - only" });
}

function readNow(text: string): string {
  try {
    return Temporal.Instant.from(text).toString({ smallestUnit: "second" });
  } catch {
    const problem = `"${text}" is no moment that exists; write it like 2026-11-21T09:00:00Z`;
    throw travelErrors.invalidOption({ option: "--now", problem });
  }
}

function readExport(file: string): string {
  if (/\.(?:ics|md)$/.test(file)) return file;
  throw travelErrors.invalidOption({ option: "--export", problem: `"${file}" ends neither in .ics nor in .md` });
}
