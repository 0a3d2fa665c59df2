import type { ThreadLocks } from "./thread-locks.ts";

const locksOfSavers = new WeakMap<object, ThreadLocks>();

/** Notes that each statement of a saver that writes checks the leases of these locks. Returns the saver. */
export function withFence<Saver extends object>(saver: Saver, locks: ThreadLocks): Saver {
  locksOfSavers.set(saver, locks);
  return saver;
}

/** True if each statement of a saver that writes checks the leases of these locks. */
export const isFencedBy = (saver: object, locks: ThreadLocks): boolean => locksOfSavers.get(saver) === locks;
