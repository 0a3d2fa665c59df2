import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { freezeDeep } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { storeLabel } from "../users/user-key.ts";

/** Message of a person for the turn that is running. */
export interface SteeringMessage {
  readonly id: string;
  readonly text: string;
}

/** Maximum number of messages that wait in one thread. */
const MOST_WAITING = 100;

/** Maximum number of characters of the messages that wait in one thread. */
const MOST_CHARACTERS = 1_000_000;

/** Number of messages that are read. Senders that come at the same moment can together exceed the maximum. */
const MOST_READ = 10 * MOST_WAITING;

/** Messages of this process so far: the order of those of one moment. */
let count = 0;

/**
 * Messages of one thread that no stored state contains yet, in a store.
 *
 * The sender has no lease of the thread, so it cannot write to its checkpoints. A message leaves when a stored state contains it.
 */
export class Inbox {
  readonly #store: BaseStore;
  readonly #namespace: string[];

  constructor(store: BaseStore, threadId: string) {
    this.#store = store;
    this.#namespace = ["tidemark", "steering", storeLabel(threadId)];
  }

  /** Stores a message. False if too many wait, or too many characters. */
  async add({ id, text }: SteeringMessage, at: string): Promise<boolean> {
    const waiting = await this.list();
    if (waiting.some((each) => each.id === id)) return true;
    const characters = waiting.reduce((sum, each) => sum + each.text.length, text.length);
    if (waiting.length >= MOST_WAITING || characters > MOST_CHARACTERS) return false;
    count += 1;
    // Frozen, because an InMemoryStore returns the object itself. Words of a conversation are not indexed for search.
    await this.#store.put(this.#namespace, id, freezeDeep({ text, at, count }), false);
    return true;
  }

  /** The messages, oldest first. Stores return them in any order. */
  async list(): Promise<readonly SteeringMessage[]> {
    const items = await this.#store.search(this.#namespace, { limit: MOST_READ });
    return items
      .flatMap(({ key, value }) => {
        const { text, at, count: number }: Readonly<Record<string, unknown>> = isPlainRecord(value) ? value : {};
        return typeof text === "string" ? [{ id: key, text, at: String(at), number: Number(number) }] : [];
      })
      .toSorted((one, other) => one.at.localeCompare(other.at) || one.number - other.number)
      .map(({ id, text }) => ({ id, text }));
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#store.delete(this.#namespace, id);
  }
}
