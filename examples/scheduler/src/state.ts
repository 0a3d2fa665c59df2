import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
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
    doc: "The calendar change under discussion and how far it got; null until one was proposed.",
    schema: ProposedEvent.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "root",
  }),
  parsed_event: field({
    doc: "What was understood of the user's message; null until it was parsed.",
    schema: NLParserData.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "nl_parser",
  }),
  selected_time_slot: field({
    doc: "The candidate time that the proposal takes; null until one was chosen.",
    schema: TimeSlot.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: ["scheduling", "root"],
  }),
  detected_conflicts: field({
    doc: "What stands against the proposal, and what of it forbids confirmation; null until that was checked.",
    schema: ConflictDetectionData.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "conflict_detection",
  }),
  selected_resolution: field({
    doc: "The way out of the conflicts that the user chose; null until they did.",
    schema: ProposedResolution.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "root",
  }),
  asked_again: field({
    doc: "Why the question about the proposal is put again: the calendar has changed since; null the first time.",
    schema: z.string().nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "root",
  }),
  pending_request: field({
    doc: "The incomplete request that the user's next message may complete; null when no question is open.",
    schema: PendingRequest.nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "root",
  }),
});

/** The state that the agents of the scheduler share. */
export const SchedulerState = extendState(AgentState, { version: 1, fields: schedulerFields });

/** The values of {@link SchedulerState} as a node gets them. */
export interface SchedulerValue extends GraphValueOf<typeof SchedulerState> {}
