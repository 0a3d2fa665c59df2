import type { ThreadStep } from "./thread-steps.ts";

/** A checkpoint of an input, and the one after it, are one step for people: LangGraph stores the input first, and its values next. */
const isWrittenInput = ({ source, nodes }: ThreadStep): boolean => source === "loop" && nodes.length === 0;

/** True for a step of an input: the checkpoint that stores it, or the one that contains its values. */
export const isInputStep = (step: Pick<ThreadStep, "source" | "nodes" | "parent">): boolean =>
  step.source === "input" || (step.source === "loop" && step.nodes.length === 0 && step.parent !== null);

/** Steps that people see: an input is one step, although LangGraph stores it in two checkpoints. */
export function shownSteps(steps: readonly ThreadStep[]): readonly ThreadStep[] {
  const written = new Set(steps.flatMap((step) => (isWrittenInput(step) && step.parent !== null ? [step.parent] : [])));
  return steps.filter(({ id, source }) => source !== "input" || !written.has(id));
}
