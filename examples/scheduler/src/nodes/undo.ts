import { requestApprovals } from "tidemark";
import { CALENDAR, type Offer } from "../approval/offer.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import { detectConflicts, isBlocking } from "../domain/planning/conflicts.ts";
import type { SchedulerServices } from "../services.ts";
import { rootNode } from "./root-node.ts";

/** Offers to undo the last confirmed change; nothing is written before a yes. */
export const undo = ({ calendar, clock }: SchedulerServices) =>
  rootNode((_, config) => {
    const last = calendar.lastChange();
    if (last === null) return close("Nothing to undo.");
    if (last.undo === null)
      return close(`The last change cannot be undone, because the calendar has changed since: ${last.text}`);
    const conflicts = conflictsOf(last.undo, calendar, clock.now());
    const offer: Offer = {
      assumed: [],
      proposed: [],
      question: `Undo the last change (${last.text.replace(/\.$/u, "")})?`,
      conflicts,
      choices: [
        { label: "Yes, undo it", notes: [], decision: { kind: "approve" } },
        { label: "No, leave the calendar as it is", notes: [], decision: { kind: "reject" } },
      ],
      recommended: conflicts.length === 0 ? 1 : null,
      problem: null,
      chosen: { kind: "approve" },
      undoes: last.number,
    };
    return {
      ...requestApprovals(config, [{ capability: CALENDAR, stepObjective: offer.question, payload: offer }], clock),
      control_next_action: "approval",
      scheduler_pending_request: null,
    };
  });

const close = (answer: string) => ({ execution_final_answer: answer, control_next_action: "close_turn" });

/** Conflicts that restored events would have. */
function conflictsOf(changes: readonly CalendarChange[], calendar: CalendarView, now: string): string[] {
  const [event] = changes.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));
  if (event === undefined) return [];
  const { conflicts } = detectConflicts({ action: "modify", changes: [...changes], event }, { calendar, now });
  return conflicts.filter(isBlocking).map(({ details }) => details);
}
