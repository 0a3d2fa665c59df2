import { type AnswerMatch, type AskedCall, Cassette, type RecordedAnswer } from "../running/cassette.ts";

/** Call of a model in a replay. */
export interface NotedCall extends AskedCall {
  /** Way in which the answer was found. Null if there was none. */
  readonly match: AnswerMatch | null;
}

/** A cassette that notes the calls, and says when it has no answer. */
export class NotingCassette extends Cassette {
  readonly calls: NotedCall[] = [];
  readonly #miss: (node: string | null) => void;

  constructor(answers: readonly RecordedAnswer[], miss: (node: string | null) => void) {
    super(answers);
    this.#miss = miss;
  }

  override take(call: AskedCall, options: { readonly onlySamePrompt: boolean }): RecordedAnswer | null {
    const before = this.matches.prompt;
    const answer = super.take(call, options);
    const match = answer === null ? null : this.matches.prompt > before ? "prompt" : "order";
    this.calls.push({ ...call, match });
    if (answer === null) this.#miss(call.node);
    return answer;
  }
}
