import type { Calendar } from "../calendar.ts";
import type { ProposedEvent } from "../outputs.ts";
import { proposal } from "./draft.ts";
import { eventsIn } from "./series.ts";

/** Drafts the undo of the last confirmed change; a sentence if there is none, or if it cannot be undone. */
export function draftUndo(calendar: Calendar, now: string): ProposedEvent | string {
  const revision = calendar.revision();
  const last = calendar.lastChange();
  if (last === null) return "Nothing to undo.";
  const { undo, text, number } = last;
  const changes = [...(undo ?? [])];
  const [first] = changes;
  const event = eventsIn(changes)[0] ?? (first?.kind === "remove_event" ? calendar.event(first.eventId) : null);
  if (event === null) return `The last change cannot be undone, because its events were changed again since: ${text}`;
  return proposal({ action: "undo", event, changes, undoes: { number, text } }, { calendar, now, revision });
}
