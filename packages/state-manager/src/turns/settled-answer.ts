import { millisecondsOf } from "../kernel/clock.ts";
import { isWait, type PendingInterrupt } from "../kernel/pending-interrupt.ts";
import type { SessionRefusal } from "./turn-result.ts";

/** An answer, who gives it, and the present time. */
interface GivenAnswer {
  readonly given: unknown;
  /** True if the application itself answers. */
  readonly settles: boolean;
  readonly now: string;
}

/**
 * Value to store as the answer to an interrupt, or the reason why it is refused.
 *
 * The answer to a wait is made here, so that no word of a client gets into it.
 */
export function settledAnswer(
  asked: PendingInterrupt,
  { given, settles, now }: GivenAnswer,
): SessionRefusal | { readonly value: unknown } {
  if (!isWait(asked)) return { value: given };
  const { id: interruptId, value } = asked;
  if (!settles) {
    const reason = "Only the application continues this wait.";
    return { outcome: "notAllowed", interruptId, requestId: interruptId, reason };
  }
  if (millisecondsOf(now) < millisecondsOf(value.until)) return { outcome: "notDue", interruptId, until: value.until };
  return { value };
}
