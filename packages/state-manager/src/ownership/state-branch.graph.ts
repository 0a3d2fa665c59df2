import type { RunnableConfig } from "@langchain/core/runnables";
import { idOf } from "../savers/thread-saver.graph.ts";

/** A checkpoint of a history, as LangGraph or a saver lists it. */
interface Listed {
  readonly config: RunnableConfig;
  readonly parentConfig?: RunnableConfig | undefined;
}

/**
 * Follows a history from a checkpoint back to its oldest ancestor, without other branches.
 *
 * `newestId` defaults to the first entry of the history. After a clock was set back, the history can list a checkpoint after
 * its parent; no checkpoint is missed.
 */
export async function* branchOf<Each extends Listed>(
  history: AsyncIterable<Each>,
  newestId: string | null = null,
): AsyncGenerator<Each> {
  const others = new Map<string, Each>();
  let wanted = newestId;
  for await (const snapshot of history) {
    const id = idOf(snapshot);
    if (id === null) continue;
    wanted ??= id;
    others.set(id, snapshot);
    for (let next = others.get(wanted); next !== undefined; next = others.get(wanted)) {
      others.delete(wanted);
      yield next;
      wanted = parentIdOf(next) ?? "";
    }
  }
}

/** Returns the id of the parent checkpoint. Null for the oldest checkpoint. */
export function parentIdOf({ parentConfig }: Pick<Listed, "parentConfig">): string | null {
  const id: unknown = parentConfig?.configurable?.["checkpoint_id"];
  return typeof id === "string" ? id : null;
}
