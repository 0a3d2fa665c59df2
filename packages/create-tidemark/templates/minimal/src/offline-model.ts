import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** Answers in place of a model until you have one. It understands "add …", and says so. Delete it when you set `TIDEMARK_MODEL`. */
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
  const asked = messages.findLastIndex(({ type }) => type === "human");
  const results = messages.slice(asked + 1).filter(({ type }) => type === "tool");
  if (results.length > 0) return new AIMessage(results.map(({ text }) => text).join(" "));
  const added = /\badd (.+)/i.exec(messages[asked]?.text ?? "")?.[1] ?? "";
  const items = added.split(/,|\band\b/i).map((item) => item.replace(/[.!?]+$/, "").trim());
  const calls = items
    .filter((item) => item !== "")
    .map((item, index) => ({ id: `call_${messages.length}_${index}`, name: "add_item", args: { item } }));
  if (calls.length > 0) return new AIMessage({ content: "", tool_calls: calls });
  return new AIMessage(
    'I keep a list: type "add eggs". Without a model I understand nothing else; .env.example says how to set one.',
  );
}
