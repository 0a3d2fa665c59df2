import { InMemoryStore, MemorySaver } from "@langchain/langgraph-checkpoint";
import { memoryLocks } from "../locks/memory-locks.ts";
import type { ThreadStorage } from "./thread-storage.ts";

/**
 * Keeps threads in the memory of the process, for tests and first steps. The end of the process ends them.
 *
 * @example
 * ```ts
 * import { memory } from "tidemark";
 *
 * const storage = memory();
 * console.log(await storage.saver.getTuple({ configurable: { thread_id: "ann" } })); // undefined
 * ```
 */
export const memory = (): ThreadStorage => ({
  saver: new MemorySaver(),
  locks: memoryLocks(),
  store: new InMemoryStore(),
  setup: () => Promise.resolve(),
  close: () => Promise.resolve(),
});
