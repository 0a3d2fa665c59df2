import { type Plan } from "@tidemark/core-state";
import { Timestamp, stepTask } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { type Clock, systemClock } from "../kernel/clock.ts";

/** Origin of a context. Unknown properties are missing. */
export const ContextMeta = z
  .object({
    /** Agent or capability that produced the context. */
    producedBy: z.string().min(1),
    /** Objective of the step. */
    taskObjective: z.string(),
    /** Turn in which the context was produced. */
    turnId: z.string().min(1),
    /** Index of the plan step, starting at 0. */
    stepIndex: z.int().min(0),
    /** Time at which the context was stored. */
    createdAt: Timestamp,
  })
  .partial()
  .readonly();
export type ContextMeta = z.infer<typeof ContextMeta>;

/** Origin of new contexts, and the clock for their time. */
export interface ContextSource extends Omit<ContextMeta, "createdAt"> {
  /** Clock for the creation time. Defaults to the system clock. */
  readonly clock?: Clock;
}

/** Part of a state that contains the current turn and plan step. */
export interface WithTurnAndStep {
  readonly runtime_turn_id?: string | null | undefined;
  readonly planning_execution_plan?: Plan | null | undefined;
  readonly planning_current_step_index?: number | null | undefined;
}

/**
 * Returns the origin of a new context: the properties of the source, and the turn, step and objective of the state for missing
 * ones.
 */
export function contextMeta(values: WithTurnAndStep, source: ContextSource): ContextMeta {
  const { clock = systemClock, ...given } = source;
  return knownProperties({ ...turnOf(values), ...stepOf(values), ...knownProperties(given), createdAt: clock.now() });
}

/** Reads the valid properties in the `_meta` of a stored entry, or null without `_meta`. */
export function readMeta(entry: unknown): ContextMeta | null {
  const meta = isPlainRecord(entry) && Object.hasOwn(entry, "_meta") ? entry["_meta"] : null;
  return isPlainRecord(meta) ? knownProperties(meta) : null;
}

const shape = ContextMeta.def.innerType.shape;

function knownProperties(meta: Readonly<Record<string, unknown>>): ContextMeta {
  const known = Object.entries(shape).flatMap(([name, schema]) => {
    const value = Object.hasOwn(meta, name) ? meta[name] : undefined;
    return value !== undefined && schema.safeParse(value).success ? [[name, value]] : [];
  });
  return ContextMeta.parse(Object.fromEntries(known));
}

const turnOf = ({ runtime_turn_id: turnId }: WithTurnAndStep) => (typeof turnId === "string" ? { turnId } : {});

function stepOf(values: WithTurnAndStep): { readonly stepIndex?: number; readonly taskObjective?: string } {
  const stepIndex = values.planning_current_step_index ?? 0;
  const step = values.planning_execution_plan?.steps?.[stepIndex];
  // A plan from an old thread may have lost its steps.
  if (!isPlainRecord(step)) return {};
  const taskObjective = stepTask(step);
  return { stepIndex, ...(taskObjective !== null && { taskObjective }) };
}
