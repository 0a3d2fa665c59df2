import type { LiveRun } from "./live-runs.ts";

/** The run that comes next. Null if there is none, or if the client leaves before it begins. */
export const nextRun = (next: Promise<LiveRun | null>, left: AbortSignal): Promise<LiveRun | null> =>
  Promise.race([
    next,
    new Promise<null>((resolve) => left.addEventListener("abort", () => resolve(null), { once: true })),
  ]);
