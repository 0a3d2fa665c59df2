import type { Attribution } from "./field-blame.ts";

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
