import { isDeepStrictEqual } from "node:util";
import { defineAgent } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { answerProblem } from "../approval/answer.ts";
import { type Decision, Offer, onlyChoice } from "../approval/offer.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import { describeProposal } from "../domain/describe.ts";
import { type ProposedEvent, type ProposedResolution, ResolutionData, SchedulingData } from "../domain/outputs.ts";
import { askAgainReason } from "../domain/planning/ask-again-reason.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState, type SchedulerValue } from "../state.ts";
import { answer, classifyError, handedOver, REPORT } from "./report.ts";

const READS = [
  ...REPORT.reads,
  "capability_context_data",
  "runtime_user_id",
  "scheduler_detected_conflicts",
  "scheduler_parsed_event",
  "scheduler_proposed_event",
  "scheduler_selected_time_slot",
] as const;

type Values = Pick<SchedulerValue, (typeof READS)[number]>;

/**
 * Writes what a person approved, all or nothing, exactly once: the same answer never writes twice, even after a crash. It never runs
 * without an approval.
 *
 * If the calendar has changed so that the question would be different now, nothing is written, and the proposal is checked and asked
 * about again. The same happens to another time; words that change the proposal are read first.
 */
export const confirmEvent = (services: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "confirm_event",
    description: "Writes an approved change of the calendar. Never a step of a plan.",
    identity: { agentName: "Calendar" },
    inputs: Offer,
    reads: READS,
    writes: [...REPORT.writes, "messages", "scheduler_proposed_event", "scheduler_selected_resolution"],
    roles: REPORT.roles,
    classifyError,
    run(values, runtime) {
      const { calendar, clock } = services;
      const { chosen, choices, undoes } = runtime.inputs;
      // The id of the request, so that the first of two answers to it counts.
      const origin = {
        by: values.runtime_user_id ?? "unknown",
        at: clock.now(),
        key: runtime.received?.handoffId ?? "",
      };
      const checkAgain = (slot: Values["scheduler_selected_time_slot"], note: string | null) =>
        handedOver(runtime.handoff("scheduling", { reason: "user_request", payload: { slot, note } }));

      const readAgain = (text: string, note: string | null = null) => {
        const { aside: _, ...offer } = runtime.inputs;
        const payload = { correction: { text, offer: { ...offer, chosen: onlyChoice(choices) }, note } };
        return handedOver(runtime.handoff("nl_parser", { reason: "user_request", payload }));
      };

      if (chosen?.kind === "change") return readAgain(chosen.text);
      if (undoes !== undefined)
        return undo(undoes, origin)
          ? answer("confirm_event", UNDONE)
          : readAgain("undo", "The calendar has changed since the question, so nothing was undone.");
      const { scheduler_proposed_event: proposed, scheduler_selected_time_slot: selected } = values;
      if (proposed === null) throw new TypeError("There is no proposal to write.");
      if (chosen === null) return checkAgain(selected, answerProblem("Yes", choices));
      if (chosen.kind === "retime") return checkAgain(slotAt(values, chosen), null);

      const resolution = chosenResolution(values, chosen);
      const wording = { timeZone: calendar.household.timeZone, now: origin.at, household: calendar.household };
      const text =
        resolution === null
          ? `${describeProposal(proposed, wording)}, ${DONE[proposed.action]}.`
          : resolution.description.slice(0, 1).toLowerCase() + resolution.description.slice(1);
      const done = `Done${resolution === null ? "" : " as you chose"}: ${text}`;
      const written = write({ values, proposed, resolution, text }, origin);
      if (written.outcome === "changed") return checkAgain(selected, written.reason);
      return {
        ...answer("confirm_event", written.outcome === "written" ? done : DECIDED_ELSEWHERE),
        scheduler_proposed_event: { ...proposed, status: "confirmed" as const },
        scheduler_selected_resolution: written.outcome === "written" ? resolution : null,
      };

      /** Writes the changes, unless they no longer fit the calendar. */
      function write(approved: Approved, by: Origin): Written {
        // Read first, so that any later write makes this revision outdated.
        const revision = calendar.revision();
        const changes = approved.resolution?.calendarChanges ?? approved.proposed.changes;
        const before = calendar.appliedWith(by.key);
        // After a crash between the write and its checkpoint this runs again, and finds its own changes.
        if (before !== null) return { outcome: sameChanges(before, changes) ? "written" : "decidedElsewhere" };
        const reason = askAgainReason(approved.values, approved.resolution, { calendar, now: by.at });
        if (reason !== null) return { outcome: "changed", reason };
        const applied = calendar.apply(changes, { ...by, revision, text: approved.text });
        // Another process changed the calendar at the same time: check again.
        return applied === "written" ? { outcome: "written" } : write(approved, by);
      }

      /** Undoes the change with this number. False if another change came in between. */
      function undo(number: number, by: Origin): boolean {
        const revision = calendar.revision();
        if (calendar.appliedWith(by.key) !== null) return true;
        const last = calendar.lastChange();
        if (last === null || last.number !== number || last.undo === null) return false;
        const applied = calendar.apply(last.undo, { ...by, revision, text: `Undone: ${last.text}`, undoes: number });
        return applied !== "overtaken" || undo(number, by);
      }
    },
  });

interface Origin {
  readonly by: string;
  readonly at: string;
  readonly key: string;
}

interface Approved {
  readonly values: Values;
  readonly proposed: ProposedEvent;
  readonly resolution: ProposedResolution | null;
  readonly text: string;
}

type Written =
  | { readonly outcome: "written" | "decidedElsewhere" }
  | { readonly outcome: "changed"; readonly reason: string };

const UNDONE = "Done: the last change was undone.";
const DECIDED_ELSEWHERE = "This was already decided in another session, and that decision is in the calendar.";
const DONE = { create: "was added", modify: "was changed", cancel: "was canceled" };

const chosenResolution = (values: Values, chosen: Decision): ProposedResolution | null =>
  (chosen.kind === "resolve" &&
    getAgentData(values, "resolution", ResolutionData)?.proposedResolutions.find(
      ({ resolutionId }) => resolutionId === chosen.resolutionId,
    )) ||
  null;

/** The offered time with this start and end. */
const slotAt = (values: Values, { startTime, endTime }: Extract<Decision, { kind: "retime" }>) =>
  getAgentData(values, "scheduling", SchedulingData)?.candidateTimes.find(
    (slot) => slot.startTime === startTime && slot.endTime === endTime,
  ) ?? null;

/** Compares changes as JSON, because stored changes went through JSON. */
const sameChanges = (one: readonly CalendarChange[], other: readonly CalendarChange[]): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
