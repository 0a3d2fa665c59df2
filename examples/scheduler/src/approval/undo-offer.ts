import type { Calendar } from "../domain/calendar.ts";
import { detectConflicts, isBlocking } from "../domain/planning/conflicts.ts";
import { eventsIn } from "../domain/planning/series.ts";
import type { Offer } from "./offer.ts";

/** Builds the offer to undo the last confirmed change; a sentence if there is nothing to undo. */
export function undoOffer(calendar: Calendar, now: string): Offer | string {
  const last = calendar.lastChange();
  if (last === null) return "Nothing to undo.";
  const { undo, text, number, blocked } = last;
  const since = "cannot be undone, because its events were changed again since";
  if (undo === null) return `The last change ${since}: ${text}`;
  const [event] = eventsIn(undo);
  const found =
    event === undefined ? null : detectConflicts({ action: "modify", changes: [...undo], event }, { calendar, now });
  const conflicts = found?.conflicts.filter(isBlocking).map(({ details }) => details) ?? [];
  return {
    question: `Undo ${blocked === null ? "the last change" : "the change before"}? It was: ${text}`,
    assumed: [],
    conflicts,
    choices: [
      { label: "Undo it", notes: [], decision: { kind: "approve" } },
      { label: "Leave it as it is", notes: [], decision: { kind: "reject" } },
    ],
    recommended: conflicts.length === 0 && blocked === null ? 1 : null,
    problem: blocked === null ? null : `A later change ${since}: ${blocked}`,
    chosen: { kind: "approve" },
    undoes: number,
  };
}
