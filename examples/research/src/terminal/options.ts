import { readFileSync } from "node:fs";
import { readCommandLine } from "@tidemark/terminal";

/** Options of the command line. */
export type Options = ReturnType<typeof readOptions>;

/** Default database file, relative to the working directory. */
export const DEFAULT_DATABASE = ".tidemark/research.db";

/** Default thread. */
export const DEFAULT_THREAD = "desk";

/** Output of `--help`. */
export const HELP = readFileSync(new URL("../../data/help.txt", import.meta.url), "utf8").trimEnd();

/** Parses the command line. Throws `terminal/invalidOption`. */
export const readOptions = (words: readonly string[]) =>
  readCommandLine(words, { thread: DEFAULT_THREAD, db: DEFAULT_DATABASE, own: ["docs"] });
