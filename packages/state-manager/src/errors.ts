import { defineErrors, type Errors, type UpdateIssue } from "@tidemark/core-state";

const table = {
  invalidContext: (details: { at: string; problem: string }) =>
    `The context "${details.at}" was not stored: ${details.problem} Nothing was written; correct the value, or its schema.`,

  invalidContextType: (details: { type: string; problem: string }) =>
    `The context type "${details.type}" ${details.problem}. Give it another name: WEATHER, TIME_RANGE.`,

  invalidPlan: (details: { keys: readonly string[] }) =>
    `planning_execution_plan has ${details.keys.map((key) => `"${key}"`).join(", ")}, but no list of steps. ` +
    `Write a plan as { steps: [...] }, or null for none.`,

  invalidPrevious: (details: { issues: readonly UpdateIssue[] }) =>
    `The previous state was not taken over, because values in it do not fit their fields:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nMigrate the thread, or leave these fields out.`,

  invalidTask: (details: { at: string; problem: string }) =>
    `The task was not recorded: ${details.at === "" ? "" : `"${details.at}": `}${details.problem}. ` +
    `A task has an intent, an origin and metadata in plain JSON.`,

  invalidTurnOption: (details: { field: string; option: string }) =>
    `${details.option} names "${details.field}", which is no turn field of the state, so a new turn leaves it alone. ` +
    `Name turn fields only.`,

  missingContextData: (details: { keys: readonly string[] }) =>
    `Contexts lie in capability_context_data, but the values have ${details.keys.length === 0 ? "nothing" : `only ${details.keys.join(", ")}`}. ` +
    `Pass the values of a state that declares the field, such as what a node is given.`,

  noExecutionPlan: (_details: Readonly<Record<string, never>>) =>
    `There is no execution plan, so there is no current step. Write planning_execution_plan first, or ask hasPlan.`,

  notStateValues: (details: { found: string }) =>
    `The values of a state are an object with a value for each field, not ${details.found}. Pass what a node is given.`,

  stepOutOfRange: (details: { index: unknown; length: number }) =>
    `The current step index is ${String(details.index)}, but the plan has ${details.length} step(s), counted from 0. ` +
    `Ask whether the plan is done before reading its current step.`,

  unknownContextType: (details: { type: string; known: readonly string[] }) =>
    `There is no context type "${details.type}". Known are: ${details.known.join(", ")}. Add it to defineContexts.`,
};

/** Every error that `@tidemark/state-manager` throws. */
export const stateManagerErrors: Errors<"state-manager", typeof table> = /* @__PURE__ */ defineErrors(
  "state-manager",
  table,
);
