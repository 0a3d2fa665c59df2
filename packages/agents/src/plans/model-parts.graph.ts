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

/**
 * Makes a task extractor of a chat model with structured output.
 *
 * A wrong answer is asked for once more, with what was wrong; two of them throw `agents/badModelAnswer`, and a call that
 * fails throws `agents/modelFailed` with its cause. This holds for all parts that are made of a model.
 *
 * @example
 * ```ts
 * import { modelTaskExtractor } from "@tidemark/agents/langgraph";
 * import { scriptedModel } from "@tidemark/agents/testing";
 *
 * const structured = { task: "Rain in Bergen today?", dependsOnChatHistory: false, dependsOnUserMemory: true };
 * const extract = modelTaskExtractor(scriptedModel([{ structured }]));
 * const messages = [{ type: "human", content: "Will it rain?" }];
 * console.log(JSON.stringify(await extract({ messages, memory: ["Lives in Bergen"] })));
 * // {"task":"Rain in Bergen today?","dependsOnChatHistory":false,"dependsOnUserMemory":true}
 * ```
 */
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

/** How a model classifies. */
export interface ModelClassifierOptions {
  /** `together`: one call for all capabilities, as when not said. `each`: a call for each, so many at a time. */
  readonly ask?: "together" | "each";
}

/**
 * Makes a classifier of a chat model with structured output.
 *
 * Asked for each capability by itself, a failed call counts as a no; when all of them fail, the first failure is thrown,
 * because then it is the model that is missing and not the capabilities.
 */
export const modelClassifier =
  (model: BaseChatModel, { ask = "together" }: ModelClassifierOptions = {}): Classifier =>
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

/** Makes a planner of a chat model with structured output; the model drafts, and `checkPlan` decides. */
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

/** Makes a responder of a chat model; the answer comes piece by piece to who listens. An empty one is a bad answer. */
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
