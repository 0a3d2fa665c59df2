import type { WebApplication } from "./application.ts";

/** The newest state of a thread, as far as it says whether anything is new or left over. */
export interface Newest {
  /** Another one whenever the thread has changed; null before its first turn. */
  readonly revision: string | null;
  readonly tasks: readonly { readonly interrupts: readonly unknown[] }[];
}

/** Reads where a thread stands; a step that has stored its result, but not yet its checkpoint, counts as new. */
export async function newestOf(graph: WebApplication["graph"], threadId: string): Promise<Newest> {
  const { config, tasks } = await graph.getState({ configurable: { thread_id: threadId } });
  const checkpoint: unknown = config.configurable?.["checkpoint_id"];
  const waiting = tasks.map((task) => `${task.id}:${task.interrupts.length}`).join(",");
  return { revision: typeof checkpoint === "string" ? `${checkpoint}/${waiting}` : null, tasks };
}

/** True while a turn runs in some process, and after one was broken off; a question that waits is neither. */
export const isOpenMidway = ({ tasks }: Newest): boolean =>
  tasks.length > 0 && tasks.every(({ interrupts }) => interrupts.length === 0);
