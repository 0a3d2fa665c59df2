import { type Plan, stepTask } from "@tidemark/core-state";
import { Timestamp } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { type Clock, systemClock } from "../kernel/clock.ts";

/** Where a context comes from; whatever is not known is left out. */
export const ContextMeta = z
  .object({
    /** The agent or capability that found it. */
    producedBy: z.string().min(1),
    /** What it was looked for. */
    taskObjective: z.string(),
    /** The turn in which it was found. */
    turnId: z.string().min(1),
    /** The step of the plan, from 0. */
    stepIndex: z.int().min(0),
    /** When it was stored. */
    createdAt: Timestamp,
  })
  .partial()
  .readonly();
export type ContextMeta = z.infer<typeof ContextMeta>;

/** What is known of where contexts come from, and what knows the time. */
export interface ContextSource extends Omit<ContextMeta, "createdAt"> {
  readonly clock?: Clock;
}

/** The part of a state that says in which turn and step something happens. */
export interface WithTurnAndStep {
  readonly runtime_turn_id?: string | null | undefined;
  readonly planning_execution_plan?: Plan | null | undefined;
  readonly planning_current_step_index?: number | null | undefined;
}

/**
 * Says where a context that is stored now comes from: what the source says, else the state's turn and the current step of
 * its plan with its objective.
 */
export function contextMeta(values: WithTurnAndStep, source: ContextSource): ContextMeta {
  const { clock = systemClock, ...said } = source;
  return knownAttributes({ ...turnOf(values), ...stepOf(values), ...knownAttributes(said), createdAt: clock.now() });
}

/** Reads the `_meta` of a stored entry: the attributes that are as they should be, or null when it has none. */
export function readMeta(entry: unknown): ContextMeta | null {
  const meta = isPlainRecord(entry) && Object.hasOwn(entry, "_meta") ? entry["_meta"] : null;
  return isPlainRecord(meta) ? knownAttributes(meta) : null;
}

const shape = ContextMeta.def.innerType.shape;

function knownAttributes(meta: Readonly<Record<string, unknown>>): ContextMeta {
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
