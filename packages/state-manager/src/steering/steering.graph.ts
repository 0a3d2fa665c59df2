import type { RunnableConfig } from "@langchain/core/runnables";
import type { SteeringMessage } from "./inbox.graph.ts";

/** Key of a config with the messages for the run. LangGraph keeps keys that begin so out of its metadata. */
const STEERING = "__tidemark_steering";

/** Messages that wait for a thread, such as an inbox. */
export interface SteeringSource {
  /** The messages, oldest first. A source in which each node has a place for them gets the node that reads. */
  list(node?: string): Promise<readonly SteeringMessage[]>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Agent that reads messages. */
export interface SteeringReader {
  /** Key of its task, which stays the same when it runs again. */
  readonly key: string;
  /** Node of the outermost graph that it works in. */
  readonly node: string;
}

/** Messages of people for the turn that a run is part of. */
export class Steering {
  readonly #inbox: SteeringSource;
  /** Reader of each message that is taken, by id: an agent, or the input of the turn. */
  readonly #readers = new Map<string, string>();

  constructor(inbox: SteeringSource) {
    this.#inbox = inbox;
  }

  /** Part of a config in which agents find this. */
  get configurable(): Readonly<Record<string, unknown>> {
    return { [STEERING]: this };
  }

  /** True if anybody has read a message. */
  get isUsed(): boolean {
    return this.#readers.size > 0;
  }

  /** The input of a turn with its message and those that no turn has read, in the order in which they were sent. */
  inputWith(input: unknown, unread: readonly SteeringMessage[], message: SteeringMessage): unknown {
    const messages = unread.some(({ id }) => id === message.id) ? unread : [...unread, message];
    for (const { id } of messages) this.#readers.set(id, "");
    return { ...Object(input), messages: messages.map(asUser) };
  }

  /**
   * The messages that nobody else has read, oldest first, without those that the reader has. A reader that starts again gets its messages
   * again. A store that does not answer has none for the moment: the messages stay there.
   */
  async unread({ key, node }: SteeringReader, known: ReadonlySet<string>): Promise<readonly SteeringMessage[]> {
    const waiting = await this.#waiting(node);
    const own = waiting.filter(({ id }) => !known.has(id) && (this.#readers.get(id) ?? key) === key);
    for (const { id } of own) this.#readers.set(id, key);
    return own;
  }

  /** True if no stored state contains the message. */
  async has(id: string): Promise<boolean> {
    return (await this.#waiting()).some((each) => each.id === id);
  }

  /** Removes the messages that a stored state contains, and returns the others. */
  async settle(state: Readonly<Record<string, unknown>>): Promise<readonly SteeringMessage[]> {
    const waiting = await this.#waiting();
    if (waiting.length === 0) return waiting;
    const stored = messageIds(state);
    try {
      await this.#inbox.remove(waiting.map(({ id }) => id).filter((id) => stored.has(id)));
    } catch {
      // They are removed by the next turn, which finds them in the state.
    }
    return waiting.filter(({ id }) => !stored.has(id));
  }

  async #waiting(node?: string): Promise<readonly SteeringMessage[]> {
    try {
      return await this.#inbox.list(node);
    } catch {
      return [];
    }
  }
}

const asUser = ({ id, text }: SteeringMessage) => ({ role: "user", content: text, id });

/** The messages for a run; null outside of a session with a store. */
export function steeringIn({ configurable }: Pick<RunnableConfig, "configurable">): Steering | null {
  const found: unknown = configurable?.[STEERING];
  return found instanceof Steering ? found : null;
}

/** Ids of the messages of a state. */
export function messageIds({ messages }: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return new Set(list.map((each) => String(Reflect.get(Object(each), "id"))));
}
