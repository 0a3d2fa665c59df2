import type { MockLanguageModelV4 } from "ai/test";
import type { TurnAnswer } from "./turn-model.ts";

/** What the AI SDK calls a language model; its own for tests would keep every prompt. */
export type AiModel = Pick<
  MockLanguageModelV4,
  "specificationVersion" | "provider" | "modelId" | "supportedUrls" | "doGenerate" | "doStream"
>;

/** A model for the AI SDK, and for what takes its models, that answers at once by the script of a turn. */
export function scriptedAiModel(script: readonly TurnAnswer[]): {
  readonly model: AiModel;
  readonly asked: () => number;
} {
  let asked = 0;
  const model: AiModel = {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "turn",
    supportedUrls: {},
    doGenerate: () => {
      const { said = "", calls = {} } = script[asked % script.length] ?? {};
      asked += 1;
      const text = said === "" ? [] : [{ type: "text" as const, text: said }];
      const called = Object.entries(calls).map(([toolName, input], index) => ({
        type: "tool-call" as const,
        toolCallId: `call_${asked}_${index}`,
        toolName,
        input: JSON.stringify(input),
      }));
      return Promise.resolve({
        content: [...text, ...called],
        finishReason: { unified: called.length > 0 ? ("tool-calls" as const) : ("stop" as const), raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      });
    },
    doStream: () => Promise.reject(new Error("No turn here is streamed.")),
  };
  return { model, asked: () => asked };
}
