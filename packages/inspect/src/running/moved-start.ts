import { isWaiting } from "@tidemark/agents/internal";
import { millisecondsNow, millisecondsOf } from "../clock.ts";
import type { ThreadStep } from "../history/thread-steps.ts";
import type { Plain } from "../values/plain-value.ts";

/**
 * The start of a turn in a copy that goes on at an old step: the copy has the time left that the step had. Empty for a thread that does not
 * contain it, and while its time is stopped, because it waits for a person.
 */
export function movedStart(
  values: Readonly<Record<string, unknown>>,
  { at }: Pick<ThreadStep, "at">,
): Readonly<Record<string, Plain>> {
  const { execution_start_time: start } = values;
  if (typeof start !== "number" || at === null || isWaiting(values)) return {};
  const idle = Math.max(0, millisecondsNow() - millisecondsOf(at)) / 1_000;
  return { execution_start_time: start + idle };
}
