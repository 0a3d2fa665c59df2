import type { AIMessage } from "@langchain/core/messages";
import type { JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AnswerCheck } from "../guardrails/answer-check.graph.ts";
import { withText } from "../guardrails/checked-message.graph.ts";
import { withArguments } from "./arguments.graph.ts";
import type { LoopWork } from "./loop-work.graph.ts";

/**
 * Returns a model's answer whose words have passed the guardrails, before the loop stores it.
 *
 * Words are its text, what comes beside it, and the arguments of calls of anything but tools: a handoff, a result, a call that is broken
 * or that no tool takes. A call whose words are refused becomes a broken call, so the model learns why and can try again.
 */
export async function withCheckedWords(work: LoopWork, message: AIMessage): Promise<AIMessage> {
  const { words } = work.resources;
  if (words === null) return message;
  return await words.marked(async () => await checkedCalls(work, words, await words.message(message)));
}

async function checkedCalls({ tools, ownTools }: LoopWork, words: AnswerCheck, message: AIMessage): Promise<AIMessage> {
  const { tool_calls = [], invalid_tool_calls = [] } = message;
  const known = new Set(tools.map(({ name }) => name));
  const changed = new Map<string, JsonObject>();
  const refused = new Map<string, string>();
  for (const { id = "", name, args } of tool_calls) {
    const broken = invalid_tool_calls.find((call) => call.id === id);
    if (broken === undefined && known.has(name) && !ownTools.has(name)) continue;
    const given = broken === undefined ? args : [broken.args, broken.error];
    const checked = await words.arguments(known.has(name) ? given : [name, given]);
    if (!checked.ok) refused.set(id, checked.refusal);
    else if (known.has(name) && checked.args !== given) {
      if (broken === undefined && isPlainRecord(checked.args)) changed.set(id, checked.args);
      else refused.set(id, "They contain words that were replaced.");
    }
  }
  if (changed.size === 0 && refused.size === 0) return message;
  // The blocks of a provider repeat the arguments.
  const bare = withText(message, message.text);
  const isRefused = ({ id = "" }: { readonly id?: string | undefined }) => refused.has(id);
  bare.invalid_tool_calls = invalid_tool_calls.filter((call) => !isRefused(call));
  bare.tool_calls = tool_calls.map((call) =>
    isRefused(call) && !known.has(call.name) ? { ...call, name: "unknown" } : call,
  );
  return withArguments(bare, changed, refused);
}
