import type { ChatMessage, SeedStateUpdate } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, type Ids, systemClock } from "@tidemark/state-manager";
import { randomIds, recordIntent } from "@tidemark/state-manager/internal";
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
import { classifierRules, plannerRules } from "../nodes/outcome-rules.ts";
import { infrastructureNode, type Part } from "../run/infrastructure-node.graph.ts";
import type { GuardOptions } from "../run/guarded.graph.ts";

/** What the nodes before the agents have in common. */
export interface PlanningNodeOptions extends GuardOptions {
  readonly registry: AgentRegistry;
  readonly ids?: Ids | undefined;
  readonly clock?: Clock | undefined;
}

/** Where the task of a turn comes from. */
export interface TaskExtractionOptions extends PlanningNodeOptions {
  /** Says what the user wants; the user's own words are the task when not said. */
  readonly taskExtractor?: TaskExtractor | undefined;
  /** What is remembered about the user. */
  readonly memory?: ((values: AgentValues) => readonly string[]) | undefined;
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
  const { taskExtractor, memory } = options;
  const part: Part = {
    name: "task_extraction",
    retries: "task_extraction",
    run: async (values: AgentValues, { signal }) => {
      if (taskExtractor === undefined || isBypassed(values)) return ownWords(values, options);
      const sources = { messages: messagesOf(values), ...(memory !== undefined && { memory: memory(values) }) };
      return extracted(values, await taskExtractor({ ...sources, signal }), options);
    },
  };
  return infrastructureNode(state, part, options);
}

/** Writes the task of a turn without a model: the user's own words, or the conversation where extraction is bypassed. */
export function ownWords(values: AgentValues, options: TaskExtractionOptions): SeedStateUpdate {
  const said = values.task_user_input ?? "";
  const { memory } = options;
  if (isBypassed(values)) {
    const sources = { messages: messagesOf(values), ...(memory !== undefined && { memory: memory(values) }) };
    const isNothing = said.trim() === "" && options.taskExtractor === undefined;
    return extracted(values, isNothing ? null : bypassTaskExtraction(sources), options);
  }
  const words = { task: said, dependsOnChatHistory: false, dependsOnUserMemory: false };
  return extracted(values, said.trim() === "" ? null : words, options);
}

const isBypassed = ({ agent_control: control }: AgentValues): boolean => control?.taskExtractionBypassEnabled === true;

/** Checks an extracted task and notes it in the ledger; null for a message without a task. */
function extracted(
  values: AgentValues,
  answer: unknown,
  { taskExtractor, ids = randomIds, clock = systemClock }: TaskExtractionOptions,
): SeedStateUpdate {
  const said = values.task_user_input ?? "";
  const check = answer === null && taskExtractor === undefined ? null : checkTaskExtraction(answer);
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
}

/** Who chooses capabilities. */
export interface ClassifierOptions extends PlanningNodeOptions {
  /** Chooses what the task needs; all agents may help when not said. */
  readonly classifier?: Classifier | undefined;
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
  const part: Part = {
    name: "classifier",
    builtIn: classifierRules,
    retries: "classifier",
    run: async (values: AgentValues, { signal }) => {
      if (classifier === undefined || values.agent_control?.capabilitySelectionBypassEnabled === true) {
        return allCapabilities(values, registry);
      }
      const question = {
        task: values.task_current_task ?? values.task_user_input ?? "",
        previousFailure: values.control_reclassification_reason ?? null,
      };
      const maxConcurrent = values.agent_control?.maxConcurrentClassifications ?? 1;
      return chosen(values, await classifier({ ...question, candidates, maxConcurrent, signal }), registry);
    },
  };
  return infrastructureNode(state, part, options);
}

/** Chooses every capability, without a model. */
export const allCapabilities = (values: AgentValues, registry: AgentRegistry): SeedStateUpdate =>
  chosen(
    values,
    capabilityCandidates(registry).map(({ name }) => name),
    registry,
  );

/** Checks a choice of capabilities, and adds the providers of what they require. */
function chosen(values: AgentValues, answer: unknown, registry: AgentRegistry): SeedStateUpdate {
  const check = checkClassification(answer, registry);
  if (check.outcome === "refused") {
    throw agentErrors.badModelAnswer({ part: "classifier", issues: issueLines(check.issues) });
  }
  const selected = check.outcome === "selected" ? check.capabilities : [];
  const stored = Object.keys(values.capability_context_data ?? {});
  return { planning_active_capabilities: [...expandDependencies(selected, registry, stored).capabilities] };
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
  const part: Part = {
    name: "planner",
    builtIn: plannerRules,
    retries: "planner",
    run: async (values: AgentValues, { signal }) => {
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
