import { stepAgent } from "@tidemark/core-state/internal";
import { type PlanStep } from "@tidemark/core-state";
import { isUnsafeKey } from "@tidemark/reducers/internal";
import { summarize } from "@tidemark/state-manager/internal";
import type { AgentValues } from "../kernel/agent-values.ts";

/** Summarizes what a plan step stored under its context key. Defaults to "Done". */
export const stepResultReader =
  (values: AgentValues) =>
  ({ contextKey }: PlanStep): string => {
    const stored = Object.values(values.capability_context_data ?? {}).find(
      (entries) => contextKey !== undefined && Object.hasOwn(entries, contextKey),
    );
    if (stored === undefined || contextKey === undefined) return "Done";
    const { _meta, ...content } = stored[contextKey] ?? {};
    return JSON.stringify(summarize(content));
  };

/** Key of a step's result in `execution_step_results`: its context key, else its position and capability. */
export const stepResultKey = (step: PlanStep, index: number): string =>
  step.contextKey === undefined || isUnsafeKey(step.contextKey)
    ? `${index}_${stepAgent(step) ?? "respond"}`
    : step.contextKey;
