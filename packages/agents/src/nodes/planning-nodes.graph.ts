import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import type { StateDeclaration, ChatMessage } from "@tidemark/core-state";
import { type Clock, type Ids, systemClock } from "@tidemark/state-manager";
import { randomIds, recordIntent } from "@tidemark/state-manager/internal";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { type ConversationView, wholeConversation } from "../conversation/conversation-view.graph.ts";
import { checkClassification, capabilityCandidates } from "../plans/classification.ts";
import { expandDependencies, findAgentFor } from "../plans/dependency-expansion.ts";
import { agentErrors } from "../kernel/errors.ts";
import { checkPlan } from "../plans/check.ts";
import { startPlan } from "../plans/transitions.ts";
import { issueLines } from "../plans/issues.ts";
import type { LoadModel } from "../models/model-source.graph.ts";
import type { Classifier, PlannerAnswer, PlannerInput, TaskExtractor } from "../plans/parts.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { bypassTaskExtraction, checkTaskExtraction, taskExtractionUpdate } from "../plans/task-extraction.ts";
import { classifierRules, plannerRules } from "../nodes/outcome-rules.ts";
import { infrastructureNode, type Part } from "../run/infrastructure-node.graph.ts";
import type { GuardOptions } from "../run/guarded.graph.ts";

/** Common options of the nodes before the agents. */
export interface PlanningNodeOptions extends GuardOptions {
  readonly registry: AgentRegistry;
  readonly ids?: Ids | undefined;
  readonly clock?: Clock | undefined;
  /** The part of the conversation that models see. Defaults to all messages. */
  readonly view?: ConversationView | undefined;
}

/** Options of the task extraction node. */
export interface TaskExtractionOptions extends PlanningNodeOptions {
  /** Extracts the task from the conversation. Defaults to the user's message. */
  readonly taskExtractor?: TaskExtractor | undefined;
  /** Returns the facts that are remembered about the user. */
  readonly memory?: ((values: AgentValues) => readonly string[]) | undefined;
}

/**
 * Creates the node that extracts the user's task and records it in `task_ledger`, regardless of the outcome.
 *
 * It owns `task_current_task` and the two dependency flags. With `taskExtractionBypassEnabled` the conversation is the
 * task.
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
      if (taskExtractor === undefined || isBypassed(values)) return userInputAsTask(values, options);
      const sources = {
        messages: messagesOf(values, options),
        ...(memory !== undefined && { memory: memory(values) }),
      };
      return extractedTaskUpdate(values, await taskExtractor({ ...sources, signal }), options);
    },
  };
  return infrastructureNode(state, part, options);
}

/** Sets the task without a model: the user's message, or the conversation if extraction is bypassed. */
export function userInputAsTask(values: AgentValues, options: TaskExtractionOptions): SeedStateUpdate {
  const input = values.task_user_input ?? "";
  const { memory } = options;
  if (isBypassed(values)) {
    const sources = { messages: messagesOf(values, options), ...(memory !== undefined && { memory: memory(values) }) };
    const isEmpty = input.trim() === "" && options.taskExtractor === undefined;
    return extractedTaskUpdate(values, isEmpty ? null : bypassTaskExtraction(sources), options);
  }
  const extraction = { task: input, dependsOnChatHistory: false, dependsOnUserMemory: false };
  return extractedTaskUpdate(values, input.trim() === "" ? null : extraction, options);
}

const isBypassed = ({ agent_control: control }: AgentValues): boolean => control?.taskExtractionBypassEnabled === true;

/** Checks an extracted task and records it in the ledger. Null for a message without a task. */
function extractedTaskUpdate(
  values: AgentValues,
  answer: unknown,
  { taskExtractor, ids = randomIds, clock = systemClock }: TaskExtractionOptions,
): SeedStateUpdate {
  const input = values.task_user_input ?? "";
  const check = answer === null && taskExtractor === undefined ? null : checkTaskExtraction(answer);
  if (check?.outcome === "refused") {
    throw agentErrors.badModelAnswer({ part: "task extraction", issues: issueLines(check.issues) });
  }
  const extraction = check?.extraction ?? null;
  const intent = {
    query: input,
    intent: extraction?.task ?? input,
    extracted: {},
    reasoning: "task extraction",
    sufficient: extraction !== null,
  };
  const { update } = recordIntent(values, intent, { now: clock.now(), ids });
  return { ...update, ...(extraction !== null && taskExtractionUpdate(extraction)) };
}

/** Options of the classifier node. */
export interface ClassifierOptions extends PlanningNodeOptions {
  /** Selects capabilities for the task. Defaults to all agents. */
  readonly classifier?: Classifier | undefined;
}

/**
 * Creates the node that selects capabilities and adds the providers of their required contexts.
 *
 * An empty selection is a result that the router counts. With `capabilitySelectionBypassEnabled` all capabilities are
 * selected.
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
      return selectionUpdate(values, await classifier({ ...question, candidates, maxConcurrent, signal }), registry);
    },
  };
  return infrastructureNode(state, part, options);
}

/** Selects every capability, without a model. */
export const allCapabilities = (values: AgentValues, registry: AgentRegistry): SeedStateUpdate =>
  selectionUpdate(
    values,
    capabilityCandidates(registry).map(({ name }) => name),
    registry,
  );

/** Checks a selection of capabilities and adds the providers of their required contexts. */
function selectionUpdate(values: AgentValues, answer: unknown, registry: AgentRegistry): SeedStateUpdate {
  const check = checkClassification(answer, registry);
  if (check.outcome === "refused") {
    throw agentErrors.badModelAnswer({ part: "classifier", issues: issueLines(check.issues) });
  }
  const selected = check.outcome === "selected" ? check.capabilities : [];
  const stored = Object.keys(values.capability_context_data ?? {});
  return { planning_active_capabilities: [...expandDependencies(selected, registry, stored).capabilities] };
}

/** A planner of a graph, which can use the model of the graph. */
export type GraphPlanner = (
  input: PlannerInput & {
    /** Loads the model of the graph, once. Throws `agents/noModel` for a graph without one. */
    readonly loadModel: LoadModel;
  },
) => Promise<PlannerAnswer>;

/** Options of the planner node. */
export interface PlannerOptions extends PlanningNodeOptions {
  readonly planner: GraphPlanner;
  /** Loads the model of the graph. Defaults to a graph without a model. */
  readonly load?: LoadModel | null | undefined;
}

const noModel: LoadModel = () => Promise.reject(agentErrors.noModel({ agent: "planner" }));

/**
 * Creates the planning node: the planner's answer is checked, repaired where possible, and started.
 *
 * A plan with unknown capabilities returns the run to the classifier, any other problem returns it to the planner. Both
 * are counted, and the planner receives the issues as feedback.
 */
export function plannerNode<State extends StateDeclaration>(state: State, options: PlannerOptions): GraphNodeOf<State> {
  const { planner, load, registry, ids = randomIds, clock = systemClock } = options;
  const part: Part = {
    name: "planner",
    builtIn: plannerRules,
    traced: { kind: "plan", name: "planner" },
    retries: "planner",
    run: async (values: AgentValues, { signal }) => {
      const task = values.task_current_task ?? "";
      const contexts = values.capability_context_data ?? {};
      const active = values.planning_active_capabilities ?? [];
      const answer: unknown = await planner({
        task,
        contexts,
        capabilities: active.flatMap((name) => findAgentFor(registry, name) ?? []),
        ...(values.task_depends_on_chat_history === true && { messages: messagesOf(values, options) }),
        feedback: values.control_has_error === true ? (values.control_error_info?.originalError ?? null) : null,
        signal,
        loadModel: load ?? noModel,
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
            userMessage: "The plan could not be run.",
            metadata: { issues: error.details.issues },
          }
        : null,
  };
  return infrastructureNode(state, part, options);
}

/** Messages that models see. LangChain's message objects have the fields of plain records. */
const messagesOf = (
  values: AgentValues,
  { view = wholeConversation }: Pick<PlanningNodeOptions, "view">,
): readonly ChatMessage[] => view.of(values);
