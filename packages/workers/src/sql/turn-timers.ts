import { isWait, millisecondsOf } from "@tidemark/state-manager/internal";
import type { StoredOutcome } from "../store/turn-outcome.ts";
import type { TurnRequest } from "../store/turn-request.ts";
import type { ClaimedTurn } from "../store/turn-store.ts";

/** The turn that continues a wait, and its time in milliseconds since 1970. */
export interface TurnTimer {
  readonly request: TurnRequest;
  readonly due: number;
}

/** Turns that continue the waits that a turn has left open. Their ids come from the waits, so that each wait has one. */
export function timersOf({ request }: Pick<ClaimedTurn, "request">, outcome: StoredOutcome): readonly TurnTimer[] {
  if (outcome.outcome !== "interrupted") return [];
  const { threadId, userId, context } = request;
  return outcome.interrupts.filter(isWait).map(({ id: interruptId, value }) => ({
    request: {
      turnId: `timer:${threadId}:${interruptId}`,
      threadId,
      userId,
      call: { kind: "answer", interruptId, value, settles: true },
      context,
    },
    due: millisecondsOf(value.until),
  }));
}
