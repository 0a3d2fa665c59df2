import { plainText } from "@tidemark/reading";
import { SPELLINGS } from "./words.ts";

/** One spelling of a message for the readers. */
export const spelled = (typed: string): string =>
  plainText(
    SPELLINGS.reduce((text, [pattern, plain]) => text.replaceAll(pattern, plain), typed.replaceAll(/[·\s]+/gu, " ")),
  ).trim();
