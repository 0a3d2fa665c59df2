import { stateManagerErrors } from "../errors.ts";
import type { FencedSaver } from "./fenced-saver.ts";
import { type GraphThread, holdThread } from "./held-thread.ts";
import { lossOf } from "./lost-call.ts";
import { newestTuple } from "./thread-saver.ts";

/**
 * Writes a copy while nobody else writes to its thread.
 *
 * Throws `state-manager/fenced` and `state-manager/superseded` when the copy is not the newest state of that thread.
 */
export async function copyUnderLease(thread: GraphThread, copy: (saver: FencedSaver) => Promise<void>): Promise<void> {
  const { threadId } = thread;
  const loss = await holdThread(thread, {}, async (held) => {
    await copy(held.saver);
    const shownId = (await newestTuple(thread.saver, threadId))?.checkpoint.id ?? null;
    return lossOf(thread, held, { shownId, counts: "checkpoint" });
  });
  if (loss?.outcome === "fenced") throw stateManagerErrors.fenced({ threadId, token: loss.token });
  if (loss?.outcome === "superseded") throw stateManagerErrors.superseded(loss);
}
