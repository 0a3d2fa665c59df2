import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeBuiltModel } from "@langchain/core/testing";
import { agentErrors } from "../kernel/errors.ts";
import { messagesOf } from "./model-input.ts";

/** One answer of a script: words, a whole message, calls of tools, an object for structured output, or a failure. */
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

/** One call that a model got, as its messages say it. */
export interface ModelCall {
  readonly messages: readonly BaseMessage[];
  /** True when an object was asked for. */
  readonly structured: boolean;
}

/**
 * Makes a chat model that answers by a script, in order, and fails where the script does not fit what happens.
 *
 * A call that the script does not expect throws `agents/unexpectedCall` with the last words that it got; an answer of the
 * other kind than was asked for throws `agents/wrongAnswer`. `assertDone()` throws `agents/unusedAnswers` while answers are left.
 *
 * @example
 * ```ts
 * import { scriptedModel } from "@tidemark/agents/testing";
 *
 * const model = scriptedModel(["It rains.", { structured: { city: "Bergen" } }]);
 * console.log((await model.invoke("And in Bergen?")).text); // It rains.
 * console.log(await model.withStructuredOutput({}).invoke("Which city?")); // { city: 'Bergen' }
 * model.assertDone();
 * ```
 */
export const scriptedModel = (answers: readonly ScriptedAnswer[]): ScriptedModel => new ScriptedModel(answers);

/** A chat model that answers by a script; see `scriptedModel`. */
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

  /** Throws `agents/unusedAnswers` when the script was longer than what happened. */
  assertDone(): void {
    if (this.#left.length > 0) throw agentErrors.unusedAnswers({ left: this.#left.length, calls: this.#got.length });
  }

  /** Gives a model whose answers are the objects of the script. */
  override withStructuredOutput: FakeBuiltModel["withStructuredOutput"] = () =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script says what the caller's schema asks for, and the caller checks it
    RunnableLambda.from((input: unknown) => this.#object(messagesOf(input))) as never;

  #object(messages: readonly BaseMessage[]): Record<string, unknown> {
    const next = this.#next(messages, true);
    if (next instanceof Error) throw next;
    if (typeof next === "object" && "structured" in next) return next.structured;
    throw agentErrors.wrongAnswer({ asked: "an object", call: this.#got.length });
  }

  /** The host's model takes its answers from a queue, also where tools are bound to it: one place is always kept for the script. */
  #expect(): void {
    this.respond((messages) => {
      this.#expect();
      return this.#spoken(messages);
    });
  }

  #spoken(messages: readonly BaseMessage[]): BaseMessage | Error {
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
    if ("structured" in next) return agentErrors.wrongAnswer({ asked: "words", call: this.#got.length });
    return next;
  }

  #next(messages: readonly BaseMessage[], structured: boolean): ScriptedAnswer {
    this.#got.push({ messages, structured });
    const next = this.#left.shift();
    if (next === undefined) {
      throw agentErrors.unexpectedCall({ call: this.#got.length, said: messages.at(-1)?.text ?? "" });
    }
    return next;
  }
}
