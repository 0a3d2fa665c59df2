import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type UsageMetadata } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";

/** What a provider reports as usage, which may be anything. */
export type Reported = unknown;

export const tokens = (input: unknown, output: unknown, total?: unknown): Reported => ({
  input_tokens: input,
  output_tokens: output,
  ...(total !== undefined && { total_tokens: total }),
});

/** A model that reports usage as scripted and ignores its signal, with the number of calls that reached it. */
export class CountingModel extends BaseChatModel {
  calls = 0;
  readonly #model: string;
  readonly #report: (call: number) => Reported;

  constructor(report: (call: number) => Reported, model = "test-model") {
    super({});
    this.#report = report;
    this.#model = model;
  }

  override _llmType(): string {
    return "counting";
  }

  override getLsParams() {
    return { ls_model_type: "chat" as const, ls_provider: "test", ls_model_name: this.#model };
  }

  override async _generate() {
    this.calls += 1;
    const reported = this.#report(this.calls);
    await new Promise((resolve) => setImmediate(resolve));
    // A provider reports anything.
    const message = Object.assign(new AIMessage("x"), { usage_metadata: reported });
    return { generations: [{ message, text: "x" }] };
  }
}

/** A model that asks another one for its answer. */
export class OuterModel extends CountingModel {
  readonly #inner: BaseChatModel;

  constructor(inner: BaseChatModel, report: (call: number) => Reported) {
    super(report);
    this.#inner = inner;
  }

  override async _generate() {
    await this.#inner.invoke("x");
    // oxlint-disable-next-line eslint/no-underscore-dangle -- LangChain's name
    return await super._generate();
  }
}

/** A model that streams words, each with usage. */
export class ChunkedModel extends BaseChatModel {
  readonly #usage: readonly UsageMetadata[];
  readonly #handsOver: boolean;

  /** With `handsOver` false, LangChain learns the texts of the chunks, but not the chunks. */
  constructor(usage: readonly UsageMetadata[], { handsOver = true }: { readonly handsOver?: boolean } = {}) {
    super({});
    this.#usage = usage;
    this.#handsOver = handsOver;
  }

  override _llmType(): string {
    return "chunked";
  }

  override bindTools(): this {
    return this;
  }

  override _generate(): Promise<never> {
    return Promise.reject(new Error("It streams only."));
  }

  override async *_streamResponseChunks(
    ...[, , manager]: Parameters<BaseChatModel["_streamResponseChunks"]>
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const usage_metadata of this.#usage) {
      const chunk = new ChatGenerationChunk({
        text: "x ",
        message: Object.assign(new AIMessageChunk("x "), { usage_metadata }),
      });
      yield chunk;
      await manager?.handleLLMNewToken(
        "x ",
        undefined,
        undefined,
        undefined,
        undefined,
        this.#handsOver ? { chunk } : {},
      );
    }
  }
}
