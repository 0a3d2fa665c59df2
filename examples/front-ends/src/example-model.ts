import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

/** Model that needs no key: a few words decide what it does, and it speaks word by word. */
export class ExampleModel extends BaseChatModel {
  /** Resolves when the model may speak after its fifth word. */
  readonly #goOn: () => Promise<void>;

  constructor(goOn: () => Promise<void> = () => Promise.resolve()) {
    super({});
    this.#goOn = goOn;
  }

  _llmType(): string {
    return "example";
  }

  /** The tools are known: `refund` and `ask`. */
  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    let whole: AIMessageChunk | null = null;
    // oxlint-disable-next-line eslint/no-underscore-dangle -- the name that LangChain gives the method
    for await (const { message } of this._streamResponseChunks(messages, options)) {
      if (message instanceof AIMessageChunk) whole = whole === null ? message : whole.concat(message);
    }
    const message = whole ?? new AIMessageChunk("");
    return { generations: [{ message, text: message.text }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const id = crypto.randomUUID();
    let spoken = 0;
    for (const { content, call: called } of answerTo(messages)) {
      const tool = { ...called, id: `call-${id}`, index: 0, type: "tool_call_chunk" } as const;
      const message = new AIMessageChunk({ id, content, ...(called && { tool_call_chunks: [tool] }) });
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await runManager?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk });
      spoken += 1;
      if (spoken === 5) await this.#goOn();
    }
  }
}

/** Part of an answer. */
interface Part {
  readonly content: string | { readonly type: "reasoning"; readonly reasoning: string }[];
  readonly call?: { readonly name: string; readonly args: string };
}

function answerTo(messages: readonly BaseMessage[]): readonly Part[] {
  const last = messages.at(-1);
  const text = last?.text ?? "";
  if (last?.type === "tool") return words(`Done: ${text}`);
  const [, order] = /refund (\S+)/i.exec(text) ?? [];
  if (order !== undefined) return call("refund", { order });
  if (/refund/i.test(text)) return call("ask", { question: "Which order?" });
  if (/fail/i.test(text)) throw new Error("The example model was asked to fail.");
  return words("Once upon a time there was a turn that went on although nobody was looking.");
}

const words = (text: string): readonly Part[] => text.split(/(?<= )/).map((content) => ({ content }));

const call = (name: string, args: object): readonly Part[] => [
  { content: [{ type: "reasoning", reasoning: "This needs a tool." }] },
  { content: "", call: { name, args: JSON.stringify(args) } },
];
