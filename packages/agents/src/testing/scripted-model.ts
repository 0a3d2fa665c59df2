import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeBuiltModel } from "@langchain/core/testing";
import { agentErrors } from "../kernel/errors.ts";
import { messagesOf } from "./model-input.ts";

/** One answer of a script: text, a complete message, tool calls, an object for structured output, or a failure. */
export type ScriptedAnswer =
  | string
  | BaseMessage
  | Error
  | {
      readonly toolCalls: readonly {
        readonly name: string;
        readonly args: Record<string, unknown>;
        readonly id?: string;
      }[];
    }
  | { readonly structured: Record<string, unknown> };

/** One call of a model. */
export interface ModelCall {
  readonly messages: readonly BaseMessage[];
  /** True if the call requested an object. */
  readonly structured: boolean;
}

/**
 * Creates a chat model that returns scripted answers in order, and fails if the script does not match the calls.
 *
 * A call without a scripted answer throws `agents/unexpectedCall` with the last prompt. An answer of the wrong kind
 * throws `agents/wrongAnswer`. `assertDone()` throws `agents/unusedAnswers` while answers are left. `got` are the calls so far, each with its messages.
 *
 * @example
 * ```ts
 * import { scriptedModel } from "tidemark/testing";
 *
 * const model = scriptedModel(["It rains.", { structured: { city: "Bergen" } }]);
 * console.log((await model.invoke("And in Bergen?")).text); // It rains.
 * console.log(await model.withStructuredOutput({}).invoke("Which city?")); // { city: 'Bergen' }
 * console.log(model.got.length, model.got[1]?.messages[0]?.text); // 2 Which city?
 * model.assertDone();
 * ```
 */
export const scriptedModel = (answers: readonly ScriptedAnswer[]): ScriptedModel => new ScriptedModel(answers);

/** A chat model that returns scripted answers. See `scriptedModel`. */
export class ScriptedModel extends FakeBuiltModel {
  readonly #left: ScriptedAnswer[];
  readonly #got: ModelCall[] = [];

  constructor(answers: readonly ScriptedAnswer[]) {
    super();
    this.#left = [...answers];
    this.#expect();
  }

  /** All calls, in order. */
  get got(): readonly ModelCall[] {
    return this.#got;
  }

  /** Throws `agents/unusedAnswers` if scripted answers are left. */
  assertDone(): void {
    if (this.#left.length > 0) throw agentErrors.unusedAnswers({ left: this.#left.length, calls: this.#got.length });
  }

  /** Returns a model that answers with the objects of the script. */
  override withStructuredOutput: FakeBuiltModel["withStructuredOutput"] = () =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script contains what the caller's schema describes, and the caller validates it
    RunnableLambda.from((input: unknown) => this.#object(messagesOf(input))) as never;

  #object(messages: readonly BaseMessage[]): Record<string, unknown> {
    const next = this.#next(messages, true);
    if (next instanceof Error) throw next;
    if (typeof next === "object" && "structured" in next) return next.structured;
    throw agentErrors.wrongAnswer({ expected: "an object", call: this.#got.length });
  }

  /** Keeps one response queued. LangChain's fake model reads its answers from a queue, even after tools are bound. */
  #expect(): void {
    this.respond((messages) => {
      this.#expect();
      return this.#textAnswer(messages);
    });
  }

  #textAnswer(messages: readonly BaseMessage[]): BaseMessage | Error {
    const next = this.#next(messages, false);
    if (next instanceof Error) return next;
    if (typeof next === "string") return new AIMessage(next);
    if ("toolCalls" in next) {
      const calls = next.toolCalls.map((call, index) => ({
        ...call,
        type: "tool_call" as const,
        id: call.id ?? `call_${this.#got.length}_${index + 1}`,
      }));
      return new AIMessage({ content: "", tool_calls: calls });
    }
    if ("structured" in next) return agentErrors.wrongAnswer({ expected: "text", call: this.#got.length });
    return next;
  }

  #next(messages: readonly BaseMessage[], structured: boolean): ScriptedAnswer {
    this.#got.push({ messages, structured });
    const next = this.#left.shift();
    if (next === undefined) {
      throw agentErrors.unexpectedCall({ call: this.#got.length, prompt: messages.at(-1)?.text ?? "" });
    }
    return next;
  }
}
