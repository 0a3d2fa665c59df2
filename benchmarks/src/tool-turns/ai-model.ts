import type { MockLanguageModelV4 } from "ai/test";
import type { ScriptedTurn } from "../turns/model.ts";

/** A language model of the AI SDK. The SDK's own mock model would keep every prompt in memory. */
export type AiModel = Pick<
  MockLanguageModelV4,
  "specificationVersion" | "provider" | "modelId" | "supportedUrls" | "doGenerate" | "doStream"
>;

/** A model for the AI SDK and Mastra that returns the scripted answers of a turn without delay, and starts over for the next turn. */
export function scriptedAiModel(script: readonly ScriptedTurn[]): {
  readonly model: AiModel;
  readonly modelCalls: () => number;
} {
  let answers = 0;
  const model: AiModel = {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "turn",
    supportedUrls: {},
    doGenerate: () => {
      const { text = "", calls = {} } = script[answers % script.length] ?? {};
      answers += 1;
      const content = text === "" ? [] : [{ type: "text" as const, text }];
      const called = Object.entries(calls).map(([toolName, input], index) => ({
        type: "tool-call" as const,
        toolCallId: `call_${answers}_${index}`,
        toolName,
        input: JSON.stringify(input),
      }));
      return Promise.resolve({
        content: [...content, ...called],
        finishReason: { unified: called.length > 0 ? ("tool-calls" as const) : ("stop" as const), raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      });
    },
    doStream: () => Promise.reject(new Error("The benchmarks do not stream.")),
  };
  return { model, modelCalls: () => answers };
}
