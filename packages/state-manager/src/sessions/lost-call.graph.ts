import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { SessionRefusal } from "../turns/turn-result.ts";
import { configOn, type GraphThread, type LeasedThread } from "./leased-thread.graph.ts";

/** State of a thread at the end of a call. */
interface CallEnd {
  /** Id of the newest checkpoint that the saver returns now; null for an empty thread. */
  readonly shownId: string | null;
  /** Condition for the call to count as stored: its turn has `ended`, or any `checkpoint` was stored. */
  readonly counts: "ended" | "checkpoint";
}

/**
 * Returns the reason why the result of a call is not the newest state of the thread, or null when it is.
 *
 * Reads the saver before it checks the lease, so the next owner of the thread builds on the checkpoint that was read.
 */
export async function lossOf(
  thread: GraphThread,
  { saver, lease }: Pick<LeasedThread, "saver" | "lease">,
  { shownId, counts }: CallEnd,
): Promise<SessionRefusal | null> {
  saver.throwLockError();
  const { newestId: checkpointId, firstId } = saver;
  const active = await isActive(lease);
  if (active && (shownId === checkpointId || checkpointId === null)) return null;
  const isIncluded = await isAncestor(thread, { checkpointId, shownId, firstId });
  const stored = isIncluded && (counts === "checkpoint" || (await hasEnded(thread, checkpointId ?? "")));
  const { threadId, token } = lease;
  if (!active) return { outcome: "fenced", threadId, token, stored };
  return { outcome: "superseded", threadId, checkpointId: checkpointId ?? "", newestId: shownId ?? "", stored };
}

/** True if the lease is active. Also true if the locks fail: the saver has already checked the lease for each checkpoint. */
async function isActive(lease: LeasedThread["lease"]): Promise<boolean> {
  try {
    return await lease.holds();
  } catch {
    return !lease.signal.aborted;
  }
}

/** True when a checkpoint is the shown one or an ancestor of it. Searches back to the start of the call. */
async function isAncestor(
  { saver, threadId }: GraphThread,
  { checkpointId, shownId, firstId }: Record<"checkpointId" | "shownId" | "firstId", string | null>,
): Promise<boolean> {
  if (checkpointId === null || checkpointId === firstId) return false;
  const seen = new Set<string>();
  for (let id = shownId; id !== null && id !== firstId && !seen.has(id);) {
    if (id === checkpointId) return true;
    seen.add(id);
    id = await parentOf(saver, threadId, id);
  }
  return false;
}

async function parentOf(saver: BaseCheckpointSaver, threadId: string, id: string): Promise<string | null> {
  const tuple = await saver.getTuple({
    configurable: { thread_id: threadId, checkpoint_ns: "", checkpoint_id: id },
  });
  const parent: unknown = tuple?.parentConfig?.configurable?.["checkpoint_id"];
  return typeof parent === "string" ? parent : null;
}

/** True when a checkpoint has no nodes left to run. */
async function hasEnded(thread: GraphThread, checkpointId: string): Promise<boolean> {
  const { configurable } = configOn(thread, thread.saver);
  const place = { ...configurable, checkpoint_ns: "", checkpoint_id: checkpointId };
  return (await thread.graph.getState({ configurable: place })).next.length === 0;
}
