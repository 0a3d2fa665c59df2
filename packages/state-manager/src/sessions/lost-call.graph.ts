import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { SessionRefusal } from "../turns/turn-result.ts";
import { configOn, type GraphThread, type HeldThread } from "./leased-thread.graph.ts";

/** What a call has left in a thread. */
interface CallEnd {
  /** The newest checkpoint, as the saver shows it now; null when there is none. */
  readonly shownId: string | null;
  /** What must be stored for the call to count as stored: a turn that has `ended`, or a `checkpoint` of any kind. */
  readonly counts: "ended" | "checkpoint";
}

/**
 * Says what keeps the result of a call from being the newest state of the thread; null when it is.
 *
 * Looks first at what the saver shows and then at the lease: whoever takes the thread after that builds on what was shown.
 */
export async function lossOf(
  thread: GraphThread,
  { saver, lease }: Pick<HeldThread, "saver" | "lease">,
  { shownId, counts }: CallEnd,
): Promise<SessionRefusal | null> {
  saver.throwUnanswered();
  const { newestId: checkpointId, firstId } = saver;
  const held = await isHeld(lease);
  if (held && (shownId === checkpointId || checkpointId === null)) return null;
  const isPart = await isAncestor(thread, { checkpointId, shownId, firstId });
  const stored = isPart && (counts === "checkpoint" || (await hasEnded(thread, checkpointId ?? "")));
  const { threadId, token } = lease;
  if (!held) return { outcome: "fenced", threadId, token, stored };
  return { outcome: "superseded", threadId, checkpointId: checkpointId ?? "", newestId: shownId ?? "", stored };
}

/** A lease that nobody could be asked about counts as held: each checkpoint under it was refused or stored. */
async function isHeld(lease: HeldThread["lease"]): Promise<boolean> {
  try {
    return await lease.holds();
  } catch {
    return !lease.signal.aborted;
  }
}

/** True when a checkpoint is the one that is shown or one before it; looks no further back than where the call began. */
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

/** True when nothing was left to run at a checkpoint. */
async function hasEnded(thread: GraphThread, checkpointId: string): Promise<boolean> {
  const { configurable } = configOn(thread, thread.saver);
  const place = { ...configurable, checkpoint_ns: "", checkpoint_id: checkpointId };
  return (await thread.graph.getState({ configurable: place })).next.length === 0;
}
