import { type Program, readCommandLine } from "@tidemark/terminal";
import { type Decided, openScheduler, type Options } from "../application.ts";
import type { SchedulerValue } from "../state.ts";

/** Default file of the calendar, relative to the current folder. */
export const DEFAULT_DATABASE = ".tidemark/scheduler.db";

/** Default name of the conversation. */
const DEFAULT_THREAD = "home";

/** Text printed by `--help`. */
export const HELP = `A family scheduler: type a request, check the proposal, and confirm it.

  npx -y pnpm@12.21.0 start                        a conversation
  npx -y pnpm@12.21.0 start -- "REQUEST"           a single request
  npx -y pnpm@12.21.0 start -- OPTIONS < FILE      one request or answer per line

Requests: "Soccer practice for Emma every Tuesday 4pm, needs the van", "move the dentist to Friday 10am", "what's on Saturday?"

Options
  --as MEMBER        member who types (id or name); "me" and "my" refer to this person
  --thread ID        conversation to continue (default: ${DEFAULT_THREAD})
  --yes              confirm recommended choices without asking; other choices are still asked
  --json             one JSON object per line: events, then {"type":"result", ...}
  --db FILE          calendar database (default: ${DEFAULT_DATABASE})
  --household FILE   your household (JSON), read at each start; a new calendar of it is empty
  --now ISO          use this as the current time: 2026-11-21T09:00:00Z
  --model NAME       chat model that reads requests: openai:gpt-5-mini (default: TIDEMARK_MODEL, or none)
  --help             show this text

In a conversation
  undo               undo the last change      1, 2, yes, no   answer the question
  help               show this text            quit            leave
  no, I meant 5pm    change what is asked; a new request drops it`;

/** Parses the command line. Throws `terminal/invalidOption`. */
export const readOptions = (words: readonly string[]): Options =>
  readCommandLine(words, {
    thread: DEFAULT_THREAD,
    db: DEFAULT_DATABASE,
    own: ["as", "household", "now"],
  });

/** The scheduler in a terminal. */
export const schedulerProgram: Program<Options, SchedulerValue, Decided> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 start",
  example: `npx -y pnpm@12.21.0 start -- "what's on Saturday?"`,
  page: "npx -y pnpm@12.21.0 --filter scheduler web",
  sample: {
    options: ["--db", ":memory:", "--now", "2026-11-21T09:00:00Z"],
    lines: [
      "Soccer practice for Emma every Tuesday 4pm, needs the van",
      "1",
      "what's on Tuesday?",
      "move the dentist to Friday 10am",
      "1",
      "2",
      "undo",
      "yes",
    ],
  },
  readOptions,
  open: (options, { env }) => openScheduler(options, env),
};
