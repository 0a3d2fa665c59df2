import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** One answer of a script: words, and the calls of tools that go with them. */
export interface TurnAnswer {
  readonly said?: string;
  readonly calls?: Readonly<Record<string, Record<string, unknown>>>;
}

/**
 * A chat model that answers at once, by the script of a turn and then from its beginning again.
 *
 * Tools are bound and objects asked for as the host does it for any model that calls tools, so that what this costs is counted.
 */
export class TurnModel extends BaseChatModel {
  readonly #script: readonly TurnAnswer[];
  #asked = 0;

  constructor(script: readonly TurnAnswer[]) {
    super({});
    this.#script = script;
  }

  /** How often it has answered. */
  get asked(): number {
    return this.#asked;
  }

  override _llmType(): string {
    return "turn";
  }

  override bindTools(tools: unknown[]): ReturnType<NonNullable<BaseChatModel["bindTools"]>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a model of its own knows no option of this name
    return this.withConfig({ tools } as object);
  }

  override _generate(): Promise<ChatResult> {
    const { said = "", calls = {} } = this.#script[this.#asked % this.#script.length] ?? {};
    this.#asked += 1;
    // Always another message: the host writes ids into those that it is given.
    const message = new AIMessageChunk({
      content: said,
      tool_calls: Object.entries(calls).map(([name, args], index) => ({
        id: `call_${this.#asked}_${index}`,
        name,
        args,
        type: "tool_call" as const,
      })),
    });
    return Promise.resolve({ generations: [{ text: said, message }] });
  }
}
