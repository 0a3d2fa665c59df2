const byCount = [0, 0.6, 0.8] as const;

/**
 * Returns the confidence of an answer from its number of observations: 0, 0.6, 0.8, and 0.95 for three or more.
 *
 * A failure has confidence 0, regardless of its observations.
 */
export function confidenceOf(observations: readonly unknown[], failed = false): number {
  return failed ? 0 : (byCount[observations.length] ?? 0.95);
}
