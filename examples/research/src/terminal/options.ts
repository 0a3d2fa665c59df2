import { readFileSync } from "node:fs";
import { readCommandLine } from "@tidemark/terminal";

/** Options of the command line. */
export type Options = ReturnType<typeof readOptions>;

/** Output of `--help`. */
export const HELP = readFileSync(new URL("../../data/help.txt", import.meta.url), "utf8").trimEnd();

/** Parses the command line. Throws `terminal/invalidOption`. */
export const readOptions = (words: readonly string[]) =>
  readCommandLine(words, { thread: "desk", db: ".tidemark/research.db", own: ["docs"] });
