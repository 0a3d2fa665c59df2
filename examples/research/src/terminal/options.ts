import { parseArgs, type ParseArgsOptionDescriptor, type ParseArgsOptionsConfig } from "node:util";
import { researchErrors } from "../errors.ts";

/** Options of the command line. */
export interface Options {
  /** Single question to answer; null starts a conversation. */
  readonly question: string | null;
  readonly help: boolean;
  /** Folder of documents; null uses the default documents. */
  readonly docs: string | null;
  readonly database: string;
  readonly thread: string;
  /** Fixed current time, for demos and tests; null uses the system clock. */
  readonly now: string | null;
  readonly model: string | null;
  readonly allowedHosts: readonly string[];
  readonly yes: boolean;
  readonly json: boolean;
}

/** Default database file, relative to the working directory. */
export const DEFAULT_DATABASE = ".tidemark/research.db";

/** Default thread. */
export const DEFAULT_THREAD = "desk";

/** Output of `--help`. */
export const HELP = `Answers questions from your documents and cites a source for every claim.

  npx -y pnpm@12.21.0 --filter research start                     start a conversation
  npx -y pnpm@12.21.0 --filter research start -- "QUESTION"       ask one question
  npx -y pnpm@12.21.0 --filter research start -- OPTIONS < FILE   read one question per line

Options
  --docs DIR         folder of documents: Markdown, text, HTML and PDF (default: this repository's documentation)
  --thread NAME      conversation to start or continue (default: ${DEFAULT_THREAD})
  --model P:NAME     chat model that researches and writes, such as openai:gpt-5-mini
  --allow HOST       allow pages of this host to be fetched; can be repeated
  --yes              answer without asking for clarification
  --json             print one JSON object per line: events, then {"type":"result", ...}
  --db FILE          database of conversations (default: ${DEFAULT_DATABASE}); the index is stored next to it
  --now ISO          use this time as the current time: 2026-11-21T09:00:00Z
  --help             show this help

In a conversation
  documents          list the documents
  history            show the conversation
  help               show this help
  quit               leave

Environment
  TIDEMARK_MODEL=provider:name sets the model, like --model. Without a model, answers quote the documents and no key is needed.`;

const FLAG = { type: "boolean", default: false } satisfies ParseArgsOptionDescriptor;
const VALUE = { type: "string" } satisfies ParseArgsOptionDescriptor;
const OPTIONS = {
  help: FLAG,
  yes: FLAG,
  json: FLAG,
  docs: VALUE,
  thread: VALUE,
  model: VALUE,
  db: VALUE,
  now: VALUE,
  allow: { type: "string", multiple: true },
} satisfies ParseArgsOptionsConfig;

/**
 * Parses the command line. Words outside of options are the question.
 *
 * Throws `research/invalidOption` for an unknown option, or for a missing or invalid value.
 */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const question = positionals.join(" ").trim();
  return {
    question: question === "" ? null : question,
    help: values.help,
    docs: values.docs ?? null,
    database: values.db ?? DEFAULT_DATABASE,
    thread: readThread(values.thread ?? DEFAULT_THREAD),
    now: values.now === undefined ? null : readNow(values.now),
    model: values.model ?? null,
    allowedHosts: (values.allow ?? []).map(readHost),
    yes: values.yes,
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    // `pnpm start -- …` passes the separator to the program; without it, options may follow the question.
    const withoutSeparator = args.filter((arg, index) => arg !== "--" || args.indexOf("--") !== index);
    return parseArgs({ args: withoutSeparator, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [problem = "cannot be read"] = error instanceof Error ? error.message.split(/\. |\.$/) : [];
    throw researchErrors.invalidOption({ option: "The command line", problem });
  }
}

function readThread(thread: string): string {
  if (/^[\w.@-]{1,100}$/.test(thread)) return thread;
  const problem = "a name may contain only letters, digits, and . _ @ -";
  throw researchErrors.invalidOption({ option: "--thread", problem });
}

function readNow(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  const problem = `"${text}" is not a valid time; write it like 2026-11-21T09:00:00Z`;
  throw researchErrors.invalidOption({ option: "--now", problem });
}

function readHost(text: string): string {
  const url = URL.parse(`https://${text}`);
  if (url !== null && url.host === text.toLowerCase()) return url.host;
  throw researchErrors.invalidOption({
    option: "--allow",
    problem: `"${text}" is not a host name; write it like example.org`,
  });
}
