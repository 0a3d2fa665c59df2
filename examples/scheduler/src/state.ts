import { AgentState, extendState, field, fieldGroups, fields, type GraphValueOf } from "tidemark";
import { z } from "zod";
import { ConflictDetectionData } from "./domain/conflict.ts";
import { NLParserData } from "./domain/nl-parser-data.ts";
import { ProposedEvent } from "./domain/proposed-event.ts";
import { ProposedResolution } from "./domain/resolution.ts";
import { TimeSlot } from "./domain/scheduling-data.ts";

const PendingRequest = z.strictObject({
  parsed: NLParserData,
  question: z.string().min(1),
});
/** A request that could not be carried out yet, and the question that was asked to complete it. */
export type PendingRequest = z.infer<typeof PendingRequest>;

/** What the scheduler keeps beside the fields of every agent application. */
const schedulerFields = fields("scheduler", {
  proposed_event: field({
    description: "The calendar change under discussion and how far it got; null until one was proposed.",
    schema: ProposedEvent.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  parsed_event: field({
    description: "What was understood of the user's message; null until it was parsed.",
    schema: NLParserData.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "nl_parser",
  }),
  selected_time_slot: field({
    description: "The candidate time that the proposal takes; null until one was chosen.",
    schema: TimeSlot.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: ["scheduling", "root"],
  }),
  detected_conflicts: field({
    description: "What stands against the proposal, and what of it forbids confirmation; null until that was checked.",
    schema: ConflictDetectionData.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "conflict_detection",
  }),
  selected_resolution: field({
    description: "The way out of the conflicts that the user chose; null until they did.",
    schema: ProposedResolution.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  asked_again: field({
    description:
      "Why the question about the proposal is put again: the calendar has changed since; null the first time.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  pending_request: field({
    description: "The incomplete request that the user's next message may complete; null when no question is open.",
    schema: PendingRequest.nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
  }),
});

/** The state that the agents of the scheduler share. */
export const SchedulerState = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.approval,
    fieldGroups.clarification,
    fieldGroups.progress,
    fieldGroups.report,
    fieldGroups.session,
    fieldGroups.settings,
    fieldGroups.validation,
    fieldGroups.workflow,
    schedulerFields,
  ],
});

/** The values of {@link SchedulerState} as a node gets them. */
export interface SchedulerValue extends GraphValueOf<typeof SchedulerState> {}
