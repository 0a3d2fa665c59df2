import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** Answers in place of a model until you have one. It understands "add …", and nothing else. Delete it when you set `TIDEMARK_MODEL`. */
export class OfflineModel extends BaseChatModel {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return "offline";
  }

  /** LangChain calls it with the tools of the agent. This model knows its only tool. */
  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = answerTo(messages);
    return { generations: [{ text: message.text, message }] };
  }
}

function answerTo(messages: readonly BaseMessage[]): AIMessage {
  const last = messages.at(-1);
  if (last?.type === "tool") return new AIMessage(last.text);
  const item = /\badd (.+)/i.exec(last?.text ?? "")?.[1];
  if (item === undefined) return new AIMessage('Without a model I only understand "add …". See .env.example.');
  return new AIMessage({
    content: "",
    tool_calls: [{ id: `call_${messages.length}`, name: "add_item", args: { item } }],
  });
}
