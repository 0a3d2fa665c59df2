import type { RunEvent } from "tidemark/stream";
import type { Turns } from "tidemark/workers";

/** Turns that workers run. */
export interface WorkerTurns {
  readonly turns: Pick<Turns, "answer" | "continue" | "send" | "stream">;
  /** User whose turns these are. */
  readonly userId?: string;
}

/** Work of a turn: a message, an answer, or the rest of an unfinished turn. */
export type TurnWork =
  | { readonly input: string | object }
  | { readonly interruptId: string; readonly answer: unknown }
  | null;

/** Conditions of a turn. */
interface WorkerTurnOptions {
  readonly threadId: string;
  /** Id of the run, which is also the key of the turn: a request that is sent again adds none. */
  readonly runId: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a turn to workers, and streams its events while one of them runs it.
 *
 * If a worker ends, another one continues the turn from its last stored step; the stream goes on.
 */
export async function* turnOnWorkers(
  { turns, userId }: WorkerTurns,
  work: TurnWork,
  { threadId, runId, signal }: WorkerTurnOptions,
): AsyncGenerator<RunEvent, undefined> {
  const options = { idempotencyKey: runId, ...(userId !== undefined && { userId }) };
  const accepted =
    work === null
      ? await turns.continue(threadId, options)
      : "input" in work
        ? await turns.send(threadId, work.input, options)
        : await turns.answer(threadId, work.interruptId, work.answer, options);
  if (accepted.outcome === "full") throw new Error(`${accepted.waiting} turns wait already.`);
  let hasStarted = false;
  for await (const { event } of turns.stream(accepted.turnId, { signal })) {
    // A worker that continues the turn of another one starts a run; for the page it is the same run.
    if (event.type === "run_started" && hasStarted) continue;
    hasStarted ||= event.type === "run_started";
    yield { ...event, runId };
  }
  return undefined;
}
