import type { ShownThread } from "../thread/use-thread.ts";

/** What is being done while a turn runs. */
export function workLine({ continuing, status, steps }: ShownThread): string {
  const what = `${status ?? "Working"} …`;
  if (!continuing) return what;
  // Until the turn goes on here, another process may be running it.
  return steps.length === 0
    ? "The last turn runs elsewhere, or is about to be continued …"
    : `Continuing the interrupted turn. ${what}`;
}
