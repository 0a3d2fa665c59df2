import type { ParseContext } from "../domain/language/parse-context.ts";
import { parseRequest, type ParsedRequest } from "../domain/language/parse-request.ts";

/** A reading, and who read it. */
export type ReadRequest = ParsedRequest & {
  readonly readBy: "rules" | "model" | "rules_after_model_failed";
  /** Why the model's answer was not used, in one sentence; null when nothing went wrong. */
  readonly problem: string | null;
};

/** What stops a reading early: an aborted `signal`. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** Reads what a request means. A reader changes nothing, and always gives a reading. */
export interface RequestReader {
  read(text: string, context: ParseContext, options?: ReadOptions): Promise<ReadRequest>;
}

/** Makes the reader that needs no model, no network and no time. */
export function rulesReader(): RequestReader {
  return {
    read: async (text, context) => ({ ...parseRequest(text, context), readBy: "rules", problem: null }),
  };
}
