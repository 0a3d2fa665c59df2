import { formatPath } from "@tidemark/reducers/internal";
import { z } from "zod";
import { findNonJson } from "../json.ts";
import { AgentProgressEvent, AgentStatusEvent } from "./activity-events.ts";
import { AgentChangedEvent, AgentHandoffEvent } from "./handoff-events.ts";
import { PlanCompletedEvent, PlanGeneratedEvent, PlanStepCompletedEvent, PlanStepStartedEvent } from "./plan-events.ts";

/** Everything a run tells the outside while it works; `type` says what happened. */
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

/** What `parseAgentEvent` found: an event, or the first thing that is wrong and where. */
export type ParsedAgentEvent =
  | { readonly ok: true; readonly event: AgentEvent }
  | {
      readonly ok: false;
      /** Where, as people write it: `steps[0].stepIndex`; empty for the value as a whole. */
      readonly path: string;
      readonly message: string;
    };

/**
 * Reads an event that came from outside; a wrong one is an answer, not an error: it never throws on parsed JSON.
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
