import type { Attribution } from "./field-blame.ts";

/** Part of a sentence about an author: words, a name, or null for the step that wrote the value. */
export type AuthorPart = string | { readonly name: string } | null;

const PLACE = null;

const quoted = (reason: string): string => (reason === "" ? "" : `: “${reason}”`);

/** Author of a value in sentences. */
export function authorSentences(found: Attribution): readonly (readonly AuthorPart[])[] {
  switch (found.outcome) {
    case "proposal":
      return [
        [{ name: found.by }, ` proposed it${quoted(found.reason)}`],
        [{ name: found.decidedBy }, " accepted the proposal", PLACE],
      ];
    case "approved": {
      const { by, signedBy = [found.approvedBy], edited } = found;
      const editedText = edited ? ", who edited the action first" : "";
      return [[{ name: by }, " wrote it", PLACE, ", approved by ", { name: signedBy.join(" and ") }, editedText]];
    }
    case "node":
      return [[{ name: found.by }, " wrote it", PLACE]];
    case "edit":
      return found.by === null
        ? [["It was edited outside of a run", PLACE, quoted(found.reason)], ["The thread does not store who did"]]
        : [[{ name: found.by }, " edited it", PLACE, quoted(found.reason)]];
    case "input":
      return [["Set by the input", PLACE]];
    case "user":
      return [[{ name: found.by }, ` wrote it in another thread, ${found.threadId}`]];
    case "reset":
      return [["A new turn reset it", PLACE, `: its lifetime is one ${found.lifetime}`]];
    case "default":
      return [["Not written yet. This is the default value."]];
    case "unknown":
    default:
      return found.candidates.length > 0
        ? [[`Written by one of ${found.candidates.join(", ")}, which ran in parallel`, PLACE]]
        : [["The step that wrote it is no longer stored."]];
  }
}

/** Author of a value in a few words: a node, an agent, a person, or how the value came into the thread. */
export function authorName(found: Attribution): string {
  switch (found.outcome) {
    case "proposal":
    case "approved":
    case "node":
    case "user":
      return found.by;
    case "edit":
      return found.by ?? "edited";
    case "unknown":
      return found.candidates.length === 0 ? "unknown" : found.candidates.join(", ");
    case "input":
    case "reset":
    case "default":
    default:
      return found.outcome;
  }
}
