import { stateManagerErrors } from "../kernel/errors.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";

/**
 * Runs while nobody else writes to a thread that is being made.
 *
 * `write` is given a check that it calls before each write: it throws `state-manager/fenced` when the lease is lost. Locks that do not
 * give the thread throw `state-manager/threadBusy`.
 */
export async function holdNewThread<Result>(
  locks: ThreadLocks,
  threadId: string,
  write: (requireLease: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const acquisition = await locks.acquire(threadId);
  if (acquisition.outcome !== "acquired") throw stateManagerErrors.threadBusy({ threadId });
  const { lease } = acquisition;
  try {
    return await write(async () => {
      if (!(await lease.holds())) throw stateManagerErrors.fenced({ threadId, token: lease.token });
    });
  } finally {
    await lease.release();
  }
}
