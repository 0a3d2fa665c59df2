import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** Answers in place of a model until you have one. It understands "refund a", and nothing else. Delete it when you set `TIDEMARK_MODEL`. */
export class OfflineModel extends BaseChatModel {
  readonly #tools: readonly string[];

  constructor(tools: readonly string[] = []) {
    super({});
    this.#tools = tools;
  }

  override _llmType(): string {
    return "offline";
  }

  override bindTools(tools: BindToolsInput[]): OfflineModel {
    return new OfflineModel(tools.map((tool) => ("name" in tool ? String(tool.name) : "")));
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = this.#answer(messages);
    return { generations: [{ text: message.text, message }] };
  }

  #answer(messages: readonly BaseMessage[]): AIMessage {
    const asked = messages.findLastIndex(({ type }) => type === "human");
    const results = messages.slice(asked + 1).filter(({ type }) => type === "tool");
    const id = /\brefund (?:invoice )?(\w+)/i.exec(messages[asked]?.text ?? "")?.[1];
    if (id === undefined) return new AIMessage('Without a model I only understand "refund a". See .env.example.');
    if (!this.#tools.includes("refund")) return this.#call(messages, "transfer_to_billing", { task: `Refund ${id}` });
    const last = results.at(-1);
    if (last === undefined || last.name?.startsWith("transfer")) return this.#call(messages, "find_invoice", { id });
    const amount = /"amount":\s*(\d+)/.exec(last.text)?.[1];
    if (last.name !== "find_invoice" || amount === undefined) return new AIMessage(last.text);
    return this.#call(messages, "refund", { id, amount: Number(amount) });
  }

  #call(messages: readonly BaseMessage[], name: string, args: Record<string, unknown>): AIMessage {
    return new AIMessage({ content: "", tool_calls: [{ id: `call_${messages.length}`, name, args }] });
  }
}
