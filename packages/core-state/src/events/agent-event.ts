import { formatPath } from "@tidemark/reducers/internal";
import { z } from "zod";
import { findNonJson } from "../kernel/json.ts";
import { AgentProgressEvent, AgentStatusEvent } from "./activity-events.ts";
import { AgentChangedEvent, AgentHandoffEvent } from "./handoff-events.ts";
import { PlanCompletedEvent, PlanGeneratedEvent, PlanStepCompletedEvent, PlanStepStartedEvent } from "./plan-events.ts";

/** Event that a run emits; `type` is its discriminator. */
export const AgentEvent = z.discriminatedUnion("type", [
  PlanGeneratedEvent,
  PlanStepStartedEvent,
  PlanStepCompletedEvent,
  PlanCompletedEvent,
  AgentHandoffEvent,
  AgentChangedEvent,
  AgentStatusEvent,
  AgentProgressEvent,
]);
export type AgentEvent = z.infer<typeof AgentEvent>;

/** Result of `parseAgentEvent`: an event, or the first problem and its path. */
export type ParsedAgentEvent =
  | { readonly ok: true; readonly event: AgentEvent }
  | {
      readonly ok: false;
      /** Path of the problem, such as `steps[0].stepIndex`; empty for the value as a whole. */
      readonly path: string;
      readonly message: string;
    };

/**
 * Parses an event from outside. An invalid event is a result, not an error: the function never throws on parsed JSON.
 *
 * @example
 * ```ts
 * import { parseAgentEvent } from "@tidemark/core-state/internal";
 *
 * const parsed = parseAgentEvent({ type: "plan_finished" });
 * console.log(parsed.ok ? parsed.event.type : parsed.path); // type
 * ```
 */
export function parseAgentEvent(value: unknown): ParsedAgentEvent {
  const nonJson = findNonJson(value);
  if (nonJson !== null) return { ok: false, path: nonJson.at, message: `Expected plain JSON, found ${nonJson.found}` };
  const parsed = AgentEvent.safeParse(value);
  if (parsed.success) return { ok: true, event: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, path: formatPath(issue?.path ?? []), message: issue?.message ?? "Invalid input" };
}
