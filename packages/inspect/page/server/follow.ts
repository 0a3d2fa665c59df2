import type { Signal } from "@preact/signals";
import { ask } from "./api.ts";

/** What is read again after a change, and what the page knows of the server. */
interface Followed {
  readonly loadThreads: () => Promise<void>;
  readonly loadTimeline: () => Promise<void>;
  /** True while a process has the thread. It may be killed, which changes nothing in the database. */
  readonly isLeased: () => boolean;
  readonly now: Signal<number>;
  readonly isOffline: Signal<boolean>;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Reads the thread and the list again when the database has changed, and less often where reading takes long. */
export async function follow({ loadThreads, loadTimeline, isLeased, now, isOffline }: Followed): Promise<never> {
  setInterval(() => {
    now.value = Date.now();
    if (isLeased() && !document.hidden) void loadTimeline().then(() => (isLeased() ? undefined : loadThreads()));
  }, 2_000);
  for (let mark = ""; ;) {
    if (document.hidden) {
      await pause(200);
      continue;
    }
    const begin = Date.now();
    await Promise.all([loadThreads(), loadTimeline()]);
    await pause(isOffline.value ? 2_000 : Math.max(100, (Date.now() - begin) * 3));
    mark = await nextMark(mark);
  }
}

/** Waits until the database has another mark. A page that nobody looks at waits no longer: a browser opens few connections. */
async function nextMark(known: string): Promise<string> {
  const control = new AbortController();
  const leave = (): void => {
    if (document.hidden) control.abort();
  };
  document.addEventListener("visibilitychange", leave);
  try {
    for (;;) {
      const { mark } = await ask<{ readonly mark: string }>("changes", { known }, control.signal);
      if (mark !== known) return mark;
    }
  } catch {
    return "";
  } finally {
    document.removeEventListener("visibilitychange", leave);
  }
}
