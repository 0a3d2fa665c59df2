import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

/** Answers in place of a model until you have one. It understands "add …" and "clear the list". Delete it when you set `TIDEMARK_MODEL`. */
export class OfflineModel extends BaseChatModel {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return "offline";
  }

  /** LangChain calls it with the tools of the agent. This model knows them. */
  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = answerTo(messages);
    return { generations: [{ text: message.text, message }] };
  }

  /** The same answer word by word, as models send it. */
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, tool_calls: calls = [] } = answerTo(messages);
    const id = crypto.randomUUID();
    const tools = calls.map(({ name, args, id: callId }, index) => ({
      name,
      args: JSON.stringify(args),
      id: callId,
      index,
      type: "tool_call_chunk" as const,
    }));
    for (const content of tools.length > 0 ? [""] : text.split(/(?<= )/)) {
      const message = new AIMessageChunk({ id, content, tool_call_chunks: tools });
      const chunk = new ChatGenerationChunk({ message, text: content });
      yield chunk;
      await runManager?.handleLLMNewToken(content, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

function answerTo(messages: readonly BaseMessage[]): AIMessage {
  const last = messages.at(-1);
  if (last?.type === "tool") return new AIMessage(last.text);
  const text = last?.text ?? "";
  const item = /\badd (.+)/i.exec(text)?.[1];
  const id = `call_${messages.length}`;
  if (item !== undefined) return new AIMessage({ content: "", tool_calls: [{ id, name: "add_item", args: { item } }] });
  if (/\bclear\b/i.test(text))
    return new AIMessage({ content: "", tool_calls: [{ id, name: "clear_list", args: {} }] });
  return new AIMessage('Without a model I only understand "add …" and "clear the list". See .env.example.');
}
