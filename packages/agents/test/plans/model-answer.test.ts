import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { agentErrors, classifyError } from "@tidemark/agents";
import { scriptedModel } from "@tidemark/agents/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { askModel, callModel } from "../../src/plans/model-answer.graph.ts";

const question = {
  part: "planner",
  name: "plan",
  prompt: { instructions: "Plan.", question: "What for?" },
  schema: z.object({ steps: z.array(z.string()) }),
};

/** Model that calls a tool, as real ones do, with LangChain's structured output. */
class CallingModel extends BaseChatModel {
  readonly asked: string[] = [];
  readonly #answers: (Record<string, unknown> | null)[];

  constructor(answers: (Record<string, unknown> | null)[]) {
    super({});
    this.#answers = answers;
  }

  _llmType() {
    return "calling";
  }

  override bindTools() {
    return this.withConfig({});
  }

  _generate(messages: BaseMessage[]) {
    this.asked.push(messages.at(-1)?.text ?? "");
    const args = this.#answers.shift() ?? null;
    const tool_calls = args === null ? [] : [{ name: "plan", args, id: "1", type: "tool_call" as const }];
    const message = new AIMessageChunk({ content: "words", tool_calls });
    return Promise.resolve({ generations: [{ text: "words", message }] });
  }
}

const thrown = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    return await promise;
  } catch (error) {
    return error;
  }
};

describe("askModel", () => {
  test("reports a model that answers in plain text as unable to give structured output, without a retry", async () => {
    const error = await thrown(askModel(new CallingModel([null, null]), question));
    expect(agentErrors.noStructuredOutput.is(error) && error.details).toMatchObject({ part: "planner" });
    expect(classifyError(error).severity).toBe("critical");
  });

  test("treats a single answer in plain text as a wrong answer", async () => {
    expect(await askModel(new CallingModel([null, { steps: ["a"] }]), question)).toEqual({ steps: ["a"] });
    const error = await thrown(askModel(new CallingModel([null, { steps: [3] }]), question));
    expect([agentErrors.badModelAnswer.is(error), classifyError(error).severity]).toEqual([true, "retriable"]);
  });

  test("reports a model that refuses structured output", async () => {
    const model = new CallingModel([]);
    Reflect.set(model, "bindTools", undefined);
    const error = await thrown(askModel(model, question));
    expect(agentErrors.noStructuredOutput.is(error)).toBe(true);
    expect(Reflect.get(Object(error), "cause")).toBeInstanceOf(Error);
  });

  test("returns the object of the model", async () => {
    expect(await askModel(scriptedModel([{ structured: { steps: ["a"] } }]), question)).toEqual({ steps: ["a"] });
    expect(await askModel(new CallingModel([{ steps: ["a"] }]), question)).toEqual({ steps: ["a"] });
  });

  test("asks again with the problems", async () => {
    const model = new CallingModel([{ steps: [3] }, { steps: ["a"] }]);
    expect(await askModel(model, question)).toEqual({ steps: ["a"] });
    expect(model.asked).toEqual(["What for?", expect.stringContaining("- steps[0]: ")]);
  });

  test("treats text instead of an object as a wrong answer", async () => {
    expect(await askModel(new CallingModel([null, { steps: ["a"] }]), question)).toEqual({ steps: ["a"] });
  });

  test("gives up after two wrong answers, with a retriable error", async () => {
    const model = scriptedModel([{ structured: { steps: 1 } }, { structured: {} }]);
    const error = await thrown(askModel(model, question));
    expect(agentErrors.badModelAnswer.is(error)).toBe(true);
    expect(classifyError(error).severity).toBe("retriable");
    model.assertDone();
  });

  test("distinguishes wrong answers from a failed call, which keeps its cause and its class", async () => {
    const busy = Object.assign(new Error("Slow down"), { status: 429 });
    const error = await thrown(askModel(scriptedModel([busy]), question));
    expect(agentErrors.modelFailed.is(error)).toBe(true);
    expect(error).toMatchObject({ cause: busy });
    expect(classifyError(error).severity).toBe("retriable");
    const refused = await thrown(askModel(scriptedModel([Object.assign(new Error("No"), { status: 401 })]), question));
    expect(classifyError(refused).severity).toBe("critical");
  });

  test("throws the abort reason, before and during a call", async () => {
    const reason = new Error("the user left");
    const model = scriptedModel([]);
    expect(await thrown(askModel(model, { ...question, signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(model.got).toEqual([]);
    const stop = new AbortController();
    const call = callModel("planner", stop.signal, () => {
      stop.abort(reason);
      return Promise.reject(new Error("aborted by the transport"));
    });
    expect(await thrown(call)).toBe(reason);
  });
});
