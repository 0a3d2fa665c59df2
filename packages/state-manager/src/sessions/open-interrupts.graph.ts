import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { freezeDeep } from "@tidemark/core-state/internal";
import { type PendingInterrupt, pendingInterrupt } from "../kernel/pending-interrupt.ts";
import { newestTuple, pendingWrites } from "../savers/thread-saver.graph.ts";

/**
 * Returns the interrupts of a thread that wait for an answer.
 *
 * Leaves out interrupts whose node has been answered and has finished: LangGraph reports them until all nodes of the step finish.
 */
export async function openInterrupts(
  saver: BaseCheckpointSaver,
  threadId: string,
  { tasks }: Pick<StateSnapshot, "tasks">,
): Promise<readonly PendingInterrupt[]> {
  const interruptedTasks = tasks.filter(({ interrupts }) => interrupts.length > 0);
  if (interruptedTasks.length === 0) return [];
  const tuple = await newestTuple(saver, threadId);
  if (tuple === undefined) return [];
  const finished = new Set(pendingWrites(tuple).map(([taskId]) => taskId));
  return interruptedTasks
    .filter(({ id }) => !finished.has(id))
    .flatMap(({ name, interrupts }) =>
      interrupts.flatMap((each: { readonly id?: string; readonly value?: unknown }) =>
        each.id === undefined ? [] : [freezeDeep(pendingInterrupt(each.id, name, each.value))],
      ),
    );
}
