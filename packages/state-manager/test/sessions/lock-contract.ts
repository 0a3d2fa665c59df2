import type { Lease } from "@tidemark/checkpoint/internal";
import type { ThreadLocks } from "@tidemark/state-manager";

/** Acquires a thread that must be unlocked. */
export async function acquired(locks: ThreadLocks, threadId = "t"): Promise<Lease> {
  const acquisition = await locks.acquire(threadId);
  if (acquisition.outcome !== "acquired") throw new Error(`The thread is ${acquisition.outcome}.`);
  return acquisition.lease;
}
