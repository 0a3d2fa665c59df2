import { parseArgs } from "node:util";
import { Temporal } from "temporal-polyfill";
import { isTimeZone } from "../domain/wall-clock.ts";
import { schedulerErrors } from "../errors.ts";

/** What the command line asked for. */
export interface Options {
  /** The request of a one-shot run; null starts a conversation. */
  readonly request: string | null;
  readonly help: boolean;
  readonly database: string;
  readonly importFile: string | null;
  readonly exportFile: string | null;
  readonly householdFile: string | null;
  readonly member: string | null;
  readonly thread: string;
  /** The present moment, for trying things out; null is the real clock. */
  readonly now: string | null;
  readonly timeZone: string | null;
  /** The chat model that reads requests, `provider:name`; null is the one of the environment. */
  readonly model: string | null;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Where the calendar is kept when nothing else was said, in the folder the command was started from. */
export const DEFAULT_DATABASE = ".tidemark/scheduler.db";

/** The conversation that is continued when none was named. */
export const DEFAULT_THREAD = "home";

/** What `--help` prints. */
export const HELP = `Schedules things for a household: say what you want, see what it means, and confirm.

  npx -y pnpm@12.21.0 start                        a conversation
  npx -y pnpm@12.21.0 start -- "REQUEST"           one request
  npx -y pnpm@12.21.0 start -- OPTIONS < FILE      one request or answer per line

Requests
  "Soccer practice for Emma every Tuesday 4pm, needs the van"
  "move the dentist to Friday 10am"     "cancel piano tomorrow"
  "what's on Saturday?"                 "is the van free tomorrow afternoon?"

Options
  --as MEMBER        who is speaking (id or name); "me" and "my" mean this person
  --thread ID        which conversation to continue (default: ${DEFAULT_THREAD}); also in a new process
  --yes              confirm what is recommended without asking; what needs thought is still asked
  --json             one JSON object a line: events, then {"type":"result", ...}
  --db FILE          the calendar (default: ${DEFAULT_DATABASE})
  --calendar FILE    import an iCalendar file first (.ics); the same file again updates
  --export FILE      write the calendar as iCalendar, after everything else
  --household FILE   household of a new calendar (JSON); default: the one that ships along
  --now ISO          take this moment as the present: 2026-11-21T09:00:00Z
  --tz ZONE          read and show times in this zone: Europe/Copenhagen
  --model NAME       let this chat model read requests: openai:gpt-5-mini (default: TIDEMARK_MODEL)
  --help             this text

In a conversation
  agenda, agenda 14  the coming days          help   this text          quit   leave
  week, week 1       this week, the next      undo   take back the last change
  1, 2, yes, no      answer what was asked; a new request instead drops the question

Environment
  TIDEMARK_MODEL=provider:name and the provider's key let a chat model read requests; no key is needed without.`;

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
  tz: STRING,
  model: STRING,
};

/**
 * Reads the command line; words outside options are the request.
 *
 * Throws `scheduler/invalidOption` with one clear sentence for an unknown option, a missing or an impossible value.
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
    timeZone: values.tz === undefined ? null : readTimeZone(values.tz),
    model: values.model ?? null,
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
    throw schedulerErrors.invalidOption({ option: "The command line", problem });
  }
}

function readThread(thread: string): string {
  if (/^[\w.@-]{1,100}$/.test(thread)) return thread;
  throw schedulerErrors.invalidOption({
    option: "--thread",
    problem: "a conversation's name has letters, digits, . _ @ - only",
  });
}

function readNow(text: string): string {
  try {
    return Temporal.Instant.from(text).toString({ smallestUnit: "second" });
  } catch {
    const problem = `"${text}" is no moment that exists; write it like 2026-11-21T09:00:00Z`;
    throw schedulerErrors.invalidOption({ option: "--now", problem });
  }
}

function readTimeZone(name: string): string {
  if (isTimeZone(name)) return name;
  throw schedulerErrors.invalidOption({
    option: "--tz",
    problem: `"${name}" is no time zone; write it like Europe/Copenhagen`,
  });
}
