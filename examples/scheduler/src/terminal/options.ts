import { parseArgs } from "node:util";
import { Temporal } from "temporal-polyfill";
import { schedulerErrors } from "../errors.ts";

/** Parsed command line. */
export interface Options {
  /** Request of a single run; null starts a conversation. */
  readonly request: string | null;
  readonly help: boolean;
  readonly database: string;
  readonly importFile: string | null;
  readonly exportFile: string | null;
  readonly householdFile: string | null;
  readonly member: string | null;
  readonly thread: string;
  /** Fixed current time, for experiments; null uses the real clock. */
  readonly now: string | null;
  /** Chat model that reads requests, as `provider:name`; null uses the one of the environment. */
  readonly model: string | null;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Default file of the calendar, relative to the current folder. */
export const DEFAULT_DATABASE = ".tidemark/scheduler.db";

/** Default name of the conversation. */
export const DEFAULT_THREAD = "home";

/** Text printed by `--help`. */
export const HELP = `A family scheduler: type a request, check the proposal, and confirm it.

  npx -y pnpm@12.21.0 start                        a conversation
  npx -y pnpm@12.21.0 start -- "REQUEST"           a single request
  npx -y pnpm@12.21.0 start -- OPTIONS < FILE      one request or answer per line

Requests
  "Soccer practice for Emma every Tuesday 4pm, needs the van"
  "move the dentist to Friday 10am"     "cancel piano tomorrow"
  "what's on Saturday?"                 "is the van free tomorrow afternoon?"

Options
  --as MEMBER        member who types (id or name); "me" and "my" refer to this person
  --thread ID        conversation to continue (default: ${DEFAULT_THREAD})
  --yes              confirm recommended choices without asking; other choices are still asked
  --json             one JSON object per line: events, then {"type":"result", ...}
  --db FILE          calendar database (default: ${DEFAULT_DATABASE})
  --calendar FILE    import an iCalendar file (.ics) first; importing it again updates its events
  --export FILE      export the calendar as iCalendar at the end
  --household FILE   household of a new calendar (JSON); default: the sample household
  --now ISO          use this as the current time: 2026-11-21T09:00:00Z
  --model NAME       chat model that reads requests: openai:gpt-5-mini (default: TIDEMARK_MODEL)
  --help             show this text

In a conversation
  agenda, agenda 14  the coming days          help   show this text     quit   leave
  undo               undo the last change      1, 2, yes, no   answer the question
  no, I meant 5pm    change what is asked; a new request drops it

Environment
  TIDEMARK_MODEL=provider:name and the API key of the provider select a chat model. Without them, rules read requests.`;

const BOOLEAN = { type: "boolean", default: false } as const;
const STRING = { type: "string" } as const;
const FLAGS = { help: BOOLEAN, yes: BOOLEAN, json: BOOLEAN };
const VALUES = {
  as: STRING,
  thread: STRING,
  db: STRING,
  calendar: STRING,
  export: STRING,
  household: STRING,
  now: STRING,
  model: STRING,
};

/**
 * Parses the command line; words that are not options form the request.
 *
 * Throws `scheduler/invalidOption` for an unknown option, a missing value or an invalid value.
 */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parse(words);
  const request = positionals.join(" ").trim();
  return {
    request: request === "" ? null : request,
    help: values.help,
    database: values.db ?? DEFAULT_DATABASE,
    importFile: values.calendar ?? null,
    exportFile: values.export ?? null,
    householdFile: values.household ?? null,
    member: values.as ?? null,
    thread: readThread(values.thread ?? DEFAULT_THREAD),
    now: values.now === undefined ? null : readNow(values.now),
    model: values.model ?? null,
    yes: values.yes,
    json: values.json,
  };
}

function parse(words: readonly string[]) {
  try {
    // `pnpm start -- …` passes its own separator on; options are allowed on both sides of the request.
    const args = words.filter((word, index) => word !== "--" || words.indexOf("--") !== index);
    return parseArgs({ args, options: { ...FLAGS, ...VALUES }, allowPositionals: true });
  } catch (error) {
    const [problem = "is invalid"] = error instanceof Error ? error.message.split(/\. |\.$/) : [];
    throw schedulerErrors.invalidOption({ option: "The command line", problem });
  }
}

function readThread(thread: string): string {
  if (/^[\w.@-]{1,100}$/.test(thread)) return thread;
  throw schedulerErrors.invalidOption({
    option: "--thread",
    problem: "the name of a conversation can contain letters, digits, . _ @ - only, at most 100",
  });
}

function readNow(text: string): string {
  try {
    return Temporal.Instant.from(text).toString({ smallestUnit: "second" });
  } catch {
    const problem = `"${text}" is not a valid time; use the form 2026-11-21T09:00:00Z`;
    throw schedulerErrors.invalidOption({ option: "--now", problem });
  }
}
