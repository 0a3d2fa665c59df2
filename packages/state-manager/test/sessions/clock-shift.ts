/**
 * Runs with a shifted clock of this process, as if it had been set, which changes the ids of checkpoints.
 *
 * Changes only `Date.now`, from which LangGraph creates ids; timers are unchanged.
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
