import { AgentState, extendState, field, fieldGroups, fields, type GraphValueOf } from "tidemark";
import { z } from "zod";
import { ConflictDetectionData } from "./domain/conflict.ts";
import { ProposedEvent, ProposedResolution, TimeSlot } from "./domain/outputs.ts";
import { Request } from "./domain/request.ts";

const PendingRequest = z.strictObject({
  parsed: Request,
  question: z.string().min(1),
});
/** The request of the question that waits, and that question. The next message completes or corrects it. */
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
    schema: Request.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "nl_parser",
  }),
  reading: field({
    description:
      "Whether the last message changed the open request, replaced or dropped it; and why the model could not read it.",
    schema: z.strictObject({ kind: z.enum(["new", "changed", "dropped"]), problem: z.string().nullable() }).nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "nl_parser",
  }),
  correction: field({
    description: "Words with which a person answered the offer, to be read as a correction; null without one.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
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
    description: "The request that the next message completes or corrects; null when no question is open.",
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
