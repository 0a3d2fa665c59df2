import type { StoredTurns } from "./stored-turns.ts";

/** A long conversation with one contender. */
export interface Conversation {
  /** Runs one turn on a thread and returns the text of its last message. */
  readonly turn: (threadId: string) => Promise<string>;
  /** Returns the number of model calls so far. */
  readonly modelCalls: () => number;
  /** Returns the number of stored items of a thread and their kind: `8 checkpoints`. */
  readonly stored: (threadId: string) => Promise<string>;
  /** Reads the turns of a thread from its storage. */
  readonly read: (threadId: string) => Promise<StoredTurns>;
  readonly close: () => void | Promise<void>;
}
