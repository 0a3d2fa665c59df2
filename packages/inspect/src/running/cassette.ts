/** Answer of a model that was recorded, or found among the stored messages of a thread. */
export interface RecordedAnswer {
  /** Node whose code called the model. Null if it is not known. */
  readonly node: string | null;
  /** Texts that identify the prompt, the most exact one first: with its system messages, without them, since the user's message. */
  readonly prompts: readonly string[];
  /** Time of the call, as ISO 8601. Null for an answer that was found in the thread. */
  readonly at: string | null;
  /** Message of the answer, as LangChain stores it. */
  readonly message: unknown;
  /** Messages of people that had joined the turn, and that the model read first for this answer. */
  readonly joined?: readonly { readonly id: string; readonly text: string }[];
}

/** Call of a model that asks for an answer. */
export interface AskedCall {
  readonly node: string | null;
  readonly prompts: readonly string[];
}

/** Way in which an answer was found. */
export type AnswerMatch = "prompt" | "order";

/**
 * Recorded answers, each given once. A call gets the answer to its own prompt; if the prompt has changed, the next answer that the same
 * node got.
 */
export class Cassette {
  readonly #answers: readonly RecordedAnswer[];
  readonly #used = new Set<RecordedAnswer>();
  readonly #matches: Record<AnswerMatch, number> = { prompt: 0, order: 0 };

  constructor(answers: readonly RecordedAnswer[]) {
    this.#answers = answers;
  }

  /** Number of answers that were given, by the way in which they were found. */
  get matches(): Readonly<Record<AnswerMatch, number>> {
    return { ...this.#matches };
  }

  /** Number of answers of a node, or of all nodes. */
  countOf(node: string | null): number {
    return this.#answers.filter((each) => node === null || each.node === node).length;
  }

  /** Takes the answer to a call. Null if there is none. With `onlySamePrompt`, the order of calls is not enough. */
  take({ node, prompts }: AskedCall, { onlySamePrompt }: { readonly onlySamePrompt: boolean }): RecordedAnswer | null {
    const left = this.#answers.filter(
      (each) => !this.#used.has(each) && (node === null || (each.node ?? node) === node),
    );
    for (const [index, prompt] of prompts.entries()) {
      const found = left.find((each) => each.prompts[index] === prompt && prompt !== "");
      if (found !== undefined) return this.#give(found, "prompt");
    }
    const next = onlySamePrompt ? undefined : left[0];
    return next === undefined ? null : this.#give(next, "order");
  }

  #give(answer: RecordedAnswer, match: AnswerMatch): RecordedAnswer {
    this.#used.add(answer);
    this.#matches[match] += 1;
    return answer;
  }
}
