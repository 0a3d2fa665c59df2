import { readCommandLine } from "@tidemark/terminal";

/** Parsed command line. */
export type Options = ReturnType<typeof readOptions>;

/** Default file of the calendar, relative to the current folder. */
export const DEFAULT_DATABASE = ".tidemark/scheduler.db";

/** Default name of the conversation. */
const DEFAULT_THREAD = "home";

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
  --household FILE   your household (JSON), read at each start; a new calendar of it is empty
  --now ISO          use this as the current time: 2026-11-21T09:00:00Z
  --model NAME       chat model that reads requests: openai:gpt-5-mini (default: TIDEMARK_MODEL)
  --help             show this text

In a conversation
  undo               undo the last change      1, 2, yes, no   answer the question
  help               show this text            quit            leave
  no, I meant 5pm    change what is asked; a new request drops it

Environment
  TIDEMARK_MODEL=provider:name and the API key of the provider select a chat model. Without them, rules read requests.`;

/** Parses the command line. Throws `terminal/invalidOption`. */
export const readOptions = (words: readonly string[]) =>
  readCommandLine(words, {
    thread: DEFAULT_THREAD,
    db: DEFAULT_DATABASE,
    own: ["as", "household", "now"],
  });
