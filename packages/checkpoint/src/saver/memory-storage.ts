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
 * const first = await storage.locks.acquire("ann");
 * const second = await storage.locks.acquire("ann", { onBusy: "refuse" });
 * console.log(first.outcome, second.outcome); // acquired busy
 * ```
 */
export const memory = (): ThreadStorage => ({
  saver: new MemorySaver(),
  locks: memoryLocks(),
  store: new InMemoryStore(),
  setup: () => Promise.resolve(),
  close: () => Promise.resolve(),
});
