import { generateText, hasToolCall, isStepCount, type ModelMessage, Output, tool } from "ai";
import { z } from "zod";
import { scriptedAiModel } from "./ai-model.ts";
import type { Conversation } from "./conversation.ts";
import { lookUpText, LAST, agentScript } from "./tool-turns.ts";
import { question, steps } from "../turns/graphs.ts";

const Plan = z.object({
  steps: z.array(z.object({ capability: z.string(), taskObjective: z.string(), contextKey: z.string() })),
});

/** The AI SDK: consecutive calls on messages that grow in memory. Nothing is stored. */
export function aiSdkToolTurns(): Conversation {
  const { model, modelCalls } = scriptedAiModel([
    { text: JSON.stringify({ steps: steps.slice(0, 1) }) },
    ...agentScript,
  ]);
  const inputSchema = z.object({});
  const tools = {
    look_up: tool({ description: "Looks it up.", inputSchema, execute: lookUpText }),
    transfer_to_trains: tool({ description: "Knows all about trains.", inputSchema, execute: () => "Yours." }),
  };
  const threads = new Map<string, ModelMessage[]>();
  return {
    modelCalls,
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
      const { text, responseMessages } = await generateText({ model, messages });
      messages.push(...responseMessages);
      return text;
    },
    stored: () => Promise.resolve("nothing stored"),
    // It has no storage, so its memory is read.
    read: (threadId) => {
      const messages = threads.get(threadId) ?? [];
      const parts = messages.flatMap(({ role, content }) =>
        typeof content === "string"
          ? [{ role, type: "text" as const, text: content }]
          : content.map((part) => ({ role, ...part })),
      );
      return Promise.resolve({
        questions: parts.flatMap((part) => (part.role === "user" && part.type === "text" ? [part.text] : [])),
        findings: parts.flatMap((part) =>
          part.type === "tool-result" && part.toolName === "look_up" && part.output.type === "text"
            ? [part.output.value]
            : [],
        ),
        answers: parts.flatMap((part) =>
          part.role === "assistant" && part.type === "text" && part.text === LAST ? [LAST] : [],
        ),
      });
    },
    close: () => {},
  };
}
