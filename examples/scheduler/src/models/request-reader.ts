import type { ParseContext } from "../domain/language/parse-context.ts";
import { parseRequest, type ParsedRequest } from "../domain/language/parse-request.ts";

/** A reading, and its reader. */
export type ReadRequest = ParsedRequest & {
  readonly readBy: "rules" | "model" | "rules_after_model_failed";
  /** Reason why the model's answer was not used, in one sentence; null without a problem. */
  readonly problem: string | null;
};

/** Options of a reading: a `signal` aborts it. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** Reads the meaning of a request. A reader changes nothing and always returns a reading. */
export interface RequestReader {
  read(text: string, context: ParseContext, options?: ReadOptions): Promise<ReadRequest>;
}

/** Creates the reader by rules, which needs neither a model nor a network. */
export function rulesReader(): RequestReader {
  return {
    read: async (text, context) => ({ ...parseRequest(text, context), readBy: "rules", problem: null }),
  };
}
