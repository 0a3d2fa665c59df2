import { stateManagerErrors } from "../kernel/errors.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";

/**
 * Runs `write` while the id of a new thread is locked.
 *
 * `write` receives a check to call before each write. The check throws `state-manager/fenced` when the lease is lost. An id that
 * cannot be locked throws `state-manager/threadBusy`.
 */
export async function lockNewThread<Result>(
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
