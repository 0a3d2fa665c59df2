import { isDeepStrictEqual } from "node:util";
import type { ConflictDetectionData } from "../conflict.ts";
import type { ProposedEvent, ProposedResolution, TimeSlot } from "../outputs.ts";
import type { Request } from "../request.ts";
import { type CheckContext, detectConflicts } from "./conflicts.ts";
import { draftAt } from "./draft.ts";
import { proposeResolutions } from "./resolutions.ts";

/** What a person was asked about, as it was then. */
interface Asked {
  readonly request: Request;
  readonly slot: TimeSlot;
  readonly proposed: ProposedEvent;
  readonly conflicts: ConflictDetectionData;
}

const CHANGED = "The calendar has changed since the question.";

/** Compares what is written, as it is stored: without the times at which it was drafted. */
export const isSameAsStored = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(storedForm(one), storedForm(other));

const storedForm = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (key === "createdAt" || key === "updatedAt" ? undefined : part)),
  );

/**
 * Finds a reason to ask again about an approved change; null when the question would be the same now.
 *
 * The proposal, its conflicts and the chosen resolution are computed again on the current calendar. This keeps an approved change
 * from overwriting or colliding with changes made since the question was asked.
 */
export function outdatedReason(
  { request, slot, proposed, conflicts }: Asked,
  chosen: ProposedResolution | null,
  context: CheckContext,
): string | null {
  const { eventId, event, title, changes, before } = proposed;
  const fresh = draftAt(request, slot, { ...context, eventId, createdBy: event.createdBy });
  if (fresh === null) return `"${title}" is no longer in the calendar.`;
  if (!isSameAsStored([fresh.changes, fresh.before], [changes, before])) return CHANGED;
  const found = detectConflicts(fresh, context);
  if (found.blockingConflicts.some((id) => !conflicts.blockingConflicts.includes(id))) return CHANGED;
  const isOffered = ({ resolutionId, calendarChanges }: ProposedResolution): boolean =>
    resolutionId === chosen?.resolutionId && isSameAsStored(calendarChanges, chosen.calendarChanges);
  return chosen === null || proposeResolutions(fresh, found, context).some(isOffered) ? null : CHANGED;
}
