import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { describeProposal, type ProposalWording } from "../approval/approval-request.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import { detectConflicts } from "../domain/conflicts/detect.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import { changesOfProposal } from "../domain/scheduling/draft.ts";
import { transitionWorkflowStep } from "../flow/transition-workflow-step.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerUpdate, SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";
import { rootNode } from "./root-node.ts";

/**
 * Writes what was approved, all of it or nothing, and once: the same turn never writes twice, even after a crash.
 *
 * When the calendar has changed since the question was put, so that other conflicts block now or what would be changed
 * is no longer what was shown, nothing is written; the workflow checks again and asks again.
 */
export function writeCalendar({ calendar, clock, timeZone }: SchedulerServices): SchedulerNode {
  return rootNode((values: SchedulerValue, config: LangGraphRunnableConfig) => {
    const proposed = values.scheduler_proposed_event;
    if (proposed === null || proposed.status === "rejected") {
      return { execution_final_answer: "All right, the calendar stays as it is.", control_next_action: "close_turn" };
    }
    const now = clock.now();
    const resolution = values.scheduler_selected_resolution;
    const changes = resolution?.calendarChanges ?? changesOfProposal(proposed);
    const key = `${String(config.configurable?.["thread_id"])}/${values.runtime_turn_id}`;
    // A crash between the write and its checkpoint runs this node again: what is in the calendar then is our own.
    if (!calendar.hasApplied(key) && isStale(values, changes, { calendar, now })) {
      return {
        ...transitionWorkflowStep(values, { from: values.control_current_step, to: "scheduling", now }),
        scheduler_selected_resolution: null,
        control_next_action: "orchestrator",
      };
    }
    calendar.apply(changes, { by: values.runtime_user_id ?? "household", at: now, key });
    return {
      scheduler_proposed_event: { ...proposed, status: "confirmed" },
      execution_final_answer:
        resolution === null
          ? doneText(proposed, { timeZone, now, household: calendar.household })
          : `Done: ${resolution.description}`,
      execution_confidence_score: 1,
      control_next_action: "close_turn",
    };
  });
}

const DONE = { create: "is in the calendar", modify: "was changed", cancel: "was cancelled" } as const;

const doneText = (proposed: ProposedEvent, wording: ProposalWording): string =>
  `Done: ${describeProposal(proposed, wording)}, ${DONE[proposed.action]}.`;

/** True when what was approved is not what would happen now. */
function isStale(
  values: SchedulerValue,
  changes: readonly CalendarChange[],
  { calendar, now }: { readonly calendar: CalendarView; readonly now: string },
): boolean {
  const proposed = values.scheduler_proposed_event;
  if (proposed === null) return false;
  if (changes.some((change) => outdated(change, calendar))) return true;
  const known = new Set(values.scheduler_detected_conflicts?.blockingConflicts);
  return detectConflicts(proposed, { calendar, now }).blockingConflicts.some((id) => !known.has(id));
}

/** True when the entry that a change speaks of is gone, or was changed since the change was drafted. */
function outdated(change: CalendarChange, calendar: CalendarView): boolean {
  if (change.kind !== "put_event") return calendar.event(change.eventId) === null;
  const stored = calendar.event(change.event.id);
  return stored !== null && stored.sequence > change.event.sequence;
}
