import { isDeepStrictEqual } from "node:util";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { describeProposal, type ProposalWording } from "../approval/describe-proposal.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import { applyResolution } from "../domain/resolution/apply-resolution.ts";
import { transitionWorkflowStep } from "../flow/transition-workflow-step.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";
import { askedAnew } from "./asked-anew.ts";
import { rootNode, type RootUpdate } from "./root-node.ts";

/**
 * Writes what was approved, all of it or nothing, and once: the same turn never writes twice, even after a crash.
 *
 * When the calendar has changed since the question was put, so that the same question would not be put now, nothing is
 * written; the workflow checks again and asks again. Of two answers to the same question the first one counts, and the
 * second is told so.
 */
export function writeCalendar({ calendar, clock, timeZone }: SchedulerServices): SchedulerNode {
  return rootNode((values: SchedulerValue, config: LangGraphRunnableConfig) => {
    const proposed = values.scheduler_proposed_event;
    const now = clock.now();
    const wording = { timeZone, now, household: calendar.household };
    const key = `${String(config.configurable?.["thread_id"])}/${values.runtime_turn_id}`;
    // Read first: what is written afterwards makes this revision an old one.
    const revision = calendar.revision();
    const before = calendar.appliedWith(key);
    if (proposed === null || proposed.status === "rejected") return before === null ? LEFT : overtaken(proposed);
    const resolution = values.scheduler_selected_resolution;
    const changes = applyResolution(proposed, resolution);
    const done = (): RootUpdate => ({
      scheduler_proposed_event: { ...proposed, status: "confirmed" },
      execution_final_answer: resolution === null ? doneText(proposed, wording) : `Done: ${resolution.description}`,
      execution_confidence_score: 1,
      control_next_action: "close_turn",
    });
    // A crash between the write and its checkpoint runs this node again: then the changes are our own.
    if (before !== null) return sameText(before, changes) ? done() : overtaken(proposed);
    const reason = askedAnew(values, { calendar, now });
    if (reason !== null) return askAgain(values, { reason, now });
    const applied = calendar.apply(changes, { by: values.runtime_user_id ?? "household", at: now, key, revision });
    if (applied === "written") return done();
    if (applied === "overtaken") return { control_next_action: "write_calendar" };
    return sameText(calendar.appliedWith(key) ?? [], changes) ? done() : overtaken(proposed);
  });
}

const LEFT: RootUpdate = {
  execution_final_answer: "All right, the calendar stays as it is.",
  control_next_action: "close_turn",
};

/** Somebody else answered the same question with something else, and was first. */
const overtaken = (proposed: ProposedEvent | null): RootUpdate => ({
  ...(proposed !== null && { scheduler_proposed_event: { ...proposed, status: "confirmed" } }),
  execution_final_answer: "This was already decided elsewhere, and that decision is in the calendar.",
  control_next_action: "close_turn",
});

const askAgain = (
  values: SchedulerValue,
  { reason, now }: { readonly reason: string; readonly now: string },
): RootUpdate => ({
  ...transitionWorkflowStep(values, { from: values.control_current_step, to: "scheduling", now }),
  scheduler_selected_resolution: null,
  scheduler_asked_again: reason,
  control_next_action: "orchestrator",
});

/** Changes that went through JSON are equal when their texts are. */
const sameText = (one: readonly CalendarChange[], other: readonly CalendarChange[]): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

const DONE = { create: "is in the calendar", modify: "was changed", cancel: "was cancelled" } as const;

const doneText = (proposed: ProposedEvent, wording: ProposalWording): string =>
  `Done: ${describeProposal(proposed, wording)}, ${DONE[proposed.action]}.`;
