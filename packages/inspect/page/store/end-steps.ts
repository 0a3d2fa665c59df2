import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { Timeline } from "../../src/reader/answers.ts";

/** Node of `createAgentGraph` that begins a turn: it sets fields back by their lifetimes. */
const TURN_START = "turn_start";

/**
 * The step at which a thread is opened: the newest one if it asks or failed, otherwise the newest one in which a node wrote a field of the
 * application. Fields that are set back at the start of a turn are not what a person looks for. Null for a thread without steps.
 */
export function openingStepOf(
  thread: Pick<Timeline, "newest" | "infrastructure" | "interrupts" | "errors"> | null,
  byId: ReadonlyMap<string, ThreadStep>,
): string | null {
  const ending = endSteps(thread, byId);
  const [newest] = ending;
  if (thread === null || newest === undefined) return null;
  if (thread.interrupts.length > 0 || thread.errors.length > 0) return newest.id;
  const last = ending.at(-1) ?? newest;
  return last.nodes.length > 0 && last.nodes.every((node) => node === TURN_START) ? newest.id : last.id;
}

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
