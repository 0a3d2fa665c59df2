import type { WebApplication } from "./application.ts";
import { askingMessage } from "./asking-message.ts";

/** Newest state of a thread, reduced to what tells whether it changed or is unfinished. */
export interface Newest {
  /** Changes with every change of the thread; null before the first turn. */
  readonly revision: string | null;
  readonly tasks: readonly { readonly interrupts: readonly unknown[] }[];
  /** True if the last message asks for something that only typed text can answer. */
  readonly isAsking: boolean;
}

/** Reads the newest state of a thread. A step whose result is stored without its checkpoint counts as a change. */
export async function newestOf(
  { graph, visible }: Pick<WebApplication, "graph" | "visible">,
  threadId: string,
): Promise<Newest> {
  const { config, tasks, ...state } = await graph.getState({ configurable: { thread_id: threadId } });
  const values: unknown = state.values;
  const checkpoint: unknown = config.configurable?.["checkpoint_id"];
  const waiting = tasks.map((task) => `${task.id}:${task.interrupts.length}`).join(",");
  return {
    revision: typeof checkpoint === "string" ? `${checkpoint}/${waiting}` : null,
    tasks,
    isAsking: askingMessage(values, visible) !== null,
  };
}
