import type { Plan, PlanStep, ChatMessage } from "@tidemark/core-state";
import type { ContextData } from "@tidemark/reducers";
import type { AgentDescription } from "../roster/agent-description.ts";
import type { CapabilityCandidate, ClassificationQuestion } from "./classification.ts";
import type { TaskExtractionSources } from "./task-extraction.ts";

/** Signal that is aborted when the run ends. Pass it on to every call that waits. */
interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** Input of a task extractor. */
export interface TaskExtractorInput extends TaskExtractionSources, Abortable {}

/** Extracts the user's task. Its answer is validated with `checkTaskExtraction`. */
export type TaskExtractor = (input: TaskExtractorInput) => Promise<unknown>;

/** Input of a classifier. */
export interface ClassifierInput extends ClassificationQuestion, Abortable {
  readonly candidates: readonly CapabilityCandidate[];
  /** Maximum number of concurrent model calls: the state's `maxConcurrentClassifications`. */
  readonly maxConcurrent: number;
}

/** Selects capabilities and returns their names. Its answer is validated with `checkClassification`. */
export type Classifier = (input: ClassifierInput) => Promise<unknown>;

/** Input of a planner. */
export interface PlannerInput extends Abortable {
  readonly task: string;
  /** Agents that the plan may use. */
  readonly capabilities: readonly AgentDescription[];
  /** Contexts already stored in the conversation. */
  readonly contexts: ContextData;
  /** The conversation, if the task depends on it. */
  readonly messages?: readonly ChatMessage[] | undefined;
  /** Problem with the previous plan. */
  readonly feedback?: string | null | undefined;
}

/** Result of a planner: a plan, or its steps. */
export type PlannerAnswer = Plan | readonly PlanStep[];

/**
 * Creates a plan. Steps may use `agentId` and `task`, or `capability` and `taskObjective`. `checkPlan` validates the
 * result at run time.
 */
export type Planner = (input: PlannerInput) => Promise<PlannerAnswer>;

/** Input of a responder. */
export interface ResponderInput extends Abortable {
  readonly task: string;
  readonly messages: readonly ChatMessage[];
  /** Completed work, one sentence per step. */
  readonly steps?: readonly string[] | undefined;
  /** Results as text. Empty for plain conversation. */
  readonly results?: string | undefined;
  /** Description of a failure, for people. */
  readonly failure?: string | null | undefined;
  /** Text that the answer must contain. */
  readonly customMessage?: string | null | undefined;
  /** Receives the answer in pieces as it is generated. The pieces together are the answer. */
  readonly onText?: ((piece: string) => void) | undefined;
}

/** Writes the answer to the user. */
export type Responder = (input: ResponderInput) => Promise<string>;
