import { generateText, hasToolCall, isStepCount, type ModelMessage, Output, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { answered, worked } from "./tool-turns.ts";
import { question, steps } from "./turn-graphs.ts";

const Plan = z.object({
  steps: z.array(z.object({ capability: z.string(), taskObjective: z.string(), contextKey: z.string() })),
});

/** The AI SDK: calls one after the other on messages that grow in memory; nothing is stored. */
export function workedByAiSdk(): { turn(threadId: string): Promise<readonly ModelMessage[]> } {
  const script = [{ said: JSON.stringify({ steps: steps.slice(0, 1) }) }, ...worked];
  let asked = 0;
  const model = new MockLanguageModelV4({
    doGenerate: () => {
      const { said = "", calls = {} } = { calls: undefined, ...script[asked % script.length] };
      asked += 1;
      const called = Object.entries(calls).map(([toolName, input], index) => ({
        type: "tool-call" as const,
        toolCallId: `call_${asked}_${index}`,
        toolName,
        input: JSON.stringify(input),
      }));
      return Promise.resolve({
        content: [...(said === "" ? [] : [{ type: "text" as const, text: said }]), ...called],
        finishReason: { unified: called.length > 0 ? ("tool-calls" as const) : ("stop" as const), raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      });
    },
  });
  const inputSchema = z.object({});
  const tools = {
    look_up: tool({ description: "Looks it up.", inputSchema, execute: answered }),
    transfer_to_trains: tool({ description: "Knows all about trains.", inputSchema, execute: () => "Yours." }),
  };
  const threads = new Map<string, ModelMessage[]>();
  return {
    turn: async (threadId) => {
      const messages = threads.get(threadId) ?? [];
      threads.set(threadId, messages);
      messages.push({ role: "user", content: question.messages[0]?.content ?? "" });
      await generateText({ model, messages, output: Output.object({ schema: Plan }) });
      const stopWhen = [hasToolCall("transfer_to_trains"), isStepCount(5)];
      for (let agent = 0; agent < 2; agent += 1) {
        const { responseMessages } = await generateText({ model, messages, tools, stopWhen });
        messages.push(...responseMessages);
      }
      const { responseMessages } = await generateText({ model, messages });
      messages.push(...responseMessages);
      return messages;
    },
  };
}
