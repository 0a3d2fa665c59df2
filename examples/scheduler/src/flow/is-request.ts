import { parseRequest, type ParseContext } from "../domain/language/parse-request.ts";
import { asksUndo } from "../domain/language/undo.ts";
import { confidenceThresholds } from "./scheduler-flow.ts";

/** True for text that is a complete request; an unclear answer such as "yes but only once" or "the blue one" is not. */
export function isRequest(text: string, context: ParseContext): boolean {
  if (asksUndo(text)) return true;
  // "What?" asks about the question itself.
  if (!text.includes(" ")) return false;
  const { data, confidence } = parseRequest(text, { ...context, pending: null });
  return confidence >= confidenceThresholds.routing || data.targetCandidates.length > 0;
}
