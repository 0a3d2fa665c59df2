import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import {
  capabilitiesPrompt,
  CapabilityMatch,
  capabilityPrompt,
  CapabilitySelection,
  classifyEach,
} from "./classification.ts";
import { PlanDraft, planOfDraft } from "./draft.ts";
import type { Classifier, Planner, Responder, TaskExtractor } from "./parts.ts";
import { answerPrompt, planningPrompt } from "./prompt.ts";
import { TaskExtraction, taskExtractionPrompt } from "./task-extraction.ts";
import { agentErrors } from "../kernel/errors.ts";
import { askModel, callModel, options, promptMessages } from "./model-answer.graph.ts";

/** Creates a task extractor from a chat model with structured output. */
export const modelTaskExtractor =
  (model: BaseChatModel): TaskExtractor =>
  (input) =>
    askModel(model, {
      part: "task extraction",
      name: "task",
      prompt: taskExtractionPrompt(input),
      schema: TaskExtraction,
      signal: input.signal,
    });

/** Options of the parts of a model. */
export interface ModelPartsOptions {
  /**
   * How the classifier asks: `together` in one call for all capabilities, `each` in one call per capability, with limited concurrency.
   * Defaults to `together`.
   */
  readonly ask?: "together" | "each";
}

/**
 * Creates a classifier from a chat model with structured output.
 *
 * With `ask: "each"`, a failed call counts as not needed. If all calls fail, the first error is thrown, because the
 * model is then unavailable.
 */
export const modelClassifier =
  (model: BaseChatModel, { ask = "together" }: ModelPartsOptions = {}): Classifier =>
  async (input) => {
    const { candidates, signal } = input;
    const part = "classifier";
    if (candidates.length === 0) return [];
    if (ask === "together") {
      const prompt = capabilitiesPrompt(input, candidates);
      const { capabilities } = await askModel(model, {
        part,
        name: "capabilities",
        prompt,
        schema: CapabilitySelection,
        signal,
      });
      return capabilities;
    }
    const { capabilities, failed } = await classifyEach(
      candidates,
      async (candidate) => {
        const prompt = capabilityPrompt(input, candidate);
        const answer = await askModel(model, { part, name: "match", prompt, schema: CapabilityMatch, signal });
        return answer.isMatch;
      },
      input.maxConcurrent,
    );
    signal?.throwIfAborted();
    const [first] = failed;
    if (first !== undefined && failed.length === candidates.length) throw first.error;
    return capabilities;
  };

/**
 * Creates a planner from a chat model with structured output. The model writes a draft, which `checkPlan` validates.
 */
export const modelPlanner =
  (model: BaseChatModel): Planner =>
  async (input) =>
    planOfDraft(
      await askModel(model, {
        part: "planner",
        name: "plan",
        prompt: planningPrompt(input),
        schema: PlanDraft,
        signal: input.signal,
      }),
    );

/**
 * Creates a responder from a chat model. Streams the answer to `onText`. An empty answer throws
 * `agents/badModelAnswer`.
 */
export const modelResponder =
  (model: BaseChatModel): Responder =>
  async (input) => {
    const messages = promptMessages(answerPrompt(input));
    const answer = await callModel("responder", input.signal, async () => {
      if (input.onText === undefined) return (await model.invoke(messages, options(input.signal))).text;
      let text = "";
      for await (const chunk of await model.stream(messages, options(input.signal))) {
        if (chunk.text === "") continue;
        text += chunk.text;
        input.onText(chunk.text);
      }
      return text;
    });
    if (answer.trim() !== "") return answer;
    throw agentErrors.badModelAnswer({ part: "responder", issues: "- The answer is empty." });
  };

/** Parts of a graph that ask a model: one for each option of `createAgentGraph` of that name. */
export interface ModelParts {
  readonly taskExtractor: TaskExtractor;
  readonly classifier: Classifier;
  readonly planner: Planner;
  readonly responder: Responder;
}

/**
 * Creates the parts of a graph that extract the task, select agents, plan and answer with a chat model.
 *
 * An invalid answer is requested a second time, with its issues. Two invalid answers throw `agents/badModelAnswer`, and a failed call
 * throws `agents/modelFailed` with its cause. An empty answer of the responder throws `agents/badModelAnswer`. A graph with a `model` and
 * several agents makes its missing parts itself.
 *
 * @example
 * ```ts
 * import { modelParts } from "tidemark/agents";
 * import { scriptedModel } from "tidemark/testing";
 *
 * const structured = { task: "Rain in Bergen today?", dependsOnChatHistory: false, dependsOnUserMemory: true };
 * const { taskExtractor } = modelParts(scriptedModel([{ structured }]));
 * const messages = [{ type: "human", content: "Will it rain?" }];
 * console.log(JSON.stringify(await taskExtractor({ messages, memory: ["Lives in Bergen"] })));
 * // {"task":"Rain in Bergen today?","dependsOnChatHistory":false,"dependsOnUserMemory":true}
 * ```
 */
export const modelParts = (model: BaseChatModel, parts: ModelPartsOptions = {}): ModelParts => ({
  taskExtractor: modelTaskExtractor(model),
  classifier: modelClassifier(model, parts),
  planner: modelPlanner(model),
  responder: modelResponder(model),
});
