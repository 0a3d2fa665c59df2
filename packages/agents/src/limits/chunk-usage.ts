import { type CallTokens, tokensOf } from "@tidemark/state-manager/internal";

/**
 * Tokens that the chunks of one streamed answer report.
 *
 * LangChain adds up what chunks report. Some providers repeat the running totals in each chunk, which would count the input once for
 * each of them.
 */
export class ChunkUsage {
  #input = 0;
  #output = 0;
  #repeats = 0;
  #last: CallTokens | null = null;
  /** True while each chunk reports at least the output of the one before. */
  #grows = true;
  /** True if a chunk reports more output than the one before. */
  #hasGrown = false;

  /** Adds the `usage_metadata` of a chunk. */
  add(metadata: unknown): void {
    const tokens = tokensOf(metadata);
    if (tokens.total === 0) return;
    const { input, output } = tokens;
    this.#input += input;
    this.#output += output;
    if (this.#last !== null) {
      if (input > 0 && input === this.#last.input) this.#repeats += 1;
      else this.#repeats = Number.NaN;
      this.#grows &&= output >= this.#last.output;
      this.#hasGrown ||= output > this.#last.output;
    }
    this.#last = tokens;
  }

  /** The tokens of the call: the last running totals if the sum is that of repeated ones, else the sum. */
  correct(sum: CallTokens): CallTokens {
    const last = this.#last;
    if (last === null || !(this.#repeats > 0) || !this.#grows || !this.#hasGrown) return sum;
    return sum.input === this.#input && sum.output === this.#output ? last : sum;
  }
}
