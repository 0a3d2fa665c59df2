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
/** An incomplete request, and the question asked to complete it. */
export type PendingRequest = z.infer<typeof PendingRequest>;

/** Fields of the scheduler, in addition to those shared by all agent applications. */
const schedulerFields = fields("scheduler", {
  proposed_event: field({
    description: "The proposed calendar change with its status; null until there is one.",
    schema: ProposedEvent.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  parsed_event: field({
    description: "The parsed message of the user; null until it was parsed.",
    schema: NLParserData.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "nl_parser",
  }),
  selected_time_slot: field({
    description: "The candidate time chosen for the proposal; null until one was chosen.",
    schema: TimeSlot.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: ["scheduling", "root"],
  }),
  detected_conflicts: field({
    description: "Conflicts of the proposal, including those that block it; null until it was checked.",
    schema: ConflictDetectionData.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "conflict_detection",
  }),
  selected_resolution: field({
    description: "The resolution that the user chose; null until they chose one.",
    schema: ProposedResolution.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  asked_again: field({
    description: "Reason for asking about the proposal again, such as a changed calendar; null the first time.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  pending_request: field({
    description: "The incomplete request that the next message can complete; null when no question is open.",
    schema: PendingRequest.nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
  }),
});

/** State shared by the agents of the scheduler. */
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

/** Values of {@link SchedulerState} in a node. */
export interface SchedulerValue extends GraphValueOf<typeof SchedulerState> {}
