import type { KeptTurns } from "./kept-turns.ts";

/** One contender of a long conversation. */
export interface Conversation {
  /** Takes one turn on a thread, and gives what was said last. */
  readonly turn: (threadId: string) => Promise<string>;
  /** How often its model has answered. */
  readonly asked: () => number;
  /** How much is stored for a thread, and of what. */
  readonly stored: (threadId: string) => Promise<string>;
  /** What a thread holds, read anew from where it is stored. */
  readonly kept: (threadId: string) => Promise<KeptTurns>;
  readonly close: () => void | Promise<void>;
}
