import { nearestName } from "@tidemark/core-state/internal";
import { inspectErrors } from "../errors.ts";
import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";

/** A field that the thread has at some step may be missing at others. Throws `inspect/unknownField` for any other name. */
export function requireField(
  { stored }: ThreadSteps,
  { threadId, at, field }: { readonly threadId: string; readonly at: ThreadStep; readonly field: string },
): void {
  const known = Object.keys(stored.get(at.id)?.values ?? {});
  if (known.includes(field)) return;
  for (const { values } of stored.values()) if (Object.hasOwn(values, field)) return;
  throw inspectErrors.unknownField({ field, threadId, nearest: nearestName(field, known) });
}
