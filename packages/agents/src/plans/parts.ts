import type { Plan, PlanStep } from "@tidemark/core-state";
import type { ChatMessage } from "@tidemark/core-state/internal";
import type { ContextData } from "@tidemark/reducers";
import type { AgentDescription } from "../roster/agent-description.ts";
import type { CapabilityCandidate, ClassificationQuestion } from "./classification.ts";
import type { TaskExtractionSources } from "./task-extraction.ts";

/** Aborted when the run ends; every part passes it on to what it waits for. */
interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** What a task extractor works with. */
export interface TaskExtractorInput extends TaskExtractionSources, Abortable {}

/** Says what the user wants. Its answer is held against `checkTaskExtraction`, so it may come from anywhere. */
export type TaskExtractor = (input: TaskExtractorInput) => Promise<unknown>;

/** What a classifier works with. */
export interface ClassifierInput extends ClassificationQuestion, Abortable {
  readonly candidates: readonly CapabilityCandidate[];
  /** How many questions may be asked at the same time: the state's `maxConcurrentClassifications`. */
  readonly maxConcurrent: number;
}

/** Chooses capabilities, as a list of names. Its answer is held against `checkClassification`. */
export type Classifier = (input: ClassifierInput) => Promise<unknown>;

/** What a planner works with. */
export interface PlannerInput extends Abortable {
  readonly task: string;
  /** The agents that the plan may use. */
  readonly capabilities: readonly AgentDescription[];
  /** What the conversation has found out already. */
  readonly contexts: ContextData;
  /** The conversation, when the task depends on it. */
  readonly messages?: readonly ChatMessage[] | undefined;
  /** Why the last plan did not do. */
  readonly feedback?: string | null | undefined;
}

/** Result of a planner: a plan, or its steps. */
export type PlannerAnswer = Plan | readonly PlanStep[];

/** Makes a plan, in either vocabulary. `checkPlan` validates the result at run time, whatever its type says. */
export type Planner = (input: PlannerInput) => Promise<PlannerAnswer>;

/** What a responder works with. */
export interface ResponderInput extends Abortable {
  readonly task: string;
  readonly messages: readonly ChatMessage[];
  /** What was done, a sentence for each step. */
  readonly steps?: readonly string[] | undefined;
  /** What was found, as text; empty for plain conversation. */
  readonly results?: string | undefined;
  /** What went wrong, for people. */
  readonly failure?: string | null | undefined;
  /** Words that the answer has to contain. */
  readonly customMessage?: string | null | undefined;
  /** Gets the answer piece by piece while it is made; the pieces together are the answer. */
  readonly onText?: ((piece: string) => void) | undefined;
}

/** Words the answer to the user. */
export type Responder = (input: ResponderInput) => Promise<string>;
