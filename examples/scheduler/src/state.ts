import { AgentState, extendState, field, fieldGroups, fields, type GraphValueOf } from "tidemark";
import { z } from "zod";
import { ConflictDetectionData } from "./domain/conflict.ts";
import { ProposedEvent, TimeSlot } from "./domain/outputs.ts";
import { Request } from "./domain/request.ts";

/** A request with the question that was asked about it. */
const PendingRequest = z.strictObject({ parsed: Request, question: z.string().min(1) });

/** Fields of the scheduler, in addition to those shared by all agent applications. */
const schedulerFields = fields("scheduler", {
  parsed_event: field({
    description: "The request of the turn as it was read; null until then.",
    schema: Request.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "nl_parser",
  }),
  proposed_event: field({
    description: "The proposed calendar change with its status; null until there is one.",
    schema: ProposedEvent.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: ["nl_parser", "scheduling", "conflict_detection", "confirm_event"],
  }),
  selected_time_slot: field({
    description: "The time of the proposal; null until one was found or chosen.",
    schema: TimeSlot.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "scheduling",
  }),
  detected_conflicts: field({
    description: "Conflicts of the proposal, including those that block it; null until it was checked.",
    schema: ConflictDetectionData.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "conflict_detection",
  }),
  note: field({
    description: "What the next answer says first, such as a changed calendar or a dropped question; null for nothing.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: ["nl_parser", "scheduling"],
  }),
  pending_request: field({
    description:
      "The request about which the last answer asked a question; null for none. The next message completes it.",
    schema: PendingRequest.nullable(),
    default: () => null,
    lifetime: "thread",
    owner: ["nl_parser", "scheduling"],
  }),
});

/** State shared by the agents of the scheduler. */
export const SchedulerState = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.approval,
    fieldGroups.clarification,
    fieldGroups.hints,
    fieldGroups.progress,
    fieldGroups.report,
    fieldGroups.session,
    fieldGroups.settings,
    fieldGroups.validation,
    fieldGroups.workflow,
    schedulerFields,
  ],
});

/** Values of {@link SchedulerState} in a graph. */
export interface SchedulerValue extends GraphValueOf<typeof SchedulerState> {}
