import { interrupt } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { dropBareAnswer, isSettled, questionAskedNext, takeBackAnswer } from "../answers/bare-answer.graph.ts";
import { type Clock, millisecondsOf } from "../kernel/clock.ts";
import type { TimerWait } from "../kernel/pending-interrupt.ts";
import { instantOf, millisecondsIn } from "./duration.ts";

/**
 * Waits of a node, an agent or a tool. The turn ends as `interrupted`, and no process, memory or connection is needed until it goes on.
 *
 * The function runs again from its beginning when the wait is over, so what it did before needs an idempotency key. Workers continue it
 * at its time; without workers, the application calls `resume` of the session with `settles`.
 */
export interface Wait {
  /** Waits until a time. A time that has passed is waited for, too: the turn goes on as soon as a worker is free. */
  until(time: Date | string): Promise<void>;
  /** Waits for a duration: a number of seconds, or text such as `3 days`. It begins when the function first gets here. */
  for(duration: string | number): Promise<void>;
}

/** Creates the waits of a run. */
export const openWait = (clock: Pick<Clock, "now">): Wait =>
  Object.freeze({
    until: async (time: Date | string) => {
      await asked(instantOf(time));
    },
    for: async (duration: string | number) => {
      await asked(instantOf(millisecondsOf(clock.now()) + millisecondsIn(duration)));
    },
  });

/** Waits until the time of the stored question, or until this time if the task has not asked yet. */
async function asked(until: string): Promise<void> {
  await dropBareAnswer();
  const stored = timerIn(await questionAskedNext());
  for (;;) {
    // A task that runs again because another one was answered asks the same.
    const answer = timerIn(interrupt<TimerWait, unknown>(stored ?? { type: "timer", until }));
    // oxlint-disable-next-line eslint/no-await-in-loop -- each question follows the last answer
    if (answer !== null && (await isSettled(answer.until))) return;
    // An answer of a program without a session, which may come before the time.
    // oxlint-disable-next-line eslint/no-await-in-loop -- see above
    await takeBackAnswer();
  }
}

function timerIn(value: unknown): TimerWait | null {
  if (!isPlainRecord(value) || value["type"] !== "timer" || typeof value["until"] !== "string") return null;
  return { type: "timer", until: value["until"] };
}
