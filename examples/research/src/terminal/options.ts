import { parseArgs, type ParseArgsOptionDescriptor, type ParseArgsOptionsConfig } from "node:util";
import { researchErrors } from "../errors.ts";

/** Options of the command line. */
export type Options = ReturnType<typeof readOptions>;

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
  --yes              answer without asking for clarification
  --json             print one JSON object per line: events, then {"type":"result", ...}
  --db FILE          database of conversations (default: ${DEFAULT_DATABASE})
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
} satisfies ParseArgsOptionsConfig;

/**
 * Parses the command line. Words outside of options are the question.
 *
 * Throws `research/invalidOption` for an unknown option, or for a missing or invalid value.
 */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const question = positionals.join(" ").trim();
  return {
    /** Single question to answer; null starts a conversation. */
    question: question === "" ? null : question,
    help: values.help,
    /** Folder of documents; null uses the default documents. */
    docs: values.docs ?? null,
    database: values.db ?? DEFAULT_DATABASE,
    thread: readThread(values.thread ?? DEFAULT_THREAD),
    model: values.model ?? null,
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
