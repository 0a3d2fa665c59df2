import { readCommandLine } from "@tidemark/terminal";

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

/** Parses the command line. Throws `terminal/invalidOption`. */
export const readOptions = (words: readonly string[]) =>
  readCommandLine(words, { thread: DEFAULT_THREAD, db: DEFAULT_DATABASE, own: ["docs"] });
