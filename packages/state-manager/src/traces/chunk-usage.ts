import { isPlainRecord } from "@tidemark/reducers/internal";
import { tokensOf } from "./call-tokens.ts";

/**
 * Usage that the chunks of one streamed answer report.
 *
 * LangChain adds up what chunks report. Some providers repeat the running totals in each chunk, which would count the input once for
 * each of them.
 */
export class ChunkUsage {
  #input = 0;
  #output = 0;
  #last: unknown = null;
  /** True if two chunks in a row report the same input. */
  #repeats = false;
  /** True if a chunk reports more output than the one before. */
  #grows = false;
  /** True if a chunk reports less than the one before. */
  #falls = false;

  /** Adds what LangChain passes to `handleLLMNewToken` with a token. */
  token(fields: unknown): void {
    this.#add(memberOf(memberOf(memberOf(fields, "chunk"), "message"), "usage_metadata"));
  }

  /** Adds an event of `handleChatModelStreamEvent`. Its usage is the sum of all chunks so far. */
  event(event: unknown): void {
    if (memberOf(event, "event") === "message-finish") return;
    const sum = tokensOf(memberOf(event, "usage"));
    const [input, output] = [sum.input - this.#input, sum.output - this.#output];
    this.#add({ input_tokens: input, output_tokens: output, total_tokens: input + output });
  }

  /** The usage of the call: the last running totals if LangChain has added up repeated ones, else what it reports. */
  of(merged: unknown): unknown {
    const { input, output } = tokensOf(merged);
    const isSum = input === this.#input && output === this.#output;
    if (!isSum || !this.#repeats || this.#falls) return merged;
    if (this.#grows || !isPlainRecord(this.#last)) return this.#last;
    // The same in each chunk: the input is that of the call, the outputs may be what each chunk adds.
    const { input: first, total } = tokensOf(this.#last);
    return { ...this.#last, output_tokens: output, total_tokens: Math.max(total, first + output) };
  }

  #add(metadata: unknown): void {
    const { input, output, total } = tokensOf(metadata);
    if (total === 0) return;
    if (this.#last !== null) {
      const last = tokensOf(this.#last);
      this.#repeats ||= input > 0 && input === last.input;
      this.#grows ||= output > last.output;
      this.#falls ||= input < last.input || output < last.output;
    }
    this.#input += input;
    this.#output += output;
    this.#last = metadata;
  }
}

const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);
