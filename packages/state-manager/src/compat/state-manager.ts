import type { StateDeclaration } from "@tidemark/core-state";
import { createResponseUpdate, getMessages, getUserQuery } from "../kernel/conversation.ts";
import { createFreshState, type FreshState, type FreshStateOptions } from "./create-fresh-state.ts";
import { getCurrentTask } from "../tasks/current-task.ts";
import { getExecutionStepsSummary } from "../contexts/execution-steps-summary.ts";
import { getCurrentStep, getCurrentStepIndex, getExecutionPlan } from "../tasks/plan-position.ts";
import { storeContext } from "../contexts/store-context.ts";

/** The functions that begin a turn of a declared state, read it and answer it; none changes what it is given. */
export interface StateManager<State extends StateDeclaration> {
  /** All values for a new turn; see the function of this name. */
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
 * Binds the functions that begin, read and answer a turn to one declared state and its settings.
 *
 * It holds no values: they are what a node is given, so that nothing is read from anywhere but the state. Every function
 * is exported by its own name as well, and needs none of the others: an application that reads one field bundles one
 * function. Only `createFreshState` has to know the declaration; bound here, it is told once.
 *
 * @example
 * ```ts
 * import { SeedState } from "@tidemark/core-state";
 * import { stateManager } from "@tidemark/state-manager/compat";
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
