import { AgentState, extendState, field, fieldGroups, fields, type GraphValueOf } from "tidemark";
import { z } from "zod";
import { ConflictDetectionData, ProposedEvent, ProposedResolution, TimeSlot } from "./domain/outputs.ts";
import { NLParserData } from "./domain/parser-data.ts";

/** A request with the question that was asked about it. */
const PendingRequest = z.strictObject({ parsed: NLParserData, question: z.string().min(1) });

/** A field that is null at the begin of every turn. */
const turnField = <Schema extends z.ZodType, const Owner extends string | readonly string[]>(
  owner: Owner,
  schema: Schema,
  description: string,
) => field({ description, schema: schema.nullable(), default: () => null, lifetime: "turn", ui: true, owner });

/** Fields of the scheduler, in addition to those shared by all agent applications. */
const schedulerFields = fields("scheduler", {
  parsed_event: turnField("nl_parser", NLParserData, "The request of the turn as it was read."),
  proposed_event: turnField(
    ["nl_parser", "scheduling", "conflict_detection", "confirm_event"],
    ProposedEvent,
    "The proposed calendar change with its status.",
  ),
  selected_time_slot: turnField("scheduling", TimeSlot, "The time that was chosen for the event."),
  detected_conflicts: turnField("conflict_detection", ConflictDetectionData, "Conflicts of the proposal."),
  selected_resolution: turnField("confirm_event", ProposedResolution, "The resolution that a person chose."),
  note: turnField(
    ["nl_parser", "confirm_event"],
    z.string(),
    "What the next answer says first, such as a changed calendar or a dropped question.",
  ),
  pending_request: field({
    description:
      "The request about which the last answer asked a question; null for none. The next message completes it.",
    schema: PendingRequest.nullable(),
    default: () => null,
    lifetime: "thread",
    ui: true,
    owner: ["nl_parser", "scheduling"],
  }),
});

/** Fields of the scheduler that its agents read. */
export const SCHEDULER_FIELDS = [
  "scheduler_note",
  "scheduler_parsed_event",
  "scheduler_pending_request",
  "scheduler_proposed_event",
] as const;

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
