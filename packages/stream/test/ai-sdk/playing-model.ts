import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage, type MessageContent } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

/** Piece of an answer that a model streams. */
export interface Piece {
  readonly content?: MessageContent;
  readonly call?: { readonly id: string; readonly name: string; readonly args: object; readonly index: number };
}

/** Model that streams given answers, one for each call. An answer `fail` throws. */
export class PlayingModel extends BaseChatModel {
  answers: (readonly Piece[] | "fail")[] = [];
  #count = 0;

  constructor() {
    super({});
  }

  _llmType(): string {
    return "playing";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    let whole = new AIMessageChunk("");
    // oxlint-disable-next-line eslint/no-underscore-dangle -- the name that LangChain gives the method
    for await (const { message } of this._streamResponseChunks(messages, options)) {
      if (message instanceof AIMessageChunk) whole = whole.concat(message);
    }
    return { generations: [{ message: whole, text: whole.text }] };
  }

  override async *_streamResponseChunks(
    _: BaseMessage[],
    __: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const answer = this.answers.shift() ?? [{ content: "Nothing more." }];
    if (answer === "fail") throw new Error("The model has failed.");
    this.#count += 1;
    for (const { content = "", call } of answer) {
      const message = new AIMessageChunk({
        id: `answer-${this.#count}`,
        content,
        ...(call && {
          tool_call_chunks: [{ ...call, args: JSON.stringify(call.args), type: "tool_call_chunk" as const }],
        }),
      });
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await runManager?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}
