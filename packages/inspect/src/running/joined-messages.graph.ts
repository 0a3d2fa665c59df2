import { REFUSED } from "@tidemark/agents/internal/langgraph";
import type { SteeringMessage, SteeringSource } from "@tidemark/state-manager/internal/langgraph";
import type { RecordedAnswer } from "./cassette.ts";

/** How messages join a turn that runs again. */
interface JoinedOptions {
  /** Nodes of which not every run happens again, so that their calls cannot be counted. Defaults to none. */
  readonly skipped?: ReadonlySet<string>;
  /** Learns of a message that is not given again. */
  readonly miss?: (node: string, problem: string) => void;
}

/** Messages that had joined a stored turn: each is there for the call of its node that read it. */
export class JoinedMessages implements SteeringSource {
  readonly #answers: readonly RecordedAnswer[];
  readonly #skipped: ReadonlySet<string>;
  readonly #miss: NonNullable<JoinedOptions["miss"]>;
  /** Calls of each node so far. A loop reads its messages once for each. */
  readonly #calls = new Map<string, number>();

  constructor(answers: readonly RecordedAnswer[], { skipped = new Set(), miss = () => undefined }: JoinedOptions = {}) {
    this.#answers = answers;
    this.#skipped = skipped;
    this.#miss = miss;
  }

  list(reader?: string): Promise<readonly SteeringMessage[]> {
    if (reader === undefined) return Promise.resolve([]);
    const call = this.#calls.get(reader) ?? 0;
    this.#calls.set(reader, call + 1);
    const own = this.#answers.filter(({ node }) => (node ?? reader) === reader);
    const joined = own.slice(0, call + 1).flatMap((each) => each.joined ?? []);
    if (own.some((each) => each.joined !== undefined) && this.#skipped.has(reader))
      this.#miss(reader, "it is not known where a message joined it, because another run of it was not judged");
    if (joined.some(({ text }) => text === REFUSED))
      this.#miss(reader, "a guardrail has refused a message that joined the turn, so the thread does not contain it");
    return Promise.resolve(joined);
  }

  /** What joined a turn stays a part of it. */
  remove(): Promise<void> {
    return Promise.resolve();
  }
}
