/**
 * Runs with the clock of this process shifted, as if somebody had set it: ids of checkpoints are made of it.
 *
 * Changes `Date.now` only, which LangGraph makes ids with; timers go on as they are.
 */
export async function withClockShift<Result>(milliseconds: number, run: () => Promise<Result>): Promise<Result> {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  try {
    return await run();
  } finally {
    Date.now = now;
  }
}
