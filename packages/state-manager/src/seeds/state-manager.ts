import type { StateDeclaration } from "@tidemark/core-state";
import { createResponseUpdate, getMessages, getUserQuery } from "../kernel/conversation.ts";
import { createFreshState, type FreshState, type FreshStateOptions } from "./create-fresh-state.ts";
import { getCurrentTask } from "../tasks/current-task.ts";
import { getExecutionStepsSummary } from "../contexts/execution-steps-summary.ts";
import { getCurrentStep, getCurrentStepIndex, getExecutionPlan } from "../tasks/plan-position.ts";
import { storeContext } from "../contexts/store-context.ts";

/** Pure functions that start a turn of a declared state, read it and answer it. */
export interface StateManager<State extends StateDeclaration> {
  /** Creates all values for a new turn, like the function of this name. */
  readonly createFreshState: (input: string, previous?: unknown) => FreshState<State>;
  readonly getUserQuery: typeof getUserQuery;
  readonly getCurrentTask: typeof getCurrentTask;
  readonly getMessages: typeof getMessages;
  readonly getExecutionPlan: typeof getExecutionPlan;
  readonly getCurrentStepIndex: typeof getCurrentStepIndex;
  readonly getCurrentStep: typeof getCurrentStep;
  readonly getExecutionStepsSummary: typeof getExecutionStepsSummary;
  readonly createResponseUpdate: typeof createResponseUpdate;
  readonly storeContext: typeof storeContext;
}

/**
 * Bundles the functions that start, read and answer a turn of one declared state.
 *
 * It stores no values; each function receives those of the state. Only `createFreshState` depends on the declaration. All other
 * functions are also exported separately.
 *
 * @example
 * ```ts
 * import { SeedState, stateManager } from "tidemark/seeds";
 *
 * const manager = stateManager(SeedState, { agentControl: { maxStepRetries: 1 } });
 * const values = manager.createFreshState("How warm is it in Oslo?");
 * console.log(manager.getUserQuery(values), values.agent_control.maxStepRetries); // How warm is it in Oslo? 1
 * ```
 */
export function stateManager<State extends StateDeclaration>(
  state: State,
  options: FreshStateOptions = {},
): StateManager<State> {
  return Object.freeze({
    createFreshState: (input: string, previous?: unknown) => createFreshState(state, input, previous, options),
    getUserQuery,
    getCurrentTask,
    getMessages,
    getExecutionPlan,
    getCurrentStepIndex,
    getCurrentStep,
    getExecutionStepsSummary,
    createResponseUpdate,
    storeContext,
  });
}
