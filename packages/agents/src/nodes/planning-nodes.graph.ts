import type { ChatMessage } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, type Ids, randomIds, systemClock } from "@tidemark/state-manager";
import { recordIntent } from "@tidemark/state-manager/internal";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { checkClassification, capabilityCandidates } from "../plans/classification.ts";
import { expandDependencies, whoDoes } from "../plans/dependency-expansion.ts";
import { agentErrors } from "../kernel/errors.ts";
import { checkPlan } from "../plans/check.ts";
import { startPlan } from "../plans/transitions.ts";
import { issueLines } from "../plans/issues.ts";
import type { Classifier, Planner, TaskExtractor } from "../plans/parts.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { bypassTaskExtraction, checkTaskExtraction, taskExtractionUpdate } from "../plans/task-extraction.ts";
import { infrastructureNode } from "../run/infrastructure-node.graph.ts";
import type { StopOptions } from "../run/stoppable.graph.ts";

/** What the nodes before the agents have in common. */
export interface PlanningNodeOptions extends StopOptions {
  readonly registry: AgentRegistry;
  readonly ids?: Ids;
  readonly clock?: Clock;
}

/** Where the task of a turn comes from. */
export interface TaskExtractionOptions extends PlanningNodeOptions {
  /** Says what the user wants; the user's own words are the task when not said. */
  readonly taskExtractor?: TaskExtractor;
  /** What is remembered about the user. */
  readonly memory?: (values: AgentValues) => readonly string[];
}

/**
 * Makes the node that says what the user wants, and notes it in `task_ledger`, whatever becomes of it.
 *
 * `task_current_task` and the two flags are its own. With `taskExtractionBypassEnabled` the conversation is the task.
 */
export function taskExtractionNode<State extends StateDeclaration>(
  state: State,
  options: TaskExtractionOptions,
): GraphNodeOf<State> {
  const { taskExtractor, memory, ids = randomIds, clock = systemClock } = options;
  const part = {
    name: "task_extraction",
    run: async (values: AgentValues, { signal }: { readonly signal: AbortSignal }) => {
      const said = values.task_user_input ?? "";
      const sources = { messages: messagesOf(values), ...(memory !== undefined && { memory: memory(values) }) };
      const words = { task: said, dependsOnChatHistory: false, dependsOnUserMemory: false };
      const bypassed = values.agent_control?.taskExtractionBypassEnabled === true;
      const answer: unknown = bypassed
        ? bypassTaskExtraction(sources)
        : taskExtractor === undefined
          ? words
          : await taskExtractor({ ...sources, signal });
      const check = said.trim() === "" && taskExtractor === undefined ? null : checkTaskExtraction(answer);
      if (check?.outcome === "refused") {
        throw agentErrors.badModelAnswer({ part: "task extraction", issues: issueLines(check.issues) });
      }
      const extraction = check?.extraction ?? null;
      const intent = {
        query: said,
        intent: extraction?.task ?? said,
        extracted: {},
        reasoning: "task extraction",
        sufficient: extraction !== null,
      };
      const { update } = recordIntent(values, intent, { now: clock.now(), ids });
      return { ...update, ...(extraction !== null && taskExtractionUpdate(extraction)) };
    },
  };
  return infrastructureNode(state, part, options);
}

/** Who chooses capabilities. */
export interface ClassifierOptions extends PlanningNodeOptions {
  /** Chooses what the task needs; all agents may help when not said. */
  readonly classifier?: Classifier;
}

/**
 * Makes the node that chooses capabilities, and adds whoever provides what they require.
 *
 * Choosing nothing is an answer that the router counts. With `capabilitySelectionBypassEnabled` all of them are chosen.
 */
export function classifierNode<State extends StateDeclaration>(
  state: State,
  options: ClassifierOptions,
): GraphNodeOf<State> {
  const { classifier, registry } = options;
  const candidates = capabilityCandidates(registry);
  const part = {
    name: "classifier",
    run: async (values: AgentValues, { signal }: { readonly signal: AbortSignal }) => {
      const all = classifier === undefined || values.agent_control?.capabilitySelectionBypassEnabled === true;
      const question = {
        task: values.task_current_task ?? values.task_user_input ?? "",
        previousFailure: values.control_reclassification_reason ?? null,
      };
      const maxConcurrent = values.agent_control?.maxConcurrentClassifications ?? 1;
      const answer: unknown = all
        ? candidates.map(({ name }) => name)
        : await classifier({ ...question, candidates, maxConcurrent, signal });
      const check = checkClassification(answer, registry);
      if (check.outcome === "refused") {
        throw agentErrors.badModelAnswer({ part: "classifier", issues: issueLines(check.issues) });
      }
      const selected = check.outcome === "selected" ? check.capabilities : [];
      const stored = Object.keys(values.capability_context_data ?? {});
      return { planning_active_capabilities: [...expandDependencies(selected, registry, stored).capabilities] };
    },
  };
  return infrastructureNode(state, part, options);
}

/** Who makes plans. */
export interface PlannerOptions extends PlanningNodeOptions {
  readonly planner: Planner;
}

/**
 * Makes the node that plans: the answer of the planner is checked, repaired where it can be, and begun.
 *
 * A plan with capabilities that nobody has sends the run back to choose others, any other fault back to plan again; both are
 * counted, and the planner is told why.
 */
export function plannerNode<State extends StateDeclaration>(state: State, options: PlannerOptions): GraphNodeOf<State> {
  const { planner, registry, ids = randomIds, clock = systemClock } = options;
  const part = {
    name: "planner",
    run: async (values: AgentValues, { signal }: { readonly signal: AbortSignal }) => {
      const task = values.task_current_task ?? "";
      const contexts = values.capability_context_data ?? {};
      const active = values.planning_active_capabilities ?? [];
      const answer: unknown = await planner({
        task,
        contexts,
        capabilities: active.flatMap((name) => whoDoes(registry, name) ?? []),
        ...(values.task_depends_on_chat_history === true && { messages: messagesOf(values) }),
        feedback: values.control_has_error === true ? (values.control_error_info?.originalError ?? null) : null,
        signal,
      });
      const check = checkPlan(answer, { registry, contexts, task });
      if (check.outcome === "refused") {
        throw agentErrors.unfitPlanAnswer({ to: check.to, issues: issueLines(check.issues) });
      }
      const now = clock.now();
      const plan = { query: values.task_user_input ?? task, ...check.plan };
      return {
        planning_execution_plan: startPlan(plan, { now, planId: ids.next() }),
        planning_current_step_index: 0,
      };
    },
    classifyError: (error: unknown) =>
      agentErrors.unfitPlanAnswer.is(error)
        ? {
            severity: error.details.to,
            userMessage: "The plan could not be carried out.",
            metadata: { issues: error.details.issues },
          }
        : null,
  };
  return infrastructureNode(state, part, options);
}

/** Messages as the rules look at them; the host's own objects have the same parts. */
const messagesOf = (values: AgentValues): readonly ChatMessage[] => values.messages ?? [];
