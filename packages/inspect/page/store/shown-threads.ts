import { signal } from "@preact/signals";
import type { ListedThread } from "../../src/reader/thread-list.ts";

/** Ids of the threads that somebody looks at, and of which only the id is known. */
export const shownThreads = signal<readonly string[]>([]);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads what the list says about threads that have come into view, a moment after scrolling has ended. */
export function lookAtThreads(listed: readonly ListedThread[], reload: () => Promise<void>): void {
  const unread = listed.flatMap(({ threadId: id, text, user }) => (text === null && user === null ? [id] : []));
  const before = new Set(shownThreads.value);
  // A thread without a conversation stays unread: it is asked for once.
  if (unread.every((id) => before.has(id))) return;
  shownThreads.value = unread.slice(0, 60);
  clearTimeout(timer);
  timer = setTimeout(() => void reload(), 150);
}
