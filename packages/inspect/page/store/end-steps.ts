import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { Timeline } from "../../src/reader/answers.ts";

/** Steps at whose end the application's fields are as they are at the end of the thread: the newest step, and back to the last change. */
export function endSteps(
  thread: Pick<Timeline, "newest" | "infrastructure"> | null,
  byId: ReadonlyMap<string, ThreadStep>,
): readonly ThreadStep[] {
  if (thread === null) return [];
  const internal = new Set(thread.infrastructure);
  const found: ThreadStep[] = [];
  for (let each = byId.get(thread.newest); each !== undefined; each = byId.get(each.parent ?? "")) {
    found.push(each);
    if (each.changed.some((name) => !internal.has(name))) return found;
  }
  // Nothing changed at all, or the change is among steps that are not read yet.
  return found.slice(0, 1);
}
