import { parseArgs } from "node:util";
import { researchErrors } from "../errors.ts";

/** What the command line asked for. */
export interface Options {
  /** The question of a one-shot run; null starts a conversation. */
  readonly question: string | null;
  readonly help: boolean;
  /** The folder of documents; null is the one that ships along. */
  readonly docs: string | null;
  readonly database: string;
  readonly thread: string;
  /** The present moment, for trying things out; null is the real clock. */
  readonly now: string | null;
  readonly model: string | null;
  readonly allowedHosts: readonly string[];
  readonly yes: boolean;
  readonly json: boolean;
}

/** Where conversations are kept when nothing else was said, in the folder the command was started from. */
export const DEFAULT_DATABASE = ".tidemark/research.db";

/** The conversation that is continued when none was named. */
export const DEFAULT_THREAD = "desk";

/** What `--help` prints. */
export const HELP = `Answers questions from documents: every claim with its source, and what they do not say is not made up.

  npx -y pnpm@12.21.0 --filter research start                     a conversation
  npx -y pnpm@12.21.0 --filter research start -- "QUESTION"       one question
  npx -y pnpm@12.21.0 --filter research start -- OPTIONS < FILE   one question per line

Options
  --docs DIR         the documents: Markdown, text, HTML and PDF (default: this repository's documentation)
  --thread ID        which conversation to continue (default: ${DEFAULT_THREAD}); also in a new process
  --model P:NAME     a chat model that researches and writes, such as openai:gpt-5-mini
  --allow HOST       let pages of this host be fetched; may be given again
  --yes              answer at once, never ask back
  --json             one JSON object a line: events, then {"type":"result", ...}
  --db FILE          where conversations are kept (default: ${DEFAULT_DATABASE}); the index is beside it
  --now ISO          take this moment as the present: 2026-11-21T09:00:00Z
  --help             this text

In a conversation
  documents          what there is     history   what was said     help   this text     quit   leave

Environment
  TIDEMARK_MODEL=provider:name does what --model does. Without a model answers are the documents' own words; no key is needed.`;

const BOOLEAN = { type: "boolean", default: false } as const;
const STRING = { type: "string" } as const;
const OPTIONS = {
  help: BOOLEAN,
  yes: BOOLEAN,
  json: BOOLEAN,
  docs: STRING,
  thread: STRING,
  model: STRING,
  db: STRING,
  now: STRING,
  allow: { type: "string", multiple: true },
} as const;

/**
 * Reads the command line; words outside options are the question.
 *
 * Throws `research/invalidOption` with one clear sentence for an unknown option, a missing or an impossible value.
 */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parse(words);
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

function parse(words: readonly string[]) {
  try {
    // `pnpm start -- …` hands its own separator on; options may stand on either side of the question.
    const args = words.filter((word, index) => word !== "--" || words.indexOf("--") !== index);
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [problem = "cannot be read"] = error instanceof Error ? error.message.split(/\. |\.$/) : [];
    throw researchErrors.invalidOption({ option: "The command line", problem });
  }
}

function readThread(thread: string): string {
  if (/^[\w.@-]{1,100}$/.test(thread)) return thread;
  const problem = "a conversation's name has letters, digits, . _ @ - only";
  throw researchErrors.invalidOption({ option: "--thread", problem });
}

function readNow(text: string): string {
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(moment)) return new Date(moment).toISOString();
  const problem = `"${text}" is no moment that exists; write it like 2026-11-21T09:00:00Z`;
  throw researchErrors.invalidOption({ option: "--now", problem });
}

function readHost(text: string): string {
  const url = URL.parse(`https://${text}`);
  if (url !== null && url.host === text.toLowerCase()) return url.host;
  throw researchErrors.invalidOption({ option: "--allow", problem: `"${text}" is no host; write it like example.org` });
}
