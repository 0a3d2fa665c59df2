import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** Answers in place of a model until you have one. It understands a few sentences about invoices. Delete it when you set `TIDEMARK_MODEL`. */
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
    const before = messages.slice(0, asked).findLast(({ type, text }) => type === "ai" && text !== "");
    const wish = wishIn(messages[asked]?.text ?? "", before?.text === WHICH);
    if ("answer" in wish) return new AIMessage(wish.answer);
    const { id } = wish;
    if (!this.#tools.includes("refund")) return this.#call(messages, "transfer_to_billing", { task: `Invoice ${id}` });
    const last = results.at(-1);
    if (last === undefined || last.name?.startsWith("transfer")) return this.#call(messages, "find_invoice", { id });
    const amount = /"amount":\s*(\d+)/.exec(last.text)?.[1];
    if (last.name !== "find_invoice" || amount === undefined) return new AIMessage(last.text);
    if (!wish.refunds) return new AIMessage(`Invoice ${id} is for ${amount}.`);
    return this.#call(messages, "refund", { id, amount: Number(amount) });
  }

  #call(messages: readonly BaseMessage[], name: string, args: Record<string, unknown>): AIMessage {
    return new AIMessage({ content: "", tool_calls: [{ id: `call_${messages.length}`, name, args }] });
  }
}

const HELP = 'I find and refund invoices: type "show invoice b", "refund b", or "refund a", which needs your approval.';

const WHICH = "Which invoice? The samples are a and b.";

/** Request of a message: an answer, or work on an invoice. */
function wishIn(text: string, wasAsked: boolean): { answer: string } | { id: string; refunds: boolean } {
  const says = (pattern: RegExp) => pattern.test(text);
  const refunds = wasAsked || says(/refund|money back|reimburse|pay (?:me )?back|return/i);
  const id = invoiceIn(text);
  if (id !== null && (refunds || says(/invoice|bill|order|show|find|how much|amount|look/i))) return { id, refunds };
  if (refunds) return { answer: WHICH };
  if (says(/\b(?:thanks|thank you|bye|great|ok|okay)\b/i)) return { answer: "You are welcome." };
  if (says(/^(?:yes|no)\b/i)) return { answer: "No question is open." };
  if (says(/invoice|bill|order/i)) return { answer: `The samples are a, for 180, and b, for 20. ${HELP}` };
  if (says(/\b(?:hi|hello|hey|help|who are you|what can you|what do you)\b/i)) return { answer: HELP };
  return { answer: `Without a model I do not understand that; .env.example says how to set one. ${HELP}` };
}

/** True for an "a" that is followed by what it stands before. */
const isArticle = (next = "") => !/^(?:|and|now|or|please|today|too)$/.test(next);

/** The invoice that a message names: a letter, or a word with digits. */
function invoiceIn(text: string): string | null {
  const words =
    text
      .toLowerCase()
      .replaceAll(/['\u2019]\w+/g, "")
      .match(/[\w-]+/g) ?? [];
  const named = words.filter((word, index) =>
    word === "a" ? !isArticle(words[index + 1]) : /^[b-hj-rv-z]$|\d/.test(word),
  );
  return named[0] ?? null;
}
