import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { freezeDeep } from "@tidemark/core-state/internal";
import { type PendingInterrupt, pendingInterrupt } from "../kernel/pending-interrupt.ts";
import { newestTuple, outputWrites } from "../savers/thread-saver.graph.ts";
import { type StoredAnswer, storedAnswers } from "./stored-answers.graph.ts";

/** Interrupts of the unfinished nodes of a thread. */
export interface ThreadInterrupts {
  /** Interrupts that wait for an answer. */
  readonly open: readonly PendingInterrupt[];
  /** Stored answers of the others by id: a process ended, or a node failed, before the node had finished with the answer. */
  readonly answered: ReadonlyMap<string, StoredAnswer>;
}

/**
 * Returns the interrupts of a thread that wait for an answer.
 *
 * Leaves out interrupts with a stored answer, and those whose node has finished: LangGraph reports them until all nodes of the step finish.
 */
export const openInterrupts = async (
  saver: BaseCheckpointSaver,
  threadId: string,
  snapshot: Pick<StateSnapshot, "tasks">,
): Promise<readonly PendingInterrupt[]> => (await threadInterrupts(saver, threadId, snapshot)).open;

/** Returns the interrupts of the unfinished nodes of a thread, open and answered. */
export async function threadInterrupts(
  saver: BaseCheckpointSaver,
  threadId: string,
  { tasks }: Pick<StateSnapshot, "tasks">,
): Promise<ThreadInterrupts> {
  const interruptedTasks = tasks.filter(({ interrupts }) => interrupts.length > 0);
  const tuple = interruptedTasks.length === 0 ? undefined : await newestTuple(saver, threadId);
  if (tuple === undefined) return { open: [], answered: new Map() };
  const finished = new Set(outputWrites(tuple).map(([taskId]) => taskId));
  const waiting = interruptedTasks.filter(({ id }) => !finished.has(id));
  const stored = waiting.length === 0 ? new Map<string, StoredAnswer>() : await storedAnswers(saver, tuple, waiting);
  const answered = new Map<string, StoredAnswer>();
  const open: PendingInterrupt[] = [];
  for (const { name, interrupts } of waiting) {
    for (const { id, value } of interrupts as readonly { readonly id?: string; readonly value?: unknown }[]) {
      const answer = id === undefined ? undefined : stored.get(id);
      if (id === undefined) continue;
      if (answer === undefined) open.push(freezeDeep(pendingInterrupt(id, name, value)));
      else answered.set(id, answer);
    }
  }
  return { open, answered };
}
