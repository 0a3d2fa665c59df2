import { z } from "zod";
import { type DetailsOf, EventBase, id, index, makeEvent } from "./event-base.ts";

const step = { stepId: z.uuid(), stepIndex: index };
const assignment = { agentId: id, agentName: id, task: z.string() };

/** A plan was created and is about to run. */
export const PlanGeneratedEvent = EventBase.extend({
  type: z.literal("plan_generated"),
  planId: z.uuid(),
  /** The user's message that led to the plan. */
  query: z.string(),
  steps: z
    .array(z.strictObject({ ...step, ...assignment }))
    .min(1)
    .readonly(),
  /** Number of steps, equal to the length of `steps`. */
  estimatedSteps: z.int().min(1),
}).refine((event) => event.estimatedSteps === event.steps.length, {
  path: ["estimatedSteps"],
  error: "expected the number of steps",
});
export type PlanGeneratedEvent = z.infer<typeof PlanGeneratedEvent>;

/** An agent started a step of the plan. */
export const PlanStepStartedEvent = EventBase.extend({
  type: z.literal("plan_step_started"),
  planId: z.uuid(),
  ...step,
  ...assignment,
});
export type PlanStepStartedEvent = z.infer<typeof PlanStepStartedEvent>;

/** A step of the plan was completed, failed or was skipped. */
export const PlanStepCompletedEvent = EventBase.extend({
  type: z.literal("plan_step_completed"),
  planId: z.uuid(),
  ...step,
  status: z.enum(["completed", "failed", "skipped"]),
  result: z.string().optional(),
  error: z.string().optional(),
});
export type PlanStepCompletedEvent = z.infer<typeof PlanStepCompletedEvent>;

/** The plan was completed, failed or was canceled. */
export const PlanCompletedEvent = EventBase.extend({
  type: z.literal("plan_completed"),
  planId: z.uuid(),
  status: z.enum(["completed", "failed", "cancelled"]),
  summary: z.string().optional(),
  failureReason: z.string().optional(),
});
export type PlanCompletedEvent = z.infer<typeof PlanCompletedEvent>;

/**
 * Creates a `plan_generated` event. `estimatedSteps` is the number of steps.
 *
 * @example
 * ```ts
 * import { planGenerated } from "@tidemark/core-state/internal";
 *
 * const base = {
 *   eventId: "5f0c9a52-2f0e-4a39-9d8e-0c6f3c0f7b11",
 *   sequence: 0,
 *   runId: "run-1",
 *   turnId: "turn-1",
 *   timestamp: "2026-01-08T20:30:00Z",
 * };
 * const step = {
 *   stepId: "9b2d7c7e-3c43-4c0b-8a57-6a3e6d2b9f10",
 *   stepIndex: 0,
 *   agentId: "search",
 *   agentName: "Search",
 *   task: "Find flights to Oslo",
 * };
 * const planId = "1c9f5b8e-7a35-4f7e-b2b0-5d1f0a9e6c22";
 * const event = planGenerated(base, { planId, query: "Fly me to Oslo", steps: [step] });
 * console.log(event.type, event.estimatedSteps); // plan_generated 1
 * ```
 */
export function planGenerated(
  base: EventBase,
  details: Omit<DetailsOf<PlanGeneratedEvent>, "estimatedSteps">,
): PlanGeneratedEvent {
  return makeEvent("plan_generated", base, { ...details, estimatedSteps: details.steps.length });
}

/** Creates a `plan_step_started` event. */
export function planStepStarted(base: EventBase, details: DetailsOf<PlanStepStartedEvent>): PlanStepStartedEvent {
  return makeEvent("plan_step_started", base, details);
}

/** Creates a `plan_step_completed` event. */
export function planStepCompleted(base: EventBase, details: DetailsOf<PlanStepCompletedEvent>): PlanStepCompletedEvent {
  return makeEvent("plan_step_completed", base, details);
}

/** Creates a `plan_completed` event. */
export function planCompleted(base: EventBase, details: DetailsOf<PlanCompletedEvent>): PlanCompletedEvent {
  return makeEvent("plan_completed", base, details);
}
