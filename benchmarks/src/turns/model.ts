import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** One answer of a script: a text and tool calls. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: Readonly<Record<string, Record<string, unknown>>>;
}

/**
 * A chat model that returns the scripted answers of a turn without delay, and starts over for the next turn.
 *
 * LangChain binds tools and parses objects as for any model that calls tools, so their cost is counted.
 */
export class TurnModel extends BaseChatModel {
  readonly #script: readonly ScriptedTurn[];
  #calls = 0;

  constructor(script: readonly ScriptedTurn[]) {
    super({});
    this.#script = script;
  }

  /** Number of calls so far. */
  get calls(): number {
    return this.#calls;
  }

  override _llmType(): string {
    return "turn";
  }

  override bindTools(tools: unknown[]): ReturnType<NonNullable<BaseChatModel["bindTools"]>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- BaseChatModel has no option of this name
    return this.withConfig({ tools } as object);
  }

  override _generate(): Promise<ChatResult> {
    const { text = "", calls = {} } = this.#script[this.#calls % this.#script.length] ?? {};
    this.#calls += 1;
    // Always a new message, because LangGraph writes ids into messages.
    const message = new AIMessageChunk({
      content: text,
      tool_calls: Object.entries(calls).map(([name, args], index) => ({
        id: `call_${this.#calls}_${index}`,
        name,
        args,
        type: "tool_call" as const,
      })),
    });
    return Promise.resolve({ generations: [{ text, message }] });
  }
}
