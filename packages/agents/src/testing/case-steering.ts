import type { SteeringMessage, SteeringSource } from "@tidemark/state-manager/internal/langgraph";
import type { SteeringText } from "./evaluation-case.ts";

/** Messages of a case that join its turns: each is there for the call that reads it. */
export class CaseSteering implements SteeringSource {
  readonly #messages: readonly (SteeringMessage & SteeringText)[];
  /** Calls so far. A loop of an agent reads its messages once for each. */
  #calls = 0;

  constructor(messages: readonly SteeringText[]) {
    this.#messages = messages.map((each, index) => ({ ...each, id: `steering_${index + 1}` }));
  }

  /** Texts that no call has read. */
  get unread(): readonly string[] {
    return this.#messages.flatMap(({ text, call }) => (call > this.#calls ? [text] : []));
  }

  list(node?: string): Promise<readonly SteeringMessage[]> {
    if (node === undefined) return Promise.resolve([]);
    this.#calls += 1;
    return Promise.resolve(this.#messages.filter(({ call }) => call <= this.#calls));
  }

  /** What has joined a turn stays a part of the case. */
  remove(): Promise<void> {
    return Promise.resolve();
  }
}
